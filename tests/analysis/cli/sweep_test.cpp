#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

using SweepVerbTest = SweepTest;

TEST_F(SweepVerbTest, TheFirstLineNamesThePointAhead) {
  ASSERT_EQ(sweep(), 0) << err();
  EXPECT_TRUE(out().find("ahead of") != std::string::npos && out().find("ahead of") < 60) << out();
  EXPECT_NE(out().find("worst: train "), std::string::npos) << out();
  EXPECT_NE(out().find("\n  read_threads matters most: "), std::string::npos) << out();
  EXPECT_NE(out().find("6 of 6 points done, 6 runs, 6 of them new"), std::string::npos) << out();
}

TEST_F(SweepVerbTest, RanksByTheFigureOfTheLine) {
  ASSERT_EQ(sweep({"--figure", "seconds", "--json"}), 0) << err();
  const auto points = nlohmann::json::parse(out())["points"];
  ASSERT_EQ(points.size(), 6U);
  const auto seconds = [&](std::size_t i) {
    return points[i]["figures"]["jobs.train.seconds"]["mean"].get<double>();
  };
  for (std::size_t i = 1; i < 6; ++i) EXPECT_LE(seconds(i - 1), seconds(i));
  EXPECT_EQ(call({"sweep", scenario_, "--out", folder_ / "none.db", "--figure", "second", kAxis}), 2);
  EXPECT_NE(err().find("did you mean 'seconds'?"), std::string::npos) << err();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none.db")) << "told before anything ran";
}

TEST_F(SweepVerbTest, AgainRunsNothing) {
  ASSERT_EQ(sweep({"--json"}), 0) << err();
  const auto first = nlohmann::json::parse(out());
  EXPECT_EQ(err(), "");
  ASSERT_EQ(sweep({"--json"}), 0);
  const auto again = nlohmann::json::parse(out());
  EXPECT_NE(err().find("6 finished points of 6 were there, they are not run again"), std::string::npos)
      << err();
  EXPECT_EQ(first["new_runs"], 6);
  EXPECT_EQ(again["new_runs"], 0);
  EXPECT_EQ(first["points"], again["points"]);
  EXPECT_EQ(first["points"].size(), 6U);
  const auto& best = first["points"][0];
  EXPECT_EQ(best["figures"]["jobs.train.utilisation_percent"]["replications"], 1);
  EXPECT_TRUE(best["parameters"].contains("jobs.train.workload.loader.read_threads"));
}

TEST_F(SweepVerbTest, ALimitEndsWithFourAndTheSameCommandGoesOn) {
  EXPECT_EQ(sweep({"--runs", "2"}), 4);
  EXPECT_NE(err().find("stopped by --runs 2 with 2 of 6 points done; the same command goes on"),
            std::string::npos)
      << err();
  EXPECT_EQ(text("SELECT count(*) FROM run"), "2");
  EXPECT_EQ(sweep({"--memory-limit", "1 B"}), 4);
  EXPECT_NE(err().find("stopped by --memory-limit 1 B"), std::string::npos) << err();
  EXPECT_EQ(sweep(), 0) << err();
  EXPECT_EQ(text("SELECT count(*) FROM run"), "6");
}

TEST_F(SweepVerbTest, OneHashForThreadsShardsAndInterruptions) {
  ASSERT_EQ(sweep({"--jobs", "1", "measure.replications=2", kAxis}), 0) << err();
  const std::string expected = hash_of(database_);
  std::vector<std::string> merge = {"merge", folder_ / "merged.db"};
  const auto other = [&](const std::string& name, std::vector<std::string> more) {
    more.insert(more.begin(), {"sweep", scenario_, "--out", folder_ / name, "measure.replications=2", kAxis});
    return call(more);
  };
  ASSERT_EQ(other("two.db", {"--jobs", "2"}), 0) << err();
  EXPECT_EQ(hash_of(folder_ / "two.db"), expected);
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(other("steps.db", {"--jobs", "2", "--runs", "1"}), i == 11 ? 0 : 4) << i;
  EXPECT_EQ(hash_of(folder_ / "steps.db"), expected);
  for (const char* shard : {"1/4", "2/4", "3/4", "4/4"}) {
    const std::string name = std::string("shard-") + shard[0] + ".db";
    ASSERT_EQ(other(name, {"--shard", shard}), 0) << err();
    merge.push_back(folder_ / name);
  }
  ASSERT_EQ(call(merge), 0) << err();
  EXPECT_EQ(hash_of(merge[1]), expected);
  ASSERT_EQ(call({"show", "hash", merge[1]}), 0) << err();
  EXPECT_EQ(out(), expected + "\n");
  EXPECT_EQ(call({"show", "hash", merge[1], "seed=2"}), 2);
}

