#include <nlohmann/json.hpp>

#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

using MergeVerbTest = SweepTest;

TEST_F(MergeVerbTest, SaysWhatIsMissing) {
  ASSERT_EQ(sweep({"--shard", "2/3"}), 0) << err();
  const std::string merged = folder_ / "merged.db";
  ASSERT_EQ(call({"merge", merged, database_}), 0) << err();
  EXPECT_EQ(out(), merged + ": 2 runs added, 0 were there\n  tiny: 2 of 6 points done, 4 open\n");
  ASSERT_EQ(call({"merge", merged, database_, "--json"}), 0) << err();
  const auto answer = nlohmann::json::parse(out());
  EXPECT_EQ(answer["runs_there"], 2);
  EXPECT_EQ(answer["sweeps"][0]["done"], 2);
}

TEST_F(MergeVerbTest, RefusesWhatCannotBeMerged) {
  EXPECT_EQ(call({"merge", folder_ / "merged.db"}), 2);
  EXPECT_EQ(call({"merge", folder_ / "merged.db", scenario_}), 3);
  EXPECT_EQ(call({"merge", folder_ / "merged.db", folder_ / "missing.db"}), 3);
}

// Pages are overwritten behind the first, which says what the file is.
TEST_F(MergeVerbTest, NamesTheOneThatIsDamaged) {
  ASSERT_EQ(sweep(), 0) << err();
  const std::string damaged = folder_ / "damaged.db";
  std::filesystem::copy(database_, damaged);
  std::fstream file(damaged, std::ios::in | std::ios::out | std::ios::binary);
  const auto pages = static_cast<std::int64_t>(std::filesystem::file_size(damaged)) / 4096;
  for (std::int64_t page = 20; page < pages; ++page) file.seekp(4096 * page) << std::string(512, 'x');
  file.close();
  EXPECT_EQ(call({"merge", folder_ / "merged.db", damaged}), 3);
  EXPECT_NE(err().find(damaged + ": the database is damaged"), std::string::npos) << err();
  EXPECT_EQ(call({"merge", folder_ / "merged.db", database_}), 0) << err();
  EXPECT_EQ(hash_of(folder_ / "merged.db"), hash_of(database_));
}

// What was merged last is what is asked for, whatever the file had before.
TEST_F(MergeVerbTest, ACallOfAnotherFileIsTheLast) {
  const std::string other = folder_ / "other.db";
  for (const char* seed : {"seed=5", "seed=6", "seed=7"})
    ASSERT_EQ(call({"run", scenario_, "--out", database_, "--no-dlio-output", seed}), 0) << err();
  ASSERT_EQ(call({"run", scenario_, "--out", other, "--no-dlio-output", "seed=8"}), 0) << err();
  ASSERT_EQ(call({"merge", database_, other}), 0) << err();
  ASSERT_EQ(call({"show", "answer", database_, "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["seed"], 8);
  ASSERT_EQ(call({"run", scenario_, "--out", database_, "--no-dlio-output", "seed=9"}), 0) << err();
  ASSERT_EQ(call({"merge", database_, other}), 0) << err();
  ASSERT_EQ(call({"show", "answer", database_, "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["seed"], 9) << "it was there already";
}

}  // namespace
}  // namespace headrace
