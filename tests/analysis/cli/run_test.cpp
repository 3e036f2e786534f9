#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/cli/program.h"
#include "analysis/results/content_hash.h"
#include "analysis/results/reader.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using RunTest = CliTest;

TEST_F(RunTest, AnswersAndStores) {
  ASSERT_EQ(run(), 0) << err();
  EXPECT_NE(out().substr(0, out().find('\n')).find("4 accelerators reach "), std::string::npos) << out();
  EXPECT_NE(out().find("results: " + database_ + " (run 1)"), std::string::npos) << out();
  ResultReader reader(database_);
  ASSERT_EQ(reader.runs().size(), 1U);
  EXPECT_EQ(reader.runs()[0].scenario, "tiny");
  EXPECT_EQ(reader.runs()[0].outcome, "finished");
  const std::string resolved = reader.resolved_text(reader.runs()[0].scenario_hash);
  EXPECT_NE(resolved.find("tiny.yaml:4"), std::string::npos) << "the origin of the seed";
}

TEST_F(RunTest, JsonAndDatabaseAgree) {
  ASSERT_EQ(run({"--json"}), 0) << err();
  const auto answer = nlohmann::json::parse(out());
  EXPECT_EQ(answer["outcome"], "finished");
  EXPECT_EQ(answer["jobs"]["train"]["epochs"].size(), 2U);
  ResultReader reader(database_);
  const StoredRun stored = reader.runs().at(0);
  EXPECT_EQ(answer["events"], stored.events);
  EXPECT_EQ(answer["scenario_hash"], stored.scenario_hash);
  EXPECT_EQ(std::stoull(answer["fingerprint"].get<std::string>(), nullptr, 16), stored.fingerprint);
  double au = -1;
  for (const StoredMetric& row : reader.metrics(1))
    if (row.component == "jobs/train" && row.metric == "au_percent") au = row.value;
  EXPECT_EQ(answer["jobs"]["train"]["au_percent"], au);
}

// Runs one arm as a scenario of its own: the same run as among the others, and nothing else.
TEST_F(RunTest, RunsOneArmAlone) {
  std::ofstream(scenario_, std::ios::app)
      << "compare:\n  one: {overrides: []}\n  few: {overrides: [jobs.train.workload.training.epochs=1]}\n";
  ASSERT_EQ(run({"--json"}), 0) << err();
  const auto all = nlohmann::json::parse(out());
  ASSERT_EQ(run({"--arm", "few", "--json"}), 0) << err();
  const auto alone = nlohmann::json::parse(out());
  EXPECT_FALSE(alone.contains("arms"));
  EXPECT_EQ(alone["fingerprint"], all["arms"]["few"]["fingerprint"]);
  EXPECT_EQ(run({"--arm", "fex"}), 2);
  EXPECT_NE(err().find("has no arm 'fex'; its arms are one, few; did you mean 'few'?"), std::string::npos)
      << err();
}

TEST_F(RunTest, KnowsNoArmWhereNoneAreCompared) {
  EXPECT_EQ(run({"--arm", "few"}), 2);
  EXPECT_NE(err().find("compares no arms"), std::string::npos) << err();
}

// A probe is no benchmark of DLIO's: no folder is told of files that nobody writes.
TEST_F(RunTest, TellsOfDlioFilesWhereSomeAreWritten) {
  ASSERT_EQ(run(), 0) << err();
  EXPECT_NE(out().find("files as DLIO writes them"), std::string::npos) << out();
  const std::string work = "    workload:";
  std::string text = kTinyScenario;
  const std::size_t begin = text.find(work), end = text.find("    nodes: {group: clients}");
  text.replace(begin, end - begin, "    probe: {operation: read, files_per_process: 3, file_size: 2 MB}\n");
  std::ofstream(scenario_) << text;
  ASSERT_EQ(run(), 0) << err();
  EXPECT_EQ(out().find("DLIO"), std::string::npos) << out();
  EXPECT_EQ(err().find("DLIO"), std::string::npos) << err();
  ASSERT_EQ(run({"--dlio-output", folder_ / "there", "--quiet", "seed=2"}), 0) << err();
  EXPECT_NE(err().find("--dlio-output is left alone: no job of " + scenario_ + " is of DLIO's benchmark"),
            std::string::npos)
      << err();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "there"));
}

