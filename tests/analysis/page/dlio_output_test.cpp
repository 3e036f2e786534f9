#include "analysis/page/dlio_output.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/statistics/spread.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

using OrderedJson = nlohmann::ordered_json;

DlioMachine sample_machine() {
  DlioMachine machine;
  machine.node_group = "clients";
  machine.cores_per_node = 32;
  machine.memory_per_node = 110_GiB;
  machine.record_length = Bytes::count(146600628);
  return machine;
}

std::vector<std::string> keys_of(const OrderedJson& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

TEST(DlioTimestamp, CountsFrom1970) {
  EXPECT_EQ(dlio_timestamp(Time()), "1970-01-01T00:00:00.000000");
  EXPECT_EQ(dlio_timestamp(at_seconds(204.5)), "1970-01-01T00:03:24.500000");
  EXPECT_EQ(dlio_timestamp(Time::at(Duration::nanoseconds(1'999))), "1970-01-01T00:00:00.000001");
  EXPECT_EQ(dlio_timestamp(at_seconds(86400.0 * 59 + 3600 * 23 + 59.25)), "1970-03-01T23:00:59.250000");
}

TEST(DlioOutput, KnowsTheVersion) {
  JobResult job = trained_job();
  EXPECT_EQ(dlio_version_of(job), DlioVersion::v1_0);
  job.dlio_version = "main";
  EXPECT_EQ(dlio_version_of(job), DlioVersion::main);
}

TEST(DlioSummary, FollowsTheFormulas) {
  const OrderedJson summary = dlio_summary(trained_job(), sample_machine());
  EXPECT_EQ(summary["start"], "1970-01-01T00:00:00.000000");
  EXPECT_EQ(summary["end"], "1970-01-01T00:06:50.000000");
  EXPECT_EQ(summary["num_accelerators"], 15);
  EXPECT_EQ(summary["num_hosts"], 5);
  EXPECT_EQ(summary["epochs"], 2);
  const OrderedJson& metric = summary["metric"];
  EXPECT_EQ(metric["train_au_percentage"], OrderedJson({92.5, 91.3}));
  EXPECT_DOUBLE_EQ(metric["train_au_mean_percentage"].get<double>(), 91.9);
  EXPECT_NEAR(metric["train_au_stdev_percentage"].get<double>(), 0.6, 1e-12);
  EXPECT_EQ(metric["train_au_meet_expectation"], "success");
  EXPECT_DOUBLE_EQ(metric["train_throughput_mean_samples_per_second"].get<double>(), 294);
  EXPECT_DOUBLE_EQ(metric["train_throughput_stdev_samples_per_second"].get<double>(), 2);
  // 294 samples/s of 146,600,628 bytes in units of 1,048,576.
  EXPECT_NEAR(metric["train_io_mean_MB_per_second"].get<double>(), 294 * 146600628.0 / 1048576, 1e-6);
  EXPECT_NEAR(metric["train_io_stdev_MB_per_second"].get<double>(), 2 * 146600628.0 / 1048576, 1e-6);
  EXPECT_EQ(summary["host_memory_GB"], OrderedJson({110.0, 110.0, 110.0, 110.0, 110.0}));
  EXPECT_EQ(summary["host_cpu_count"], OrderedJson({32, 32, 32, 32, 32}));
  // 60,000 files on 5 hosts are 1638 GiB each: more than the memory, so no host can cache its share.
  EXPECT_NEAR(summary["data_size_per_host_GB"].get<double>(), 1638.389691710472, 1e-9);
  EXPECT_EQ(summary["potential_caching"], OrderedJson({0, 0, 0, 0, 0}));
  EXPECT_EQ(summary["host_meminfo"], OrderedJson({{"MemTotal", "115343360 kB"}}));
}

TEST(DlioSummary, SaysAMissAndPossibleCaching) {
  JobResult job = trained_job();
  job.au_threshold_percent = 95;
  job.files_train = 3000;
  const OrderedJson summary = dlio_summary(job, sample_machine());
  EXPECT_EQ(summary["metric"]["train_au_meet_expectation"], "fail");
  EXPECT_EQ(summary["potential_caching"][0], 1);
}

TEST(DlioSummary, OfCheckpointsUsesTheNamesOfNewVersions) {
  const OrderedJson summary = dlio_summary(checkpoint_run().jobs[0], {});
  const OrderedJson& metric = summary["metric"];
  EXPECT_EQ(keys_of(metric),
            (std::vector<std::string>{
                "save_checkpoint_io_mean_GB_per_second", "save_checkpoint_io_stdev_GB_per_second",
                "save_checkpoint_duration_mean_seconds", "save_checkpoint_duration_stdev_seconds",
                "load_checkpoint_io_mean_GB_per_second", "load_checkpoint_io_stdev_GB_per_second",
                "load_checkpoint_duration_mean_seconds", "load_checkpoint_duration_stdev_seconds",
                "checkpoint_size_GB"}));
  EXPECT_DOUBLE_EQ(metric["save_checkpoint_io_mean_GB_per_second"].get<double>(), 10);
  EXPECT_DOUBLE_EQ(metric["load_checkpoint_duration_mean_seconds"].get<double>(), 5);
  EXPECT_DOUBLE_EQ(metric["checkpoint_size_GB"].get<double>(), 100);
  EXPECT_EQ(summary["host_meminfo"], OrderedJson::object());
}

TEST(DlioEpochStats, AreThoseOfOldVersions) {
  const OrderedJson stats = dlio_per_epoch_stats(trained_job());
  EXPECT_EQ(keys_of(stats), (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(keys_of(stats["2"]), (std::vector<std::string>{"start", "block1", "ckpt1", "end", "duration"}));
  EXPECT_EQ(stats["2"]["duration"], "205.50");
  EXPECT_EQ(stats["2"]["ckpt1"], OrderedJson({{"start", "1970-01-01T00:06:49.500000"},
                                              {"end", "1970-01-01T00:06:50.000000"},
                                              {"duration", "0.50"}}));
}

TEST(DlioEpochStats, NameWhatIsSavedAndLoadedInNewVersions) {
  JobResult job = trained_job();
  job.dlio_version = "v2.0";
  // A checkpoint within the epoch ends a block, so the file goes by time.
  job.epochs[0].blocks = {span_of(1, 0, 100), span_of(2, 101, 204)};
  job.epochs[0].checkpoints = {span_of(1, 100, 101, 1_GiB)};
  job.epochs[0].evaluations = {span_of(1, 204, 204.5)};
  const OrderedJson stats = dlio_per_epoch_stats(job);
  EXPECT_EQ(keys_of(stats["1"]),
            (std::vector<std::string>{"start", "block1", "save_ckpt1", "block2", "eval", "end", "duration"}));
  EXPECT_DOUBLE_EQ(stats["1"]["save_ckpt1"]["throughput"].get<double>(), 1);
  const OrderedJson checkpoints = dlio_per_epoch_stats(checkpoint_run().jobs[0]);
  EXPECT_EQ(keys_of(checkpoints["1"]),
            (std::vector<std::string>{"start", "save_ckpt1", "save_ckpt2", "load_ckpt1", "load_ckpt2", "end",
                                      "duration"}));
  EXPECT_DOUBLE_EQ(checkpoints["1"]["load_ckpt2"]["throughput"].get<double>(), 20);
}

// The published files of real runs: their own means and deviations must follow from their own lists by our
// formulas, and ours must have the same keys in the same order.
class RealSummary : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const char* const data = std::getenv("HEADRACE_DATA");
    if (data == nullptr) GTEST_SKIP() << "HEADRACE_DATA is not set";
    std::ifstream file(std::string(data) + "/traces/mlperf-storage/" + GetParam());
    ASSERT_TRUE(file.good()) << GetParam();
    real_ = OrderedJson::parse(file);
  }

  JobResult same_run() const {
    JobResult job = trained_job();
    job.nodes = real_["num_hosts"];
    job.accelerators = real_["num_accelerators"];
    job.files_train = real_["num_files_train"];
    job.epochs.clear();
    const OrderedJson& metric = real_["metric"];
    for (std::size_t i = 0; i < metric["train_au_percentage"].size(); ++i)
      job.epochs.push_back(epoch_of(static_cast<std::int64_t>(i) + 1, 0, 1, metric["train_au_percentage"][i],
                                    metric["train_throughput_samples_per_second"][i]));
    return job;
  }

  OrderedJson real_;
};

TEST_P(RealSummary, FollowsFromItsOwnLists) {
  const OrderedJson ours = dlio_summary(same_run(), sample_machine());
  for (const auto& [key, value] : real_["metric"].items()) {
    ASSERT_TRUE(ours["metric"].contains(key)) << key;
    if (value.is_number()) {
      EXPECT_NEAR(ours["metric"][key].get<double>(), value.get<double>(),
                  1e-9 * std::abs(value.get<double>()))
          << key;
    } else {
      EXPECT_EQ(ours["metric"][key], value) << key;
    }
  }
  EXPECT_NEAR(ours["data_size_per_host_GB"].get<double>(), real_["data_size_per_host_GB"].get<double>(),
              1e-9);
  EXPECT_EQ(ours["epochs"], real_["epochs"]);
}

TEST_P(RealSummary, HasTheSameKeysInTheSameOrder) {
  const OrderedJson ours = dlio_summary(same_run(), sample_machine());
  EXPECT_EQ(keys_of(ours), keys_of(real_));
  EXPECT_EQ(keys_of(ours["metric"]), keys_of(real_["metric"]));
}

INSTANTIATE_TEST_SUITE_P(Samples, RealSummary,
                         testing::Values("ddn_18c_unet3d-h100_run1_summary.json",
                                         "hpe_e1000_run3_summary.json"),
                         [](const auto& sample) { return std::string(sample.param).substr(0, 3); });

TEST(RealEpochStats, HaveTheKeysAndFormsOfOurs) {
  const char* const data = std::getenv("HEADRACE_DATA");
  if (data == nullptr) GTEST_SKIP() << "HEADRACE_DATA is not set";
  std::ifstream file(std::string(data) +
                     "/traces/mlperf-storage/ddn_18c_unet3d-h100_run1_per_epoch_stats.json");
  const OrderedJson real = OrderedJson::parse(file);
  const OrderedJson ours = dlio_per_epoch_stats(trained_job());
  // Our second epoch has a checkpoint as their fifth has.
  EXPECT_EQ(keys_of(ours["1"]), keys_of(real["1"]));
  EXPECT_EQ(keys_of(ours["2"]), keys_of(real["5"]));
  EXPECT_EQ(keys_of(ours["2"]["block1"]), keys_of(real["5"]["block1"]));
  EXPECT_EQ(keys_of(ours["2"]["ckpt1"]), keys_of(real["5"]["ckpt1"]));
  EXPECT_EQ(ours["1"]["start"].get<std::string>().size(), real["1"]["start"].get<std::string>().size());
  EXPECT_TRUE(real["1"]["duration"].is_string());
}

TEST(DlioSummary, ATargetThatIsJustReachedIsMet) {
  JobResult job = trained_job();
  job.au_threshold_percent = 90;
  for (EpochResult& epoch : job.epochs) epoch.au_percent = 90;
  EXPECT_EQ(dlio_summary(job, sample_machine())["metric"]["train_au_meet_expectation"], "success");
}

}  // namespace
}  // namespace headrace
