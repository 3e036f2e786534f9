// FigureRounds: figures of scenarios that are run round by round, where a round follows from the one before.
//
//   FigureRounds rounds({"calibrate", name, text, database, threads, supervision.watch(), ranks});
//   const auto values = rounds.run(std::move(scenarios), {"jobs.train.samples_per_second"});
//   (*values)[3][0];   // Of the fourth scenario; NaN where it has none.
//
// On ranks of an MPI job each asks for the same rounds: rank 0 hands out the runs, and tells the others what
// was found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run/call_work.h"
#include "analysis/run/cluster/ranks.h"

namespace headrace {

class FigureRounds {
 public:
  using Values = std::vector<std::vector<double>>;  // [scenario][figure]

  // Means by which runs are made and kept.
  struct Means {
    std::string verb;
    std::string asked, text;  // Name and text of what was asked, by which the database knows the call.
    std::string database;     // Empty: runs are not kept.
    std::int64_t threads = 1;
    WorkWatch watch;
    Ranks& ranks;
  };

  // Returns one figure of all scenarios; nothing where one has none.
  static std::vector<std::optional<double>> column(const Values& values, std::size_t figure);

  explicit FigureRounds(Means means) : means_(std::move(means)) {}

  // Runs scenarios, which are told by their names, and returns what was measured of figures; nothing where
  // that was stopped.
  std::optional<Values> run(std::vector<Scenario> scenarios, const std::vector<std::string>& figures);

 private:
  std::optional<Values> run_here(const CallPoints& points, const std::vector<std::string>& figures) const;
  std::optional<Values> follow(const CallPoints& points, std::size_t figures) const;
  void tell_others(const std::string& values) const;

  Means means_;
};

}  // namespace headrace
