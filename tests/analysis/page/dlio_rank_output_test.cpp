#include "analysis/page/dlio_rank_output.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::vector<std::string> keys(const OrderedJson& object) {
  std::vector<std::string> all;
  for (const auto& [key, value] : object.items()) all.push_back(key);
  return all;
}

// Two ranks with one block of four steps an epoch: 2 s computed a step; waits of 3, 1, 1 and 1 s; 16 s long.
JobResult with_steps(const std::string& version) {
  JobResult job = trained_job();
  job.dlio_version = version;
  job.accelerators = 2;
  for (EpochResult& epoch : job.epochs) {
    for (const std::int64_t rank : {1, 0}) {
      RankSteps steps;
      steps.rank = rank;
      steps.start = at_seconds(100);
      steps.end = at_seconds(116);
      steps.load = {3_s, 1_s, 1_s, rank == 0 ? 1_s : 2_s};
      steps.compute = {2_s, 2_s, 2_s, 2_s};
      epoch.rank_steps.push_back(steps);
    }
  }
  return job;
}

DlioMachine machine_of_ten() {
  DlioMachine machine;
  machine.memory_per_node = 110_GiB;
  machine.cores_per_node = 32;
  machine.samples_of_step = 10;
  return machine;
}

// Keys and types as runs of DLIO 2024-08 and v2.0.1 left them: two ranks, two epochs, no checkpoints.
TEST(DlioRankOutput, HasTheKeysOfTheRealFile) {
  const OrderedJson old = dlio_rank_output(with_steps("v1.0"), machine_of_ten(), 0);
  EXPECT_EQ(keys(old), (std::vector<std::string>{"host_memory_GB", "host_cpu_count", "host_processor_name",
                                                 "potential_caching", "host_cpuinfo", "host_meminfo", "1",
                                                 "2", "hostname"}));
  EXPECT_EQ(keys(old["1"]),
            (std::vector<std::string>{"load", "proc", "throughput", "au", "compute", "host_meminfo"}));
  EXPECT_TRUE(old["host_memory_GB"].is_number_float());
  EXPECT_TRUE(old["potential_caching"].is_number_integer());
  EXPECT_TRUE(old["1"]["throughput"]["block1"].is_number_float());
  for (const char* const version : {"v2.0", "main", "mlperf-v3.0"}) {
    const OrderedJson now = dlio_rank_output(with_steps(version), machine_of_ten(), 0);
    EXPECT_EQ(keys(now), keys(old));
    EXPECT_EQ(keys(now["1"]), (std::vector<std::string>{"load", "proc", "throughput", "au", "compute",
                                                        "host_meminfo", "end"}));
  }
}

// AU = 3 x 2 / (16 - 5); rate = 4 x 10 / 16 up to v1.0, (4 - 2) x 10 / 11 in v2.0, (4 - 1) x 10 / 11 in v3.0.
TEST(DlioRankOutput, FollowsTheRuleOfTheVersion) {
  const auto rate = [](const std::string& version) {
    return dlio_rank_output(with_steps(version), machine_of_ten(), 0)["1"]["throughput"]["block1"]
        .get<double>();
  };
  EXPECT_DOUBLE_EQ(rate("v1.0"), 2.5);
  EXPECT_DOUBLE_EQ(rate("v2.0"), 20.0 / 11);
  EXPECT_DOUBLE_EQ(rate("mlperf-v3.0"), 30.0 / 11);
  const OrderedJson epoch = dlio_rank_output(with_steps("v2.0"), machine_of_ten(), 0)["2"];
  EXPECT_DOUBLE_EQ(epoch["au"]["block1"].get<double>(), 100.0 * 6 / 11);
  EXPECT_EQ(epoch["load"]["block1"], OrderedJson({3.0, 1.0, 1.0, 1.0}));
  EXPECT_EQ(epoch["proc"]["block1"], OrderedJson({5.0, 3.0, 3.0, 3.0}));
  EXPECT_EQ(epoch["compute"]["block1"], OrderedJson({2.0, 2.0, 2.0, 2.0}));
}

TEST(DlioRankOutput, IsOfTheRankAskedFor) {
  const OrderedJson output = dlio_rank_output(with_steps("v2.0"), machine_of_ten(), 1);
  EXPECT_EQ(output["1"]["load"]["block1"], OrderedJson({3.0, 1.0, 1.0, 2.0}));
}

}  // namespace
}  // namespace headrace
