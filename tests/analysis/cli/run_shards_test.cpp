// `run` in parts, and the batch script that starts them.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/results/content_hash.h"
#include "analysis/results/reader.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using RunShardsTest = CliTest;

constexpr const char* kTwoArms =
    "compare={narrow: {overrides: []}, wide: {overrides: [jobs.train.layout.stripe_count=2]}}";

TEST_F(RunShardsTest, OneHashAndOneAnswerForShards) {
  ASSERT_EQ(run({kTwoArms, "measure.replications=3", "measure.alone=true"}), 0) << err();
  const std::string expected = content_hash(ResultReader(database_).database());
  ASSERT_EQ(call({"show", "answer", database_, "--json"}), 0) << err();
  auto whole = nlohmann::json::parse(out());
  std::vector<std::string> merge = {"merge", folder_ / "merged.db"};
  for (const char* shard : {"1/4", "2/4", "3/4", "4/4"}) {
    merge.push_back(folder_ / (std::string("shard-") + shard[0] + ".db"));
    ASSERT_EQ(call({"run", scenario_, kTwoArms, "measure.replications=3", "measure.alone=true", "--out",
                    merge.back(), "--shard", shard, "--dlio-output", folder_ / "dlio", "--quiet"}),
              0)
        << err();
    EXPECT_EQ(out().find("shard " + std::string(1, shard[0]) + " of 4: "), 0U) << out();
    EXPECT_EQ(err(), "");
  }
  for (const char* arm : {"narrow", "wide"})
    for (const char* replication : {"run1", "run2", "run3"})
      EXPECT_TRUE(std::filesystem::exists(
          folder_ / ("dlio/" + std::string(arm) + "/train/" + replication + "/summary.json")));
  ASSERT_EQ(call(merge), 0) << err();
  EXPECT_EQ(content_hash(ResultReader(merge[1]).database()), expected);
  ASSERT_EQ(call({"show", "answer", merge[1], "--json"}), 0) << err();
  auto joined = nlohmann::json::parse(out());
  EXPECT_EQ(joined["comparison"], whole["comparison"]);
  EXPECT_EQ(joined["answer"], whole["answer"]);
}

TEST_F(RunShardsTest, AShardThatWasCutGoesOn) {
  const std::vector<std::string> shard = {"measure.replications=4", "--shard", "2/2"};
  std::vector<std::string> cut = shard;
  cut.insert(cut.end(), {"--memory-limit", "1 B"});
  EXPECT_EQ(run(cut), 4);
  EXPECT_NE(err().find("headrace: stopped by --memory-limit 1 B; the same command goes on"),
            std::string::npos)
      << err();
  ASSERT_EQ(run(shard), 0) << err();
  EXPECT_EQ(out(), "shard 2 of 2: 2 of 2 runs stored in " + database_ + "\n");
  EXPECT_EQ(ResultReader(database_).database().text("SELECT group_concat(replication) FROM run"), "2,4");
}

TEST_F(RunShardsTest, ABatchScriptRunsEachReplicationOfEachArm) {
  ASSERT_EQ(run({kTwoArms, "measure.replications=3", "--slurm", "64", "--memory-limit", "1GiB",
                 "--wall-limit", "1h", "--seed", "7", "--json"}),
            0)
      << err();
  EXPECT_EQ(out().find("6 runs in 6 shards: "), 0U) << out();
  EXPECT_FALSE(std::filesystem::exists(database_));
  std::ifstream file(std::filesystem::path(database_).replace_extension(".sbatch"));
  const std::string script(std::istreambuf_iterator<char>(file), {});
  for (const std::string& part :
       {std::string("#SBATCH --array=1-6\n"), std::string("#SBATCH --time=01:10:00\n#SBATCH --mem=1408M\n"),
        std::string(" seed=7 "), " --dlio-output " + folder_ / "results/tiny/dlio",
        " show answer " + database_ + " --json'"})
    EXPECT_NE(script.find(part), std::string::npos) << part << "\n" << script;
  ASSERT_EQ(run({"--slurm", "2", "--no-dlio-output"}), 0) << err();
  EXPECT_EQ(out().find("1 run in 1 shard: "), 0U) << out();
  std::ifstream again(std::filesystem::path(database_).replace_extension(".sbatch"));
  const std::string other(std::istreambuf_iterator<char>(again), {});
  EXPECT_NE(other.find("the memory an estimate: the first point took "), std::string::npos) << other;
  EXPECT_NE(other.find(" --no-dlio-output"), std::string::npos) << other;
  EXPECT_EQ(run({"--slurm", "2", "--trace", folder_ / "t.json"}), 2);
  EXPECT_NE(err().find("--trace is for one process; leave --shard and --slurm out"), std::string::npos)
      << err();
}

}  // namespace
}  // namespace headrace
