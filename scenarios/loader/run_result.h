// RunResult: what a run found, as rows: the only thing that analysis/ reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/jobs/figures.h"
#include "models/jobs/job_result.h"
#include "models/resource_result.h"
#include "scenarios/loader/scenario.h"
#include "scenarios/loader/use_series.h"
#include "sim/metrics.h"
#include "sim/simulation.h"

namespace headrace {

// Loss of a job to the others: beside them, and by itself with the same draws. Filled by who ran both.
struct Interference {
  std::string job;
  Duration together, alone;                          // From its start to its end.
  double au_together = 0, au_alone = 0;              // Percent, of a job that trains.
  Duration latency_p99_together, latency_p99_alone;  // Of a job that answers requests.

  void visit(Parts& p) {
    p.part("job", job);
    p.part("together", together);
    p.part("alone", alone);
    p.part("au_together", au_together);
    p.part("au_alone", au_alone);
    p.part("latency_p99_together", latency_p99_together);
    p.part("latency_p99_alone", latency_p99_alone);
  }
};

struct RunResult {
  std::string scenario, scenario_hash;
  std::string arm;  // Of a comparison; "alone:train" of a job by itself; else empty.
  std::int64_t seed = 1;
  std::int64_t replication = 1;
  RunOutcome outcome;
  std::vector<JobResult> jobs;
  std::vector<ResourceResult> resources;
  std::vector<SeriesRow> series;
  std::vector<MetricRow> rows;  // component, metric, statistic, value, unit
  std::vector<Interference> interference;
  // True where faults or background load may strike at drawn times: what spared this run may meet another.
  bool disturbed = false;
  std::vector<RunResult> alone;  // With measure.alone: each job by itself. Filled by who ran them.
  // Text of Store::imbalance() and Job::imbalance(), of all of them: empty when nothing was lost or doubled.
  // Only of a run that finished: others are cut in the middle of transfers.
  std::string imbalance;

  // Leaves out what tells the run from others, its outcome, runs beside it, and what is rows already.
  void visit(Parts& p) {
    p.part("arm", arm);
    p.part("disturbed", disturbed);
    p.part("imbalance", imbalance);
    p.part("jobs", jobs);
    p.part("resources", resources);
    p.part("interference", interference);
  }
};

}  // namespace headrace
