#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/cli/program.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using CheckTest = CliTest;

// 320 samples of four requests each; two nodes and four ranks beside the program.
const std::string kNeeds = "  about 8794 events, 38.3 MiB of memory and 1 s of one core a run\n";

TEST_F(CheckTest, SaysWhatWouldRun) {
  EXPECT_EQ(call({"check", scenario_}), 0);
  EXPECT_EQ(out(),
            scenario_ + ": ok; train: tiny, 4 ranks on 2 nodes, 2 epochs of 20 steps a rank\n" + kNeeds);
  EXPECT_EQ(err(), "");
}

TEST_F(CheckTest, AppliesOverrides) {
  EXPECT_EQ(call({"check", scenario_, "jobs.train.nodes.count=1"}), 0);
  EXPECT_NE(out().find("2 ranks on 1 node, 2 epochs of 40 steps"), std::string::npos) << out();
  EXPECT_EQ(call({"check", scenario_, "jobs.train.nodes.cuont=1"}), 2);
  EXPECT_NE(err().find("did you mean 'count'?"), std::string::npos) << err();
}

TEST_F(CheckTest, CountsArmsAndRuns) {
  const std::string arms = "compare={a: {overrides: []}, b: {overrides: [jobs.train.layout.stripe_count=2]}}";
  EXPECT_EQ(call({"check", scenario_, arms, "measure.replications=3"}), 0) << err();
  EXPECT_EQ(out(), scenario_ +
                       ": ok; 2 arms: a, b; train: tiny, 4 ranks on 2 nodes, 2 epochs of 20 steps a rank; 6 "
                       "runs\n" +
                       kNeeds);
  EXPECT_EQ(call({"check", "--json", scenario_, arms}), 0);
  const auto file = nlohmann::json::parse(out())["files"][0];
  EXPECT_EQ(file["arms"].size(), 2U);
  EXPECT_NE(file["arms"]["a"], file["arms"]["b"]);
  EXPECT_EQ(file["runs"], 2);
}

TEST_F(CheckTest, EstimatesARun) {
  EXPECT_EQ(call({"check", "--json", scenario_}), 0);
  const auto estimate = nlohmann::json::parse(out())["files"][0]["estimate"];
  EXPECT_EQ(estimate["nodes"], 2);
  EXPECT_EQ(estimate["ranks"], 4);
  // Of 320 samples, each in a file and four requests, a tenth is in the nodes' memory in the second epoch.
  EXPECT_NEAR(estimate["events"].get<double>(), 320 * (0.5 + 11.5 + 0.9 * 4 * 4.3), 1e-6);
  EXPECT_EQ(estimate["memory_bytes"], 40e6 + 2 * (2500 + 25e3) + 4 * 23e3);
}

// A thousand million ranks: no computer has the memory, whichever this one is.
TEST_F(CheckTest, RefusesWhatNoComputerHolds) {
  EXPECT_EQ(call({"check", scenario_, "platform.nodes.clients={count: 1000000, accelerators: 1000}",
                  "jobs.train.workload.dataset.files=10000000000",
                  "jobs.train.workload.dataset.record_length=1 MiB"}),
            2);
  EXPECT_NE(err().find("error[E0503]: the jobs have 1000000000 ranks on 1000000 nodes"), std::string::npos)
      << err();
}

TEST_F(CheckTest, GoesOnAfterAWrongFile) {
  const std::string wrong = folder_ / "wrong.yaml";
  std::ofstream(wrong) << "schema: headrace/1\nnmae: x\n";
  EXPECT_EQ(call({"check", wrong, scenario_, folder_ / "missing.yaml"}), 2);
  EXPECT_NE(err().find("did you mean 'name'?"), std::string::npos) << err();
  EXPECT_NE(err().find("missing.yaml"), std::string::npos) << err();
  EXPECT_NE(out().find("tiny.yaml: ok"), std::string::npos) << out();
}

TEST_F(CheckTest, QuietSaysNothingWhenAllIsWell) {
  EXPECT_EQ(call({"check", "--quiet", scenario_}), 0);
  EXPECT_EQ(out(), "");
}

TEST_F(CheckTest, GivesJson) {
  const std::string wrong = folder_ / "wrong.yaml";
  std::ofstream(wrong) << "schema: headrace/1\nnmae: x\n";
  EXPECT_EQ(call({"check", "--json", scenario_, wrong}), 2);
  const auto answer = nlohmann::json::parse(out());
  EXPECT_EQ(answer["schema"], "headrace.check/1");
  EXPECT_EQ(answer["files"][0]["ok"], true);
  EXPECT_EQ(answer["files"][0]["jobs"]["train"]["steps_per_epoch"], 20);
  EXPECT_EQ(answer["files"][0]["scenario_hash"].get<std::string>().size(), 16U);
  EXPECT_EQ(answer["files"][1]["ok"], false);
  bool found = false;
  for (const auto& problem : answer["files"][1]["problems"]) {
    EXPECT_EQ(problem["file"], wrong);
    found |= problem["line"] == 2 && problem["severity"] == "error";
  }
  EXPECT_TRUE(found) << out();
  EXPECT_EQ(err(), "");
}

TEST_F(CheckTest, SaysThatItsEstimateIsOfWholeEpochs) {
  EXPECT_EQ(
      call({"check", scenario_, "measure.until.half_width=0.01", "jobs.train.workload.training.epochs=1"}), 0)
      << err();
  EXPECT_NE(out().find("a run of whole epochs; 'until' leaves out the rest of those that are steady"),
            std::string::npos)
      << out();
  EXPECT_EQ(call({"check", "--json", scenario_, "measure.until.half_width=0.01",
                  "jobs.train.workload.training.epochs=1"}),
            0);
  EXPECT_EQ(nlohmann::json::parse(out())["files"][0]["estimate"]["of_whole_epochs"], true);
}

}  // namespace
}  // namespace headrace
