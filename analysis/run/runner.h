// SweepRunner: the points of a sweep that are still open, on several threads.
//
//   SweepRunner runner(sweep, ledger, options);
//   SweepEnd end = runner.run({go_on, context});
//
// Each thread brings one point to life at a time; nothing is shared between runs
// but the sweep, which is not changed, so what is stored does not depend on how
// many threads there are. Points are begun in the order of their indices. Runs
// pass through a bounded queue to the calling thread, the only one that writes.
// A run that is stopped is not stored: it is begun anew the next time.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "analysis/results/ledger.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

struct Shard {
  std::int64_t index = 1, count = 1;  // From 1: "2/4" has every fourth point, from the second on.
};

struct RunnerOptions {
  std::int64_t threads = 1;
  Shard shard;
  std::int64_t most_runs = std::numeric_limits<std::int64_t>::max();
};

struct SweepState {
  std::int64_t points = 0, points_over = 0;  // Of the shard; over: also those that were before.
  std::int64_t runs = 0;                     // New ones that are stored.
  double done = 0;                           // Of the new work, 0 to 1; with what is half done.
};

// Called by the calling thread several times a second; false ends the sweep.
struct SweepWatch {
  bool (*go_on)(void* context, const SweepState& state) = nullptr;
  void* context = nullptr;
};

enum class SweepEnd { complete, stopped, most_runs };

class SweepRunner {
 public:
  SweepRunner(const Sweep& sweep, Ledger& ledger, const RunnerOptions& options);

  SweepEnd run(SweepWatch watch);
  const SweepState& state() const { return state_; }

 private:
  struct Task {
    std::int64_t point;
    std::int64_t replication;  // 0: until the precision is reached.
  };
  class Workers;

  void find_tasks();
  void take_stock();

  const Sweep& sweep_;
  Ledger& ledger_;
  RunnerOptions options_;
  SweepState state_;
  std::vector<Task> tasks_;
  std::map<std::int64_t, std::vector<double>> begun_;  // Figures of points that were begun before.
};

// The sweep as the ledger knows it.
LedgerSweep ledger_sweep(const Sweep& sweep);

}  // namespace headrace