// The causes of a rank's time add up to how long its job took.
TEST_F(RunTest, TheTimeBudgetIsComplete) {
  ASSERT_EQ(run({"--json"}), 0) << err();
  const auto job = nlohmann::json::parse(out())["jobs"]["train"];
  for (std::size_t rank = 0; rank < 4; ++rank) {
    double sum = 0;
    for (const auto& cause : job["time_budget"]) sum += cause["rank_seconds"][rank].get<double>();
    EXPECT_NEAR(sum, job["seconds"].get<double>(), 1e-6) << "rank " << rank;
  }
}

// Each word that would once have cost a file or all former runs.
TEST_F(RunTest, ASlipCostsNothing) {
  const auto contents = [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  ASSERT_EQ(run(), 0) << err();
  const std::string stored = contents(database_);
  const std::string one = folder_ / "one.json", foreign = folder_ / "foreign.json";
  EXPECT_EQ(call({"run", scenario_, "--out", one, "--trace", one}), 2);
  EXPECT_NE(err().find("--out and --trace are one file"), std::string::npos) << err();
  EXPECT_EQ(call({"probe", scenario_, "--out", database_}), 3);
  EXPECT_EQ(call({"run", scenario_, "--out", folder_ / "new.db", "--trace", database_}), 2);
  EXPECT_EQ(contents(database_), stored);
  std::ofstream(foreign) << "{}";
  EXPECT_EQ(call({"run", scenario_, "--out", folder_ / "new.db", "--trace", foreign}), 3);
  EXPECT_EQ(contents(foreign), "{}");
  EXPECT_EQ(run({"--trace", scenario_}), 2);
  EXPECT_EQ(call({"probe", scenario_, "--out", scenario_}), 2);
  EXPECT_EQ(call({"run", scenario_, "--out", scenario_}), 2);
  EXPECT_EQ(contents(scenario_), kTinyScenario);
  EXPECT_EQ(run({"--trace", folder_ / "t.json"}), 0) << err();
  EXPECT_EQ(run({"--trace", folder_ / "t.json"}), 0) << "a timeline of ours: " << err();
}

// YAML can write what no editor shows; none of it commands the terminal, and JSON says it exactly.
TEST_F(RunTest, NamesReachTheTerminalAsText) {
  std::string text = kTinyScenario;
  const auto replace = [&text](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("name: tiny", R"(name: "evil \e]0;PWNED\a \r\x9b31m")");
  replace("question: does it run?", R"(question: "\e[2J")");
  replace("model: tiny", R"(model: "m\e[41m\u202Ex")");
  std::ofstream(scenario_) << text;
  for (const char* verbose : {"--quiet", "--verbose"}) {
    ASSERT_EQ(run({verbose}), 0) << err();
    for (const char* sign : {"\x1b", "\a", "\r", "\xc2\x9b", "\xe2\x80\xae"}) {
      EXPECT_EQ(out().find(sign), std::string::npos) << out();
      EXPECT_EQ(err().find(sign), std::string::npos) << err();
    }
  }
  EXPECT_NE(out().find("evil \\u001b]0;PWNED\\u0007 \\u000d\\u009b31m"), std::string::npos) << out();
  ASSERT_EQ(run({"--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["scenario"],
            "evil \x1b]0;PWNED\a \r\xc2\x9b"
            "31m");
}

TEST_F(RunTest, TheSameSeedGivesTheSameAnswer) {
  ASSERT_EQ(run({"--json", "--seed", "5"}), 0) << err();
  auto first = nlohmann::json::parse(out());
  ASSERT_EQ(run({"--json", "seed=5"}), 0) << err();
  auto second = nlohmann::json::parse(out());
  EXPECT_EQ(first, second);
  ASSERT_EQ(run({"--json", "--seed", "6"}), 0) << err();
  EXPECT_NE(first["fingerprint"], nlohmann::json::parse(out())["fingerprint"]);
}

TEST_F(RunTest, ReplicationsAreAllStoredAndSpread) {
  ASSERT_EQ(run({"--json", "measure.replications=3"}), 0) << err();
  const auto answer = nlohmann::json::parse(out());
  ASSERT_EQ(answer["replications"].size(), 3U);
  EXPECT_NE(answer["replications"][0]["fingerprint"], answer["replications"][1]["fingerprint"]);
  EXPECT_EQ(ResultReader(database_).runs().size(), 3U);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "results/tiny/dlio/train/run3/summary.json"));
}

TEST_F(RunTest, WritesDlioFilesBesideTheDatabase) {
  ASSERT_EQ(run(), 0) << err();
  std::ifstream file(folder_ / "results/tiny/dlio/train/summary.json");
  const auto summary = nlohmann::json::parse(file);
  EXPECT_EQ(summary["num_accelerators"], 4);
  EXPECT_EQ(summary["num_files_train"], 160);
  EXPECT_EQ(summary["host_cpu_count"], nlohmann::json({12, 12}));
  EXPECT_EQ(summary["host_memory_GB"], nlohmann::json({1.0, 1.0}));
  EXPECT_EQ(summary["data_size_per_host_GB"], 1.25);  // 160 files of 16 MiB on two hosts.
  EXPECT_EQ(summary["potential_caching"], nlohmann::json({0, 0}));
}

TEST_F(RunTest, WritesDlioFilesElsewhereOrNowhere) {
  ASSERT_EQ(run({"--dlio-output", folder_ / "there"}), 0) << err();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "there/train/0_per_epoch_stats.json"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "results/tiny"));
  ASSERT_EQ(run({"--no-dlio-output"}), 0) << err();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "results/tiny"));
}

