#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/report/page.h"
#include "analysis/results/content_hash.h"
#include "analysis/results/reader.h"
#include "tests/analysis/cli/cli_fixture.h"
#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPlan = R"(
plan:
  axes:
    - platform.file_systems.scratch.lustre.ost.device.read_bandwidth=50 MB/s,100 MB/s,200 MB/s,400 MB/s
    - platform.file_systems.scratch.lustre.ost.count=1,2,3,4
  targets: [jobs.train.au_percent >= 90]
  currency: thalers
  costs:
    - {of: ost.count, price: 10, drives: 1}
    - {of: read_bandwidth=50 MB/s, price: 1}
    - {of: read_bandwidth=100 MB/s, price: 2}
    - {of: read_bandwidth=200 MB/s, price: 4}
    - {of: read_bandwidth=400 MB/s, price: 8}
  more_is_better: [read_bandwidth, ost.count]
)";

class PlanTest : public CliTest {
 protected:
  PlanTest() { std::ofstream(scenario_, std::ios::app) << kPlan; }
  int plan(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"plan", scenario_, "--out", database_});
    return call(more);
  }
};

TEST_F(PlanTest, ThreadsChangeNothing) {
  const std::string other = folder_ / "other.db";
  ASSERT_EQ(plan({"--jobs", "1"}), 0) << err();
  ASSERT_EQ(call({"plan", scenario_, "--out", other, "--jobs", "3"}), 0) << err();
  ResultReader one(database_), three(other);
  EXPECT_EQ(content_hash(one.database()), content_hash(three.database()));
}

// What was run until the limit is said, and an answer that is none does not pretend to be one.
TEST_F(PlanTest, ALimitEndsItAndTheSameCommandGoesOn) {
  EXPECT_EQ(plan({"--memory-limit", "1 B"}), 4);
  EXPECT_NE(out().find("0 of 16 designs are known"), std::string::npos) << out();
  EXPECT_EQ(out().find("Pareto"), std::string::npos) << out();
  EXPECT_NE(err().find("headrace: stopped by --memory-limit 1 B after 0 runs, 0 more were found in "),
            std::string::npos)
      << err();
  EXPECT_EQ(call({"plan", scenario_, "--max", "accelerators", "--out", database_, "--memory-limit", "1 B"}),
            4);
  EXPECT_NE(out().find("interrupted before it was known how many are fed"), std::string::npos) << out();
  ASSERT_EQ(plan(), 0) << err();
}

// Held against a run of every design.
TEST_F(PlanTest, NamesTheCheapestDesign) {
  ASSERT_EQ(plan({"--json"}), 0) << err();
  const Json found = Json::parse(out());
  EXPECT_EQ(found["schema"], "headrace.plan/1");
  double cheapest = 1e9;
  const std::vector<std::string> rates = {"50 MB/s", "100 MB/s", "200 MB/s", "400 MB/s"};
  const std::vector<double> prices = {1, 2, 4, 8};
  for (std::size_t rate = 0; rate < rates.size(); ++rate) {
    for (int osts = 1; osts <= 4; ++osts) {
      ASSERT_EQ(run({"--json", "--no-dlio-output",
                     "platform.file_systems.scratch.lustre.ost.device.read_bandwidth=" + rates[rate],
                     fmt::format("platform.file_systems.scratch.lustre.ost.count={}", osts)}),
                0)
          << err();
      if (Json::parse(out())["jobs"]["train"]["au_percent"] >= 90)
        cheapest = std::min(cheapest, 10 * osts + prices[rate]);
    }
  }
  ASSERT_LT(cheapest, 1e9);
  EXPECT_EQ(found["chosen"]["needs"]["price"], cheapest);
  EXPECT_EQ(found["chosen"]["meets_targets"], true);
  EXPECT_EQ(found["end"], "proven");
  EXPECT_EQ(found["designs"], 16);
  EXPECT_FALSE(found["pareto"].empty());
}

