// Whole commands on a disk of which one call fails: in place of the n-th, for every n until none is left.

#include <functional>

#include "tests/analysis/results/faulty_vfs.h"
#include "tests/analysis/results/result_store.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

class DiskFaultsTest : public SweepTest, public testing::WithParamInterface<FaultyVfs::Log> {
 protected:
  DiskFaultsTest() : SweepTest(ScratchFolder::Where::memory) { add_plan(); }
  static std::vector<std::string> axis() {
    return {"jobs.train.workload.loader.read_threads=1,2", "jobs.train.workload.dataset.files=16"};
  }

  // Runs the command once for each n, on a new file whose n-th call fails. Expects a clean error or an
  // answer, and `after` looks at what is left.
  void each_call_fails(std::vector<std::string> words, const std::function<void(int code)>& after) {
    int n = 1;
    for (bool reached = true; reached; ++n) {
      ASSERT_LT(n, 2000);
      for (const char* end : {"", "-journal", "-wal", "-shm"}) std::filesystem::remove(database_ + end);
      int code = 0;
      {
        FaultyVfs vfs(GetParam(), FaultyVfs::For::all);
        vfs.fail_at(n, SQLITE_IOERR, FaultyVfs::Calls::all, false, FaultyVfs::Lasts::once);
        code = call(words);
        reached = vfs.operations() >= n;
      }
      EXPECT_TRUE(code == 0 || code == 74) << "call " << n << ": exit code " << code << "\n" << err();
      EXPECT_TRUE(code == 0 || err().starts_with("headrace: error: " + folder_.path())) << err();
      after(code);
      if (HasFailure()) FAIL() << "call " << n;
    }
    EXPECT_GT(n, 50) << "the file layer was never asked";
  }
  // Expects the same command, after each failure, to end where one on a good disk does.
  void expect_same_after(const std::vector<std::string>& words) {
    ASSERT_EQ(call(words), 0) << err();
    const std::string expected = hash_of(database_);
    each_call_fails(words, [&](int code) {
      if (code == 0) {
        EXPECT_EQ(hash_of(database_), expected);
      }
      EXPECT_EQ(call(words), 0) << err();
      EXPECT_EQ(hash_of(database_), expected);
    });
  }
  static std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

using DiskFaultsTestLong = DiskFaultsTest;

TEST_P(DiskFaultsTest, OfASweep) {
  expect_same_after(with({"sweep", scenario_, "--out", database_, "--jobs", "1", "--quiet"}, axis()));
}

TEST_P(DiskFaultsTestLong, OfAMerge) {
  std::vector<std::string> merge = {"merge", database_};
  for (const char* shard : {"1/2", "2/2"}) {
    merge.push_back(folder_ / (std::string("shard-") + shard[0] + ".db"));
    ASSERT_EQ(call(with({"sweep", scenario_, "--out", merge.back(), "--shard", shard, "--quiet"}, axis())),
              0);
  }
  expect_same_after(merge);
}

TEST_P(DiskFaultsTestLong, OfAPlan) {
  expect_same_after({"plan", scenario_, "--out", database_, "--jobs", "1", "--quiet"});
}

// What says that it stored a run has stored it; what failed may have, where only the end went wrong.
TEST_P(DiskFaultsTest, OfARun) {
  const std::vector<std::string> words = {"run",     scenario_,          "--out",
                                          database_, "--no-dlio-output", "--quiet"};
  each_call_fails(words, [&](int code) {
    EXPECT_EQ(call(words), 0) << err();
    hash_of(database_);  // And asks for the integrity.
    const std::string runs = text("SELECT count(*) FROM run");
    EXPECT_TRUE(runs == "2" || (code != 0 && runs == "1")) << runs;
    EXPECT_EQ(text("SELECT count(DISTINCT run) FROM metric"), runs);
  });
}

std::string name_of(const testing::TestParamInfo<FaultyVfs::Log>& log) {
  return log.param == FaultyVfs::Log::rollback ? "Rollback" : "WriteAhead";
}

const auto kLogs = testing::Values(FaultyVfs::Log::rollback, FaultyVfs::Log::write_ahead);

INSTANTIATE_TEST_SUITE_P(Logs, DiskFaultsTest, kLogs, name_of);
INSTANTIATE_TEST_SUITE_P(Logs, DiskFaultsTestLong, kLogs, name_of);

}  // namespace
}  // namespace headrace
