// Blame: whose time the critical path of one run is, in the words of an explanation.
//
//   const Blame blame = blame_of(path, parts);
//   blame.parts[0].name;     // "scratch: ost", with most of the time
//   blame.share(blame.parts[0].time);
//
// The times of parts add up to the length of the path, to the nanosecond, and so do those of kinds. A part
// that is 10 % faster saves an eleventh of its time, as long as the same chain of causes stays the longest.
// Time of no part that an explanation changes, such as a pause of the job, has a name of its own.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "analysis/answer/explanation.h"
#include "scenarios/loader/critical_path.h"

namespace headrace {

struct Blame {
  struct Of {
    std::string name;  // Of a part, as MachinePart has it; or of a kind: "drives".
    Duration time;
    std::array<Duration, CriticalPath::kWindows> by_window{};
  };

  Duration length;
  std::vector<Of> parts, kinds;  // The longest time first.

  double share(Duration time) const { return length == Duration() ? 0 : time / length; }
  // Returns the time of a part; zero of one that is not on the path.
  Duration of(const std::string& part) const;
  // Returns the part with most of a window.
  const Of* first_of(std::size_t window) const;
};

Blame blame_of(const CriticalPath& path, std::span<const MachinePart> parts);

}  // namespace headrace
