#include "scenarios/loader/read/replay_recording.h"

#include <gtest/gtest.h>

#include <fstream>

#include "models/jobs/replay/replay_spec.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

class ReplayRecordingTest : public testing::Test {
 protected:
  ReplayRecordingTest() {
    std::ofstream(folder_ / "run.txt") << kDxtText;
    const std::string files[] = {folder_ / "run.txt"};
    import_traces(*find_trace_form("dxt"), files, folder_ / "run.recording", {});
  }
  ScenarioRead read(const std::string& recording, const std::string& more = {}) {
    std::ofstream(folder_ / "replay.yaml")
        << "schema: headrace/1\nname: replay\nplatform:\n"
           "  nodes: {clients: {count: 2}}\n"
           "  file_systems: {scratch: {lustre: {oss: {count: 1}, ost: {count: 2}}}}\n"
           "jobs:\n  again:\n    nodes: {group: clients}\n    storage: scratch\n"
           "    replay: {recording: "
        << recording << more << "}\n";
    return read_scenario_file(folder_ / "replay.yaml");
  }

  const ScratchFolder folder_;
};

TEST_F(ReplayRecordingTest, FillsInOperationsAndDigest) {
  const ScenarioRead found = read("run.recording");
  ASSERT_TRUE(found.scenario) << found.problems.text();
  const auto& spec = *found.scenario->jobs.front().second.work.find<ReplaySpec>();
  EXPECT_EQ(spec.recorded->operations(), 6u);
  EXPECT_TRUE(read("run.recording", ", recording_digest: " + spec.recording_digest).scenario);
}

TEST_F(ReplayRecordingTest, SaysWhatIsWrongWhereItIsNamed) {
  const auto code_of = [](const ScenarioRead& found) {
    return found.problems.has_errors() ? found.problems.all().front().code : std::string();
  };
  EXPECT_EQ(code_of(read("none.recording")), "E0024");
  EXPECT_EQ(code_of(read("run.txt")), "E0377");
  EXPECT_EQ(code_of(read("run.recording", ", recording_digest: fnv1a-0000000000000000")), "E0378");
  std::ofstream(folder_ / "empty.txt") << "# darshan log version: 3.21\n";
  const std::string files[] = {folder_ / "empty.txt"};
  import_traces(*find_trace_form("dxt"), files, folder_ / "empty.recording", {});
  EXPECT_EQ(code_of(read("empty.recording")), "E0377");
}

}  // namespace
}  // namespace headrace
