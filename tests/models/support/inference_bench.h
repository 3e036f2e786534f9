// InferenceBench: an inference job on a job bench (job_bench.h).
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/jobs/inference/inference_spec.h"
#include "tests/models/support/budget.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/job_bench.h"

namespace headrace {

class InferenceBench : public JobBench {
 public:
  explicit InferenceBench(const InferenceSpec& what, std::int64_t nodes = 1, std::int64_t servers = 1,
                          std::uint64_t seed = 1, Bandwidth storage_rate = 1_GBps,
                          const NodeSpec& node_kind = exact_node())
      : JobBench(job_of(what), nodes, servers, seed, storage_rate, node_kind) {}

 private:
  static JobSpec job_of(const InferenceSpec& what) {
    JobSpec spec;
    spec.work.give(what);
    return spec;
  }
};

// Requests at a mean rate, to be answered in `service` each, one at a time.
inline InferenceSpec open_queue(double rate, Distribution service, std::int64_t requests) {
  InferenceSpec spec;
  spec.arrivals = chosen<ArrivalProcess>("poisson", {{"rate", rate}});
  spec.service_time = service;
  spec.requests = requests;
  return spec;
}

// Requests at these times.
inline InferenceSpec replayed(std::vector<Duration> times, Distribution service) {
  InferenceSpec spec;
  spec.arrivals.emplace("replay");
  spec.traced.times = std::move(times);
  spec.service_time = service;
  return spec;
}

// Whatever a server's time went for, it went for something: causes add up from the job's start to its end.
inline void expect_time_adds_up(const JobResult& result) {
  for (std::int64_t server = 0; server < result.accelerators; ++server)
    EXPECT_EQ(spent(result, server), result.end - result.start);
  // Reads that go on while a server computes are nothing that it waits for.
  for (const TimeBudgetRow& row : result.time_budget) {
    if (row.cause == Cause::compute) {
      EXPECT_EQ(row.activity, Activity::compute);
    }
  }
}

}  // namespace headrace