TEST_F(RunTest, QuietIsOneLine) {
  ASSERT_EQ(run({"--quiet"}), 0) << err();
  EXPECT_EQ(err(), "");
  EXPECT_EQ(out().rfind("4 accelerators reach ", 0), 0U) << out();
  EXPECT_EQ(out().find("epoch  "), std::string::npos) << out();
}

TEST_F(RunTest, AssertionsBecomeTheExitCode) {
  EXPECT_EQ(run({"assert=[\"jobs.train.au_percent >= 1\"]"}), 0) << err();
  EXPECT_EQ(run({"assert=[\"jobs.train.au_percent >= 2\", \"jobs.train.au_percent >= 99.99\"]"}), 1) << err();
  EXPECT_NE(out().find("FAIL jobs.train.au_percent >= 99.99"), std::string::npos) << out();
}

constexpr const char* kArms =
    "compare={narrow: {overrides: []}, wide: {overrides: [jobs.train.layout.stripe_count=2]}}";

TEST_F(RunTest, ComparesArms) {
  ASSERT_EQ(run({kArms}), 0) << err();
  EXPECT_TRUE(out().starts_with("no arm is named best: one replication has no interval")) << out();
  EXPECT_NE(out().find("\n  train: arm "), std::string::npos) << out();
  EXPECT_NE(out().find(":\n4 accelerators reach "), std::string::npos) << out();
  EXPECT_NE(out().find("(runs 1 to 2)"), std::string::npos) << out();
  ResultReader reader(database_);
  ASSERT_EQ(reader.runs().size(), 2U);
  EXPECT_EQ(reader.runs()[0].scenario, "tiny [narrow]");
  EXPECT_EQ(reader.runs()[1].scenario, "tiny [wide]");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "results/tiny/dlio/wide/train/summary.json"));
  // The stored text of an arm is a scenario that runs as the arm did.
  std::ofstream(scenario_) << reader.resolved_text(reader.runs()[1].scenario_hash);
  const std::uint64_t fingerprint = reader.runs()[1].fingerprint;
  ASSERT_EQ(run(), 0) << err();
  EXPECT_EQ(ResultReader(database_).runs().at(2).fingerprint, fingerprint);
}

