#include "scenarios/loader/recordings/replay_scenario.h"

#include <gtest/gtest.h>

#include <fstream>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/recordings/dxt.h"
#include "scenarios/loader/text/errors.h"
#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

class ReplayScenarioTest : public testing::Test {
 protected:
  ReplayScenarioTest() {
    std::ofstream(platform_) << R"(nodes:
  clients: {count: 8}
  others: {count: 4}
file_systems:
  drives: {local: {device: {read_bandwidth: 1 GB/s, write_bandwidth: 1 GB/s}}}
  scratch: {lustre: {oss: {count: 1}, ost: {count: 2}}}
)";
    std::ofstream(folder_ / "run.txt") << kDxtText;
    const std::string files[] = {folder_ / "run.txt"};
    import_traces(*find_trace_form("dxt"), files, recording_, {});
    wish_.recording = "run.recording";
    wish_.platform = platform_;
  }
  ReplayScenario make() { return replay_scenario(wish_, recording_, folder_ / "replay.yaml", problems_); }

  const ScratchFolder folder_;
  const std::string platform_ = folder_ / "ours.yaml", recording_ = folder_ / "run.recording";
  ReplayWish wish_;
  Problems problems_;
};

// The recording's two hosts are two nodes, and the storage is what nodes share.
TEST_F(ReplayScenarioTest, ChoosesWhatIsNotSaid) {
  const ReplayScenario made = make();
  ASSERT_FALSE(problems_.has_errors()) << problems_.text();
  EXPECT_EQ(made.choices.size(), 3u);
  std::ofstream(folder_ / "replay.yaml") << made.text;
  const ScenarioRead read = read_scenario_file(folder_ / "replay.yaml", {});
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const JobSpec& job = read.scenario->jobs.front().second;
  EXPECT_EQ(job.nodes.group, "clients");
  EXPECT_EQ(job.nodes.count, 2);
  EXPECT_EQ(job.storage, "scratch");
}

TEST_F(ReplayScenarioTest, TellsWhatThePlacesAre) {
  std::ofstream(platform_) << "nodes: {gpu: {count: 3, accelerators: 6, memory: 64 GiB}}\n"
                              "file_systems: {scratch: {lustre: {oss: {count: 1}}}}\n";
  const PlatformChoice choice = choose_places(wish_, folder_ / "replay.yaml", problems_);
  EXPECT_EQ(choice.nodes, 3);
  EXPECT_EQ(choice.accelerators, 6);
  EXPECT_EQ(choice.memory, 64_GiB);
  EXPECT_EQ(choice.store, "lustre");
}

TEST_F(ReplayScenarioTest, TakesWhatIsSaid) {
  wish_.group = "others";
  wish_.storage = "drives";
  wish_.nodes = 3;
  wish_.pace = "flat_out";
  wish_.copies = 2;
  const ReplayScenario made = make();
  EXPECT_TRUE(made.choices.empty());
  EXPECT_NE(made.text.find("nodes: {group: others, count: 3}\n    storage: drives\n"), std::string::npos);
  EXPECT_NE(made.text.find("pace: flat_out\n      copies: 2\n"), std::string::npos);
}

TEST_F(ReplayScenarioTest, RefusesWhatIsNoPlatform) {
  wish_.platform = folder_ / "none.yaml";
  EXPECT_TRUE(make().text.empty());
  EXPECT_TRUE(problems_.has_errors());
  wish_.platform = folder_ / "run.txt";
  problems_ = Problems();
  EXPECT_TRUE(make().text.empty());
  EXPECT_EQ(problems_.all().front().code, "E0740");
}

TEST_F(ReplayScenarioTest, RefusesWhatIsNoRecording) {
  EXPECT_THROW(replay_scenario(wish_, folder_ / "run.txt", folder_ / "replay.yaml", problems_), InputError);
}

}  // namespace
}  // namespace headrace