// The cheapest design as planned is one with its drives just fast enough; with one target at half its speed
// it no longer does, and the answer says which situation binds.
TEST_F(PlanTest, DegradedModeChangesTheAnswerAndSaysWhy) {
  ASSERT_EQ(plan({"--json"}), 0) << err();
  const Json planned = Json::parse(out());
  const std::string lost =
      "plan.situations={drive_lost: {overrides: ['faults={lost: {kind: slow_target, file_system: scratch, "
      "ost: 0, "
      "share: 0.5}}'], targets: [jobs.train.au_percent >= 90]}}";
  ASSERT_EQ(plan({"--json", lost}), 0) << err();
  const Json degraded = Json::parse(out());
  EXPECT_GT(degraded["chosen"]["needs"]["price"], planned["chosen"]["needs"]["price"]);
  EXPECT_EQ(degraded["designs"], planned["designs"]);
  EXPECT_EQ(degraded["binding"]["situation"], "drive_lost");
  EXPECT_EQ(degraded["chosen"]["targets"].size(), 2U);
  EXPECT_EQ(degraded["chosen"]["targets"][1]["situation"], "drive_lost");
  ASSERT_EQ(plan({lost}), 0) << err();
  EXPECT_NE(in_one_line(out()).find("binding jobs.train.au_percent >= 90 with drive_lost: the next cheaper"),
            std::string::npos)
      << out();
}

// The model's error is part of whether a target is met: the bound that a prediction has to reach is higher.
TEST_F(PlanTest, ATargetIsMetOnAsManySystemsAsAskedFor) {
  ASSERT_EQ(plan({"--json", "plan.met_on_systems=0.75", "plan.targets=[jobs.train.au_percent >= 80]"}), 0)
      << err();
  const Json found = Json::parse(out());
  EXPECT_GT(found["chosen"]["targets"][0]["bound"], 80);
  EXPECT_GE(found["chosen"]["targets"][0]["value"], found["chosen"]["targets"][0]["bound"]);
  EXPECT_EQ(plan({"plan.met_on_systems=0.95", "plan.targets=[jobs.train.au_percent >= 99]"}), 2);
  EXPECT_NE(err().find("is met on 0."), std::string::npos) << err();
}