TEST_F(RunTest, ComparesArmsInJson) {
  ASSERT_EQ(run({"--json", kArms, "measure.replications=2"}), 0) << err();
  const auto answer = nlohmann::json::parse(out());
  EXPECT_EQ(answer["arms"]["wide"]["replications"].size(), 2U);
  EXPECT_EQ(answer["comparison"]["merits"]["train"]["difference_percent"]["wide"]["pairs"], 2);
  EXPECT_EQ(answer["arms"]["narrow"]["seed"], answer["arms"]["wide"]["seed"]);
  EXPECT_EQ(ResultReader(database_).runs().size(), 4U);
}

TEST_F(RunTest, AssertionsHoldInEveryArm) {
  EXPECT_EQ(run({kArms, "assert=[\"jobs.train.au_percent >= 1\"]"}), 0) << err();
  EXPECT_NE(out().find("PASS arms.wide.jobs.train.au_percent >= 1 ("), std::string::npos) << out();
  EXPECT_EQ(run({kArms, "assert=[\"arms.wide.jobs.train.au_percent >= 99.99\"]"}), 1) << err();
}

TEST_F(RunTest, AWrongArmMakesNoDatabase) {
  EXPECT_EQ(run({"compare={a: {overrides: []}, b: {overrides: [jobs.train.storage=home]}}"}), 2);
  EXPECT_NE(err().find("in the arm 'b'"), std::string::npos) << err();
  EXPECT_FALSE(std::filesystem::exists(database_));
}

TEST_F(RunTest, RunsJobsAloneToo) {
  std::ifstream file(scenario_);
  std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t begin = text.find("  train:");
  const std::size_t end = text.find("measure:");
  std::string other = text.substr(begin, end - begin);
  other.replace(other.find("train:"), 6, "other:");
  other.replace(other.find("clients}"), 8, "clients, first: 1, count: 1}");
  text.insert(end, other);
  text.replace(text.find("clients}\n"), 8, "clients, count: 1}");
  std::ofstream(scenario_) << text;
  ASSERT_EQ(run({"--json", "measure.alone=true"}), 0) << err();
  const auto answer = nlohmann::json::parse(out());
  const auto& jobs = answer["jobs"];
  // Both want the same two targets at the same time.
  EXPECT_GT(jobs["train"]["interference"]["time_ratio"].get<double>(), 1.0);
  EXPECT_GT(jobs["other"]["interference"]["time_ratio"].get<double>(), 1.0);
  ResultReader reader(database_);
  ASSERT_EQ(reader.runs().size(), 3U);
  EXPECT_EQ(reader.runs()[0].scenario, "tiny [alone:train]");
  EXPECT_EQ(reader.runs()[2].scenario, "tiny");
  // The answer has the runs that its ratios are taken of.
  for (const char* name : {"train", "other"}) {
    const auto alone = answer["alone"][name];
    EXPECT_EQ(alone["scenario"], std::string("tiny [alone:") + name + "]");
    EXPECT_EQ(alone["jobs"].size(), 1U);
    EXPECT_EQ(alone["jobs"][name]["seconds"], jobs[name]["interference"]["seconds_alone"]);
  }
}

TEST_F(RunTest, AStallEndsWithFive) {
  // Nine samples over four ranks: ceil gives the last rank none, and it never comes to the barrier.
  // PyTorch's sampler would pad.
  EXPECT_EQ(run({"jobs.train.workload.dataset.files=9", "jobs.train.workload.loader.kind=tensorflow"}), 5)
      << err();
  EXPECT_TRUE(out().starts_with("no answer: stalled at ")) << out();
  EXPECT_NE(out().find("barrier"), std::string::npos) << out();
  EXPECT_EQ(ResultReader(database_).runs().at(0).outcome, "stalled");
}

TEST_F(RunTest, ALimitLeavesAPartialAnswer) {
  EXPECT_EQ(run({"measure.event_limit=100"}), 0) << err();
  EXPECT_TRUE(out().starts_with("no answer: event limit reached")) << out();
  EXPECT_EQ(ResultReader(database_).runs().at(0).outcome, "event_limit");
}

