#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class ReplayTest : public CliTest {
 protected:
  ReplayTest() {
    const std::string text = kTinyScenario;
    const std::size_t platform = text.find("platform:\n") + 10, jobs = text.find("jobs:");
    std::string lines = text.substr(platform, jobs - platform);
    for (std::size_t at = 0; (at = lines.find("  ", at)) != std::string::npos;) {
      lines.erase(at, 2);
      at = lines.find('\n', at);
      if (at == std::string::npos) break;
    }
    std::ofstream(platform_) << lines;
  }
  // Traces the tiny scenario in a form, and makes a recording of it.
  void record(const std::string& ending) {
    const std::string trace = folder_ / ("tiny." + ending);
    ASSERT_EQ(run({"--trace", trace}), 0) << err();
    ASSERT_EQ(call({"import", trace, "--out", recording_}), 0) << err();
  }
  int replay(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"replay", recording_, platform_, "--out", made_});
    return call(more);
  }
  nlohmann::json figures() const { return nlohmann::json::parse(out())["jobs"]["replay"]["replay"]; }

  const std::string platform_ = folder_ / "ours.yaml", recording_ = folder_ / "tiny.recording",
                    made_ = folder_ / "replay.yaml";
};

// A run of what is written as either text has its operations and bytes, all of them, and on the same
// platform its time: DXT's has no opens, whose time is part of the gaps there.
TEST_F(ReplayTest, OfASimulatedRunTakesItsTime) {
  for (const std::string form : {"pfw", "txt"}) {
    record(form);
    ASSERT_EQ(replay({"--json"}), 0) << err();
    const nlohmann::json found = figures();
    EXPECT_EQ(found["reads"], 320) << form;
    EXPECT_EQ(found["bytes_read"], 320.0 * 16 * 1024 * 1024) << form;
    EXPECT_NEAR(found["seconds"].get<double>() / found["recorded_seconds"].get<double>(), 1, 0.01) << form;
    EXPECT_EQ(found["added_opens"], form == "pfw" ? 0 : 160) << form;
  }
}

TEST_F(ReplayTest, SaysWhatItChoseAndWhereTheScenarioIs) {
  record("txt");
  ASSERT_EQ(replay(), 0) << err();
  EXPECT_NE(err().find(made_ + " is the scenario, with 2 nodes"), std::string::npos) << err();
  EXPECT_NE(out().find("s where it was recorded"), std::string::npos) << out();
  EXPECT_EQ(call({"check", made_}), 0) << err();
  ASSERT_EQ(replay({"--pace", "flat_out", "--copies", "2", "--nodes", "1", "--json"}), 0) << err();
  EXPECT_EQ(figures()["reads"], 640);
}

// A replay mostly thinks here, and what it thinks about it does not know: no accelerator is named.
TEST_F(ReplayTest, NamesNoAcceleratorsForTheTimesBetweenItsCalls) {
  std::ofstream(folder_ / "slow.csv") << "0,1,/data/a,100000\n60,61,/data/a,100000\n120,121,/data/a,100000\n";
  ASSERT_EQ(call({"import", "columns", folder_ / "slow.csv", "--columns", "begin:s,end:s,file,length",
                  "--out", recording_}),
            0)
      << err();
  ASSERT_EQ(replay({"--quiet"}), 0) << err();
  EXPECT_NE(out().find("limited by"), std::string::npos) << out();
  EXPECT_EQ(out().find("accelerators themselves"), std::string::npos) << out();
}

TEST_F(ReplayTest, RefusesWhatIsWrong) {
  EXPECT_EQ(call({"replay"}), 2);
  EXPECT_EQ(call({"replay", scenario_}), 2);
  EXPECT_EQ(call({"replay", scenario_, platform_, "--out", made_}), 3);
  record("txt");
  EXPECT_EQ(replay({"--pace", "thnk"}), 2);
  EXPECT_NE(err().find("did you mean 'think'?"), std::string::npos) << err();
  EXPECT_EQ(replay({"one.yaml"}), 2);
  EXPECT_EQ(replay({"--group", "none"}), 2);
}

// A stored run is the same again; another one in its place is told.
TEST_F(ReplayTest, RunsAStoredRunAgain) {
  ASSERT_EQ(run(), 0) << err();
  ASSERT_EQ(call({"replay", database_ + ":1"}), 0) << err();
  EXPECT_NE(out().find("the same run as is stored"), std::string::npos) << out();
  ASSERT_EQ(call({"replay", database_ + ":1", "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["same"], true);
  EXPECT_EQ(call({"replay", database_ + ":99"}), 3);
  EXPECT_EQ(call({"replay", database_ + ":1", platform_}), 2);
  EXPECT_EQ(call({"replay", database_ + ":1", "--pace", "think"}), 2);
}

}  // namespace
}  // namespace headrace
