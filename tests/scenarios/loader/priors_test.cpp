#include "scenarios/loader/priors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

constexpr const char* kMachine = R"(schema: headrace/1
name: a machine
platform:
  nodes: {clients: {count: 1, accelerators: 1, memory_bandwidth: 100 GB/s}}   # [assumed]
  file_systems:
    scratch:
      lustre:
        oss: {count: 1}
        ost:
          count: 1
          request_overhead: 20 us   # [read] of its log
          device:
            read_bandwidth: 8 GB/s   # [derived] 0.8 of 10
            write_bandwidth: 8 GB/s   # data sheet
jobs:
  train:
    workload:
      dataset: {format: npz, files: 8, record_length: 1 MiB}
      loader: {kind: pytorch}
      training: {computation_time: 1 ms}
    nodes: {group: clients}
    storage: scratch
)";

class PriorsTest : public testing::Test {
 protected:
  PriorsTest() {
    std::ofstream(file_) << kMachine;
    const ScenarioRead read = read_scenario_file(file_);
    EXPECT_TRUE(read.scenario) << read.problems.text();
    if (read.scenario) priors_ = priors_of(*read.scenario, read.places);
  }
  const Prior* find(const std::string& path) const {
    const auto found =
        std::find_if(priors_.begin(), priors_.end(), [&](const Prior& prior) { return prior.path == path; });
    return found == priors_.end() ? nullptr : &*found;
  }

  const ScratchFolder folder_;
  const std::string file_ = folder_ / "machine.yaml";
  std::vector<Prior> priors_;
};

TEST_F(PriorsTest, AreDefaultsThatAreCalledSo) {
  const Prior* handover = find("platform.nodes.clients.host_work.pytorch.handover");
  ASSERT_NE(handover, nullptr);
  EXPECT_EQ(handover->text(), "{law: lognormal, mean: 1400 us, spread: 220 us}");
  EXPECT_EQ(handover->factor, 2);
  EXPECT_NE(handover->source.find("[measured]"), std::string::npos);
  EXPECT_NE(find("jobs.train.workload.loader.pin_bandwidth"), nullptr);
  EXPECT_EQ(handover->range(), "700 us to 2800 us");
  const Prior* lookup = find("platform.file_systems.scratch.lustre.mds.open");
  ASSERT_NE(lookup, nullptr);
  EXPECT_EQ(lookup->text(), "{law: exponential, mean: 135 us}");
  EXPECT_EQ(lookup->range(), "67500 ns to 270 us");
  EXPECT_EQ(find("platform.file_systems.scratch.lustre.mds.latency.open"), nullptr);  // Zero.
}

TEST_F(PriorsTest, AreValuesThatAFileAssumesOrDerives) {
  const Prior* bus = find("platform.nodes.clients.memory_bandwidth");
  ASSERT_NE(bus, nullptr);
  EXPECT_EQ(bus->factor, 2);
  EXPECT_EQ(bus->source, "[assumed]");
  const Prior* drive = find("platform.file_systems.scratch.lustre.ost.device.read_bandwidth");
  ASSERT_NE(drive, nullptr);
  EXPECT_EQ(drive->text(1 / drive->factor), "5330 MB/s");
  EXPECT_EQ(find("platform.file_systems.scratch.lustre.ost.request_overhead"), nullptr);
  EXPECT_EQ(find("platform.file_systems.scratch.lustre.ost.device.write_bandwidth"), nullptr);
}

// A share is one where its line states how far off it may be.
TEST_F(PriorsTest, AreNumbersWhoseRangeIsStated) {
  std::ofstream(file_, std::ios::app)
      << "    host: {step_jitter: 0.02}   # [fitted] within a factor of 1.5, to rows\n";
  const ScenarioRead read = read_scenario_file(file_);
  ASSERT_TRUE(read.scenario) << read.problems.text();
  priors_ = priors_of(*read.scenario, read.places);
  const Prior* jitter = find("jobs.train.host.step_jitter");
  ASSERT_NE(jitter, nullptr);
  EXPECT_EQ(jitter->range(), "0.0133 to 0.03");
  EXPECT_EQ(jitter->size(), 0.02);
  EXPECT_EQ(jitter->text(0.5), "0.01");
}

// A window, too; what is said of it is whole numbers.
TEST_F(PriorsTest, AreWholeNumbersWhoseRangeIsStated) {
  std::string text = kMachine;
  text.replace(text.find("oss: {count: 1}"), 15,
               "oss: {count: 1}\n        client:\n"
               "          max_rpcs_in_flight: 6   # [fitted] within a factor of 1.5, to rows\n"
               "          metadata_max_rpcs_in_flight: 8   # [assumed]");
  std::ofstream(file_) << text;
  const ScenarioRead read = read_scenario_file(file_);
  ASSERT_TRUE(read.scenario) << read.problems.text();
  priors_ = priors_of(*read.scenario, read.places);
  const Prior* window = find("platform.file_systems.scratch.lustre.client.max_rpcs_in_flight");
  ASSERT_NE(window, nullptr);
  EXPECT_EQ(window->range(), "4 to 9");
  EXPECT_EQ(window->text(), "6");
  EXPECT_EQ(find("platform.file_systems.scratch.lustre.client.metadata_max_rpcs_in_flight"), nullptr);
}

// A shipped platform is found from any folder, and so are its comments.
TEST_F(PriorsTest, AreOfIncludedFiles) {
  const std::string text = kMachine;
  const std::size_t nodes = text.find("  nodes:"), jobs = text.find("jobs:");
  std::ofstream(file_) << text.substr(0, nodes) << "  include: platforms/amlfs.yaml\n"
                       << std::regex_replace(text.substr(jobs), std::regex("clients"), "d192ds_v6");
  const ScenarioRead read =
      read_scenario_file(file_, {"jobs.train.storage=gbps_20", "jobs.train.workload.dataset.files=46"});
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const std::vector<Prior> priors = priors_of(*read.scenario, read.places);
  const auto bus = std::find_if(priors.begin(), priors.end(), [](const Prior& prior) {
    return prior.path == "platform.nodes.d192ds_v6.memory_bandwidth";
  });
  ASSERT_NE(bus, priors.end());
  EXPECT_THAT(bus->source, testing::StartsWith("[assumed] two sockets"));
}

// Both ends of each prior are a scenario.
TEST_F(PriorsTest, CanBeWrittenAsOverrides) {
  EXPECT_GE(priors_.size(), 20u);
  for (const Prior& prior : priors_)
    for (const double times : {1 / prior.factor, prior.factor}) {
      const ScenarioRead read = read_scenario_file(file_, {prior.path + "=" + prior.text(times)});
      EXPECT_TRUE(read.scenario) << prior.path << "\n" << read.problems.text();
    }
}

}  // namespace
}  // namespace headrace
