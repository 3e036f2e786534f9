// RunResult: what a run found, as rows: the only thing that analysis/ reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/resource_result.h"
#include "models/workloads/job_result.h"
#include "scenarios/loader/scenario.h"
#include "sim/metrics.h"
#include "sim/simulation.h"

namespace headrace {

struct RunResult {
  std::string scenario, scenario_hash;
  std::int64_t seed = 1;
  std::int64_t replication = 1;
  RunOutcome outcome;
  std::vector<JobResult> jobs;
  std::vector<ResourceResult> resources;
  std::vector<MetricRow> rows;  // component, metric, statistic, value, unit
};

}  // namespace headrace
