// CriticalPath: what the end of a job waited for, part by part: the chain of causes back to its start.
//
//   const std::optional<CriticalPath> path = critical_path_of(scenario, "train");
//   path->rows;   // They add up to path->length, to the nanosecond.
//
// A part that is so much faster saves so much of its row's time, as far as the same chain stays the
// longest. A rest of an epoch that was not simulated has the shares of as long a time before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/jobs/rest_of_epoch.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/scenario.h"
#include "sim/causes.h"

namespace headrace {

struct CriticalPath {
  static constexpr std::size_t kWindows = 10;  // Of equal length, but for a nanosecond.

  struct Row {
    std::string place;  // "file_systems/scratch/ost/3/device"; empty where nobody is known to be to blame
    std::string what;   // "drives"
    Duration time;
    std::array<Duration, kWindows> by_window{};
  };

  std::vector<Row> rows;  // The longest time first.
  Duration length;
  std::uint64_t instants = 0;  // Noted in the run; each took 16 bytes.
};

// Runs a scenario and returns the path from its start to the end of a job; nothing where the run did not come
// to an end.
std::optional<CriticalPath> critical_path_of(const Scenario& scenario, const std::string& job);

// Returns the path to an instant.
CriticalPath critical_path(const Causes& causes, CauseId end);

}  // namespace headrace