TEST_F(PlanTest, MakesAPageOfItsAnswer) {
  if (page_shell().empty()) GTEST_SKIP() << "built without Node.js";
  const std::string page = folder_ / "plan.html";
  ASSERT_EQ(plan({"--page", page}), 0) << err();
  std::ifstream stream(page);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  for (const char* part : {"is the cheapest design that meets every target", "pareto-", "nearest-target"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_EQ(plan({"--page", page, "--max", "accelerators"}), 2);
}

TEST_F(PlanTest, SaysItInWords) {
  ASSERT_EQ(plan(), 0) << err();
  EXPECT_NE(out().find("is the cheapest design that meets every target"), std::string::npos) << out();
  EXPECT_NE(out().find("thalers"), std::string::npos);
  EXPECT_NE(out().find("binding"), std::string::npos);
  EXPECT_NE(out().find("Pareto"), std::string::npos);
}

TEST_F(PlanTest, WhatWasRunIsReused) {
  ASSERT_EQ(plan({"--json"}), 0) << err();
  const Json first = Json::parse(out());
  EXPECT_EQ(first["runs_reused"], 0);
  ASSERT_EQ(plan({"--json"}), 0) << err();
  const Json second = Json::parse(out());
  EXPECT_EQ(second["runs_reused"], second["runs"]);
  EXPECT_EQ(second["chosen"]["needs"], first["chosen"]["needs"]);
}

TEST_F(PlanTest, NoDesignIsExitCodeOne) {
  EXPECT_EQ(plan({"jobs.train.workload.training.computation_time=1 ms"}), 1);
  EXPECT_NE(out().find("no design was found"), std::string::npos) << out();
}

TEST_F(PlanTest, MistakesAreToldBeforeAnythingRuns) {
  const std::string osts = "platform.file_systems.scratch.lustre.ost.count";
  const std::vector<std::pair<std::string, std::vector<std::string>>> mistakes = {
      {"error[E0433]", {"plan.limits.price=1"}},
      {"error[E0406]", {"plan.risk=0.01,0.05"}},
      {"error[E0406]", {"sweep.points=1,2"}},
      {"error[E0320]", {"plan.targets=[jobs.train.au_percent >= 90 s]"}},
      {"error[E0403]", {osts + "=5..2:1"}},
      {"error[E0416]", {"plan.constraints=[ost.count > 8]"}},
      {"error[E0031]", {"--max", "accelerators", osts + "=1,2"}},
      {"did you mean 'accelerators'?", {"--max", "accelerator"}},
      {"--max knows accelerators and accelerators_per_node, not 'nodes'", {"--max", "nodes"}},
      {"--au is of no use without --max accelerators", {"--au", "90"}},
  };
  for (const auto& [said, words] : mistakes) {
    EXPECT_EQ(plan(words), 2) << said;
    EXPECT_NE(err().find(said), std::string::npos) << said << "\n" << err();
    EXPECT_EQ(out(), "");
  }
  EXPECT_EQ(call({"plan", folder_ / "no_such.yaml", "--out", database_}), 2);
  EXPECT_NE(err().find("no_such.yaml"), std::string::npos) << err();
  EXPECT_EQ(call({"plan", folder_ / "no_such.yaml", "--max", "accelerators", "--out", database_}), 2);
  EXPECT_FALSE(std::filesystem::exists(database_));
}

TEST_F(PlanTest, AllMistakesAreToldAtOnce) {
  EXPECT_EQ(plan({"plan.targets=[jobs.train.au_percent >= 90 s]", "plan.risk=0.01,0.05",
                  "jobs.train.workload.dataset.files=0"}),
            2);
  for (const char* said : {"E0320", "E0406", "dataset.files=0"})
    EXPECT_NE(err().find(said), std::string::npos) << said << "\n" << err();
  EXPECT_EQ(plan({"plan.targets=[jobs.train.au_percent >= 90 s]", "plan.costs[0].of=ots.count"}), 2);
  for (const char* said : {"E0320", "E0432"})
    EXPECT_NE(err().find(said), std::string::npos) << said << "\n" << err();
}

// The same file answers both questions.
TEST_F(PlanTest, ThePlanOfAFileIsNoMatterToItsAccelerators) {
  const std::vector<std::string> words = {"--max", "accelerators", "--json", "--up-to", "8"};
  ASSERT_EQ(plan(words), 0) << err();
  const Json with = Json::parse(out());
  std::ofstream(scenario_) << kTinyScenario;
  ASSERT_EQ(plan(words), 0) << err();
  const Json without = Json::parse(out());
  EXPECT_EQ(without["largest_accelerators"], with["largest_accelerators"]);
  EXPECT_EQ(without["runs_reused"], without["runs"]);
}

// Each accelerator asks for 4 x 16 MiB a second; of 2 x 200 MB/s about six are fed. Against a run of each
// count.
TEST_F(PlanTest, CountsTheAcceleratorsThatAreFed) {
  const std::vector<std::string> machine = {
      "platform.file_systems.scratch.lustre.ost.device.read_bandwidth=200 MB/s"};
  ASSERT_EQ(plan({"--max", "accelerators", "--json", "--up-to", "32", machine[0]}), 0) << err();
  const Json found = Json::parse(out());
  std::int64_t largest = 0;
  for (int nodes = 1; nodes <= 16; ++nodes) {
    const int code = run(
        {"--json", "--no-dlio-output", machine[0], fmt::format("platform.nodes.clients.count={}", nodes)});
    if (code == 5) continue;  // Stalled: the samples of the last rank do not make its steps.
    ASSERT_EQ(code, 0) << err();
    if (Json::parse(out())["jobs"]["train"]["au_percent"] >= 90) largest = std::int64_t{2} * nodes;
  }
  ASSERT_GT(largest, 0);
  EXPECT_NEAR(found["largest_accelerators"].get<double>(), static_cast<double>(largest), 2);  // One node.
  EXPECT_FALSE(found["curve"].empty());
  ASSERT_EQ(plan({"--max", "accelerators", "--up-to", "32", machine[0]}), 0);
  EXPECT_NE(out().find("are fed"), std::string::npos) << out();
}

TEST_F(PlanTest, AcceleratorsHaveATargetAndAnEnd) {
  ASSERT_EQ(plan({"--max", "accelerators", "--json", "--au", "12.5", "--up-to", "8"}), 0) << err();
  const Json found = Json::parse(out());
  EXPECT_EQ(found["target"], "jobs.train.au_percent >= 12.5");
  EXPECT_EQ(found["largest_accelerators"], 8);
  EXPECT_EQ(found["at_the_end"], true);
}

// What was run stays, also what stalled, and is found whatever the target and the range are.
TEST_F(PlanTest, CountsThatWereRunAreReused) {
  const std::vector<std::string> words = {
      "--max", "accelerators", "--up-to",
      "32",    "--json",       "platform.file_systems.scratch.lustre.ost.device.read_bandwidth=200 MB/s"};
  ASSERT_EQ(plan(words), 0) << err();
  Json first = Json::parse(out());
  EXPECT_EQ(first["runs_reused"], 0);
  EXPECT_GT(first["runs"], 3);
  ASSERT_EQ(plan(words), 0) << err();
  Json second = Json::parse(out());
  EXPECT_EQ(second["runs_reused"], second["runs"]);
  first.erase("runs_reused");
  second.erase("runs_reused");
  EXPECT_EQ(first, second);
  std::vector<std::string> easier = words;
  easier[3] = "16";
  easier.insert(easier.end(), {"--au", "50"});
  ASSERT_EQ(plan(easier), 0) << err();
  EXPECT_GT(Json::parse(out())["runs_reused"], 0);
  ASSERT_EQ(call({"query", database_, "points", "--csv"}), 0) << err();
  EXPECT_NE(out().find("jobs.train.nodes.count"), std::string::npos) << out();
  EXPECT_NE(out().find("platform.nodes.clients.count"), std::string::npos);
  EXPECT_GE(std::count(out().begin(), out().end(), '\n'), first["runs"].get<int>());
}

TEST_F(PlanTest, ABatchScriptHasOneTask) {
  const std::string path = folder_ / "results/tiny.sbatch";
  const auto script = [&] {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  ASSERT_EQ(plan({"--slurm", "--wall-limit", "1h"}), 0) << err();
  EXPECT_EQ(out(), "one task: " + path + "; on the cluster: sh " + path + "\n");
  EXPECT_FALSE(std::filesystem::exists(database_));
  EXPECT_NE(script().find("#SBATCH --exclusive\n#SBATCH --time=01:10:00\n"), std::string::npos) << script();
  ASSERT_EQ(plan({"--slurm", "--max", "accelerators", "--au", "80", "--up-to", "64", "--json", "--jobs", "4",
                  "--slurm-time", "2h"}),
            0)
      << err();
  EXPECT_NE(
      script().find(" plan " + scenario_ + " --max accelerators --au 80 --up-to 64 --json \\\n  --out " +
                    database_ + " --jobs 4 --progress off &\n"),
      std::string::npos)
      << script();
  EXPECT_NE(script().find("#SBATCH --time=02:00:00\n"), std::string::npos) << script();
  EXPECT_EQ(plan({"--slurm-time", "2h"}), 2);
  EXPECT_NE(err().find("--slurm-time is of no use without --slurm"), std::string::npos) << err();
  EXPECT_EQ(plan({"--slurm", "plan.limits.price=1"}), 2) << "what is wrong is told before";
}

}  // namespace
}  // namespace headrace
