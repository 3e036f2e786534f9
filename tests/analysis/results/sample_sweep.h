// A made-up sweep and its runs: each run is a function of its point and replication, as simulated ones are.
#pragma once

#include <string>
#include <vector>

#include "analysis/results/ledger.h"
#include "tests/analysis/results/sample_provenance.h"
#include "tests/analysis/sample_run.h"

namespace headrace {

inline LedgerSweep sample_sweep(std::int64_t points = 6, std::int64_t replications = 1) {
  LedgerSweep sweep;
  sweep.hash = "00000000000000aa";
  sweep.name = "unet3d on an E1000";
  sweep.design_text = "design: grid\n";
  sweep.points = points;
  sweep.replications = replications;
  sweep.axes = {"jobs.train.cache.policy", "jobs.train.layout.stripe_size"};
  sweep.provenance = sample_provenance();
  sweep.provenance.base_hash = "0123456789abcdef";
  sweep.provenance.base_name = sweep.name;
  return sweep;
}

// Of every seventh point the model stalls, the sixth is refused.
inline FinishedRun sample_finished(std::int64_t point, std::int64_t replication = 1) {
  FinishedRun run;
  run.point = point;
  run.values = {point % 2 == 0 ? "lru" : "sieve", std::to_string(1 + point / 2) + " MiB"};
  run.replication = replication;
  run.started_at = sample_provenance().started_at;
  run.wall_seconds = 0.5;
  if (point % 7 == 5) {
    run.message = "stripe_size is more than the file";
    return run;
  }
  run.result = training_run();
  run.result->seed = replication;
  run.result->replication = replication;
  run.result->scenario_hash = "of the point";
  run.result->outcome.fingerprint = static_cast<std::uint64_t>(1000 * point + replication);
  run.result->jobs[0].au_percent = 90 + static_cast<double>(point) + 0.1 * static_cast<double>(replication);
  if (point % 7 == 6) {
    run.result->outcome.end = RunEnd::stalled;
    run.result->outcome.still_waiting = {"rank/3: barrier"};
  }
  return run;
}

inline std::vector<FinishedRun> sample_finished_runs(std::int64_t points, std::int64_t replications = 1) {
  std::vector<FinishedRun> runs;
  for (std::int64_t point = 0; point < points; ++point)
    for (std::int64_t replication = 1; replication <= replications; ++replication)
      runs.push_back(sample_finished(point, replication));
  return runs;
}

}  // namespace headrace