TEST_F(RunTest, AWrongScenarioMakesNoDatabase) {
  EXPECT_EQ(run({"jobs.train.storage=nowhere"}), 2);
  EXPECT_NE(err().find("error["), std::string::npos) << err();
  EXPECT_FALSE(std::filesystem::exists(database_));
}

TEST_F(RunTest, APlaceThatCannotBeWrittenIsSaidBeforeTheRun) {
  EXPECT_EQ(call({"run", scenario_, "--out", scenario_ + "/x.db"}), 74);
  EXPECT_NE(err().find("the folder cannot be made"), std::string::npos) << err();
  const std::string notes = folder_ / "notes.txt";
  std::ofstream(notes) << kTinyScenario;
  EXPECT_EQ(call({"run", scenario_, "--out", notes}), 3);
  EXPECT_NE(err().find("is not a headrace result database; it was left as it is"), std::string::npos)
      << err();
  EXPECT_EQ(call({"check", scenario_}), 0);
}

TEST_F(RunTest, LimitsHoldWhileTheMachineIsBuilt) {
  // The topology has all nodes made, used or not.
  EXPECT_EQ(run({"--memory-limit", "1 B", "platform.nodes.clients.count=100000",
                 "platform.network.topology=fat_tree", "jobs.train.nodes.count=2"}),
            4);
  EXPECT_EQ(out(), "");
  EXPECT_NE(
      err().find("headrace: stopped by --memory-limit 1 B before or while the machine and its jobs were "
                 "built: nothing was simulated; `headrace check` estimates what a run needs\n"),
      std::string::npos)
      << err();
}

// What ran until the limit is kept, said to be partial, and ends with the code of an interrupted run.
TEST_F(RunTest, StopsAtALimitOfTheMachine) {
  EXPECT_EQ(run({"--memory-limit", "1 B"}), 4);
  EXPECT_NE(err().find("stopped by --memory-limit 1 B; the answer is that of what ran until then, and the "
                       "same command goes on"),
            std::string::npos)
      << err();
  ResultReader reader(database_);
  ASSERT_EQ(reader.runs().size(), 1U);
  EXPECT_EQ(reader.runs()[0].outcome, "stopped");
  // The same command makes the run that was cut anew, in its place.
  ASSERT_EQ(run(), 0) << err();
  EXPECT_NE(err().find(": 1 of 1 runs of this call were there"), std::string::npos) << err();
  ResultReader again(database_);
  ASSERT_EQ(again.runs().size(), 1U);
  EXPECT_EQ(again.runs()[0].outcome, "finished");
}

TEST_F(RunTest, ThreadsChangeNothing) {
  const std::string other = folder_ / "other.db";
  ASSERT_EQ(run({"--json", kArms, "measure.replications=3", "--jobs", "1"}), 0) << err();
  auto one = nlohmann::json::parse(out());
  ASSERT_EQ(
      call({"run", scenario_, "--out", other, "--json", kArms, "measure.replications=3", "--jobs", "3"}), 0)
      << err();
  auto three = nlohmann::json::parse(out());
  for (auto* answer : {&one, &three}) {
    answer->erase("database");
    answer->erase("dlio_output");
    for (auto& arm : (*answer)["arms"]) {
      arm.erase("database");
      arm.erase("dlio_output");
    }
  }
  EXPECT_EQ(one, three);
  ResultReader a(database_), b(other);
  EXPECT_EQ(content_hash(a.database()), content_hash(b.database()));
  ASSERT_EQ(a.runs().size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(a.runs()[i].fingerprint, b.runs()[i].fingerprint) << i;
}

TEST_F(RunTest, HigherLimitsChangeNothing) {
  ASSERT_EQ(run({"--json"}), 0) << err();
  const auto without = nlohmann::json::parse(out());
  ASSERT_EQ(run({"--json", "--wall-limit", "1 h", "--memory-limit", "1 TiB"}), 0) << err();
  EXPECT_EQ(without["fingerprint"], nlohmann::json::parse(out())["fingerprint"]);
}

}  // namespace
}  // namespace headrace