TEST_F(SweepVerbTest, ReplicationsUntilTheIntervalIsNarrow) {
  std::ofstream(scenario_, std::ios::app)
      << "sweep:\n  axes: [\"jobs.train.workload.loader.read_threads=1,2\"]\n"
         "  precision: {figure: jobs.train.au_percent, half_width: 1000, at_most: 20}\n";
  ASSERT_EQ(sweep({"seed=3"}), 0) << err();
  EXPECT_EQ(text("SELECT group_concat(n) FROM (SELECT count(*) AS n FROM sweep_run GROUP BY point)"),
            "14,14");
  const std::string expected = hash_of(database_);
  const std::string steps = folder_ / "steps.db";
  for (int i = 0; i < 28; ++i)
    EXPECT_EQ(call({"sweep", scenario_, "--out", steps, "--runs", "1", "seed=3"}), i == 27 ? 0 : 4)
        << i << err();
  EXPECT_EQ(hash_of(steps), expected);
}

TEST_F(SweepVerbTest, APointThatStallsFailed) {
  // Nine samples over four ranks: the last rank has none, and never comes to the barrier.
  ASSERT_EQ(sweep({"jobs.train.workload.dataset.files=160,9", "jobs.train.workload.loader.kind=tensorflow"}),
            0)
      << err();
  EXPECT_EQ(text("SELECT state FROM sweep_point WHERE point = 1"), "failed");
  EXPECT_NE(out().find("point 1 failed: the model stalled: "), std::string::npos) << out();
  EXPECT_NE(out().find("1 of 2 points done, 1 failed"), std::string::npos) << out();
  EXPECT_EQ(call({"sweep", scenario_, "--out", folder_ / "b.db", "jobs.train.workload.dataset.files=9"}), 2);
}

TEST_F(SweepVerbTest, AllRowsWhereAskedFor) {
  ASSERT_EQ(sweep(), 0);
  EXPECT_EQ(text("SELECT count(*) FROM epoch"), "0");
  const std::string all = folder_ / "all.db";
  ASSERT_EQ(call({"sweep", scenario_, "--out", all, "--rows", "all", kAxis}), 0) << err();
  EXPECT_EQ(ResultReader(all).database().text("SELECT count(DISTINCT run) FROM epoch"), "6");
}

TEST_F(SweepVerbTest, ABatchScriptCarriesLimitsAndMemory) {
  const auto script = [this] {
    std::ifstream file(std::filesystem::path(database_).replace_extension(".sbatch"));
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  ASSERT_EQ(sweep({"--slurm", "2"}), 0) << err();
  EXPECT_NE(script().find("the memory an estimate: the first point took "), std::string::npos) << script();
  ASSERT_EQ(sweep({"--slurm", "2", "--memory-limit", "1GiB", "--wall-limit", "1h"}), 0) << err();
  EXPECT_NE(script().find("#SBATCH --time=01:10:00\n#SBATCH --mem=1408M\n"), std::string::npos) << script();
  EXPECT_NE(script().find(" --wall-limit "), std::string::npos) << script();
  EXPECT_FALSE(std::filesystem::exists(database_));
}

TEST_F(SweepVerbTest, WhatIsWrongIsSaidBeforeAnythingRuns) {
  EXPECT_EQ(sweep({"jobs.train.workload.loader.read_thread=1,2"}), 2);
  EXPECT_NE(err().find("did you mean"), std::string::npos) << err();
  EXPECT_FALSE(std::filesystem::exists(database_));
  for (const char* shard : {"0/4", "5/4", "2", "a/b", "1/0", "1/"})
    EXPECT_EQ(sweep({"--shard", shard}), 2) << shard;
  for (const char* jobs : {"0", "-1", "x", "1.5", "99999999"}) EXPECT_EQ(sweep({"--jobs", jobs}), 2) << jobs;
  EXPECT_EQ(sweep({kAxis, "jobs.train.workload.loader.read_threads=3"}), 2);
  EXPECT_NE(err().find("E0407]: 'jobs.train.workload.loader.read_threads' is an axis already"),
            std::string::npos)
      << err();
  EXPECT_EQ(sweep({"--rows", "some"}), 2);
  EXPECT_EQ(sweep({"--runs", "none"}), 2);
  EXPECT_EQ(call({"sweep", scenario_, "--out", scenario_, kAxis}), 2);
  EXPECT_EQ(call({"sweep", scenario_, "--out", folder_.path(), kAxis}), 3);
  EXPECT_EQ(call({"sweep", scenario_, "--out", scenario_ + "/x.db", kAxis}), 74);
}

}  // namespace
}  // namespace headrace
