// Runner: runs points on several threads and hands each run to one keeper as it ends.
//
//   Runner runner(points, keeper, {threads}, {go_on, context});
//   WorkEnd end = runner.run(tasks);      // And again, where what was found asks for more.
//
// Each thread brings one point to life at a time; nothing is shared between runs, so what is kept does not
// depend on how many threads there are. Tasks are begun in their order. Runs pass through a bounded queue to
// the calling thread, the only one that keeps them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "analysis/run/work_state.h"
#include "analysis/run/worker.h"

namespace headrace {

struct RunnerOptions {
  std::int64_t threads = 1;
  std::int64_t most_runs = std::numeric_limits<std::int64_t>::max();
};

class Keeper {
 public:
  virtual ~Keeper() = default;
  virtual void keep(std::span<FinishedRun> runs) = 0;
  virtual void count(WorkState& state) const = 0;  // Fills in which points there are, and are over.
};

enum class WorkEnd { complete, stopped, most_runs };

class Runner {
 public:
  Runner(const Points& points, Keeper& keeper, const RunnerOptions& options, WorkWatch watch);

  // Ends when all tasks are done or the watch said so. Throws what a worker or the keeper threw.
  WorkEnd run(std::vector<PointTask> tasks);
  const WorkState& state() const { return state_; }

 private:
  class Workers;

  void keep(std::vector<FinishedRun>& batch);

  const Points& points_;
  Keeper& keeper_;
  RunnerOptions options_;
  WorkWatch watch_;
  WorkState state_;
  std::vector<PointTask> tasks_;
};

// Returns how many threads to run where so many are asked for; 0 asks for one a core.
std::int64_t threads_for(std::int64_t asked);

}  // namespace headrace
