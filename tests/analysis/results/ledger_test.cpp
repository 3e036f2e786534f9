#include "analysis/results/ledger.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/errors.h"
#include "analysis/results/content_hash.h"
#include "analysis/results/reader.h"
#include "tests/analysis/results/faulty_vfs.h"
#include "tests/analysis/results/sample_sweep.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

class LedgerTest : public testing::Test {
 protected:
  static std::string hash_of(const std::string& path) {
    ResultReader reader(path);
    EXPECT_EQ(reader.database().text("PRAGMA integrity_check"), "ok");
    return content_hash(reader.database());
  }
  std::string text(const std::string& sql) { return ResultReader(path_).database().text(sql); }

  ScratchFolder folder_;
  const std::string path_ = folder_ / "new/folder/results.db";
};

TEST_F(LedgerTest, KnowsWhatIsOverWhenItIsOpenedAgain) {
  {
    Ledger ledger(path_, sample_sweep(8), RowChoice::figures);
    EXPECT_EQ(ledger.counts().done, 0);
    ledger.add(sample_finished_runs(7));
    EXPECT_EQ(ledger.counts().done, 5);
    EXPECT_EQ(ledger.counts().failed, 2);
    EXPECT_EQ(ledger.counts().runs, 6);  // The refused one has none.
  }
  Ledger ledger(path_, sample_sweep(8), RowChoice::figures);
  EXPECT_EQ(ledger.counts().done, 5);
  EXPECT_EQ(ledger.counts().failed, 2);
  EXPECT_EQ(ledger.counts().runs, 6);
  for (std::int64_t point = 0; point < 8; ++point) EXPECT_EQ(ledger.is_over(point), point < 7) << point;
  EXPECT_EQ(ledger.revisions(), std::vector<std::string>{"abc123"});
}

TEST_F(LedgerTest, SaysWhyAPointFailed) {
  Ledger(path_, sample_sweep(7), RowChoice::figures).add(sample_finished_runs(7));
  EXPECT_EQ(text("SELECT message FROM sweep_point WHERE point = 5"), "stripe_size is more than the file");
  EXPECT_EQ(text("SELECT message FROM sweep_point WHERE point = 6"), "the model stalled: rank/3: barrier");
  EXPECT_EQ(text("SELECT value FROM sweep_parameter WHERE point = 5 AND axis = 1"), "3 MiB");
}

TEST_F(LedgerTest, APointIsOverWithItsReplications) {
  Ledger ledger(path_, sample_sweep(2, 3), RowChoice::figures);
  ledger.add(std::vector{sample_finished(0, 3), sample_finished(0, 1)});
  EXPECT_FALSE(ledger.is_over(0));
  EXPECT_EQ(ledger.replications(0), (std::set<std::int64_t>{1, 3}));
  EXPECT_TRUE(ledger.replications(1).empty());
  EXPECT_EQ(ledger.figures(0, "jobs.train.au_percent"), (std::vector<double>{90.1, 90.3}));
  EXPECT_EQ(ledger.figures(0, "jobs.train.seconds"), (std::vector<double>{410, 410}));
  ledger.add(std::vector{sample_finished(0, 2)});
  EXPECT_TRUE(ledger.is_over(0));
  EXPECT_EQ(ledger.counts().runs, 3);
}

TEST_F(LedgerTest, WhoRunsMaySayThatARunIsTheLast) {
  Ledger ledger(path_, sample_sweep(2, 0), RowChoice::figures);
  FinishedRun run = sample_finished(1, 1);
  ledger.add(std::vector{run});
  EXPECT_FALSE(ledger.is_over(1));
  EXPECT_EQ(Ledger(path_, sample_sweep(2, 0), RowChoice::figures).replications(1),
            (std::set<std::int64_t>{1}));
  run = sample_finished(1, 2);
  run.last = true;
  ledger.add(std::vector{run});
  EXPECT_TRUE(ledger.is_over(1));
}

TEST_F(LedgerTest, ARunThatWasMadeTwiceIsStoredOnce) {
  Ledger one(path_, sample_sweep(), RowChoice::figures);
  Ledger other(path_, sample_sweep(), RowChoice::figures);
  one.add(sample_finished_runs(6));
  const std::string before = hash_of(path_);
  std::vector<FinishedRun> again = sample_finished_runs(6);
  for (FinishedRun& run : again) run.wall_seconds = 7;
  other.add(again);
  other.add(again);
  EXPECT_EQ(hash_of(path_), before);
  EXPECT_EQ(other.counts().done, one.counts().done);
  EXPECT_EQ(other.counts().failed, 1);
  EXPECT_EQ(text("SELECT count(*) FROM run"), "5");
}

TEST_F(LedgerTest, ParametersAndFiguresAreRows) {
  Ledger(path_, sample_sweep(), RowChoice::figures).add(sample_finished_runs(2));
  EXPECT_EQ(text("SELECT group_concat(value || '|' || coalesce(number, '-') || '|' || unit) FROM parameter"),
            "lru|-|,1 MiB|1048576.0|B,sieve|-|,1 MiB|1048576.0|B");
  EXPECT_EQ(
      text("SELECT value || unit FROM sweep_result WHERE point = 1 AND figure = 'jobs.train.au_percent'"),
      "91.1percent");
  EXPECT_EQ(text("SELECT value FROM sweep_result WHERE figure = 'jobs.train.seconds'"), "410.0");
  EXPECT_EQ(
      text("SELECT value FROM sweep_result WHERE figure = 'resources.scratch: OST devices.utilisation_max'"),
      "0.44");
  // 368.8 of 410 s of compute in each rank, but for one that lost 0.3 s more to the host.
  EXPECT_NEAR(
      std::stod(text("SELECT value FROM sweep_result WHERE figure = 'jobs.train.time_budget.compute.share'")),
      368.8 * 15 / (410 * 15 + 0.3), 1e-6);
  EXPECT_EQ(text("SELECT scenario_hash FROM run"), "0123456789abcdef");
  EXPECT_EQ(text("SELECT count(*) FROM time_budget"), "0");
  EXPECT_EQ(text("SELECT count(*) FROM metric WHERE component GLOB 'file_systems/*'"), "0");
}

TEST_F(LedgerTest, AllRowsWhereAskedFor) {
  Ledger(path_, sample_sweep(), RowChoice::all).add(sample_finished_runs(1));
  EXPECT_EQ(text("SELECT count(*) FROM time_budget"), "90");
  EXPECT_EQ(text("SELECT count(*) > 0 FROM metric WHERE component GLOB 'file_systems/*'"), "1");
}

TEST_F(LedgerTest, ABatchIsStoredWholeOrNotAtAll) {
  Ledger ledger(path_, sample_sweep(), RowChoice::figures);
  std::vector<FinishedRun> runs = sample_finished_runs(4);
  runs[3].result->jobs[0].au_percent = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(ledger.add(runs), InternalError);
  EXPECT_EQ(ledger.counts().runs, 0);
  EXPECT_FALSE(ledger.is_over(0));
  EXPECT_EQ(text("SELECT count(*) FROM sweep_point"), "0");
  ledger.add(sample_finished_runs(4));
  EXPECT_EQ(ledger.counts().done, 4);
}

TEST_F(LedgerTest, RefusesAnotherSweepUnderTheSameHash) {
  Ledger(path_, sample_sweep(6), RowChoice::figures).add(sample_finished_runs(6));
  EXPECT_THROW(Ledger(path_, sample_sweep(5), RowChoice::figures), InputError);
}

// None of the parts says that the point is over, and all of them together do.
TEST_F(LedgerTest, ReplicationsMayComeInSeveralParts) {
  Ledger ledger(path_, sample_sweep(2, 2), RowChoice::figures);
  for (const std::int64_t replication : {2, 1}) {
    EXPECT_FALSE(ledger.is_over(0));
    Ledger part(":memory:", sample_sweep(2, 2), RowChoice::figures);
    part.add(std::vector{sample_finished(0, replication)});
    ledger.absorb(part.database().bytes());
  }
  EXPECT_TRUE(ledger.is_over(0));
  EXPECT_EQ(ledger.counts().done, 1);
  EXPECT_EQ(text("SELECT state FROM sweep_point"), "done");
}

TEST_F(LedgerTest, TheHashDoesNotDependOnTheOrder) {
  Ledger(path_, sample_sweep(7, 2), RowChoice::figures).add(sample_finished_runs(7, 2));
  const std::string other = folder_ / "other.db";
  std::vector<FinishedRun> runs = sample_finished_runs(7, 2);
  std::reverse(runs.begin(), runs.end());
  for (FinishedRun& run : runs) {
    run.wall_seconds *= 2;
    Ledger(other, sample_sweep(7, 2), RowChoice::figures).add(std::span(&run, 1));
  }
  EXPECT_EQ(hash_of(other), hash_of(path_));
}

struct DiskFault {
  const char* name;
  FaultyVfs::Log log;
  FaultyVfs::Calls calls;
  FaultyVfs::Lasts lasts;
  int code;
  bool torn;
};

class DiskFaults : public LedgerTest, public testing::WithParamInterface<DiskFault> {
 protected:
  const ScratchFolder memory_{ScratchFolder::Where::memory};
};

// Every call to the disk fails, once or from then on for good, with every code; some writes are torn. The
// error is clean, what was reported is there, and going on ends at the same content.
TEST_P(DiskFaults, EveryFailureIsClean) {
  const DiskFault& fault = GetParam();
  const auto runs = sample_finished_runs(6);
  const std::span<const FinishedRun> all(runs);
  Ledger(path_, sample_sweep(), RowChoice::figures).add(all);
  const std::string expected = hash_of(path_);
  int n = 1;
  for (bool failed = true; failed; ++n) {
    ASSERT_LT(n, 2000);
    const std::string path = memory_ / (std::to_string(n) + ".db");
    FaultyVfs vfs(fault.log);
    std::int64_t reported = 0;
    try {
      vfs.fail_at(n, fault.code, fault.calls, fault.torn, fault.lasts);
      Ledger ledger(path, sample_sweep(), RowChoice::figures, vfs.name());
      for (std::size_t i = 0; i < 6; i += 2) {
        ledger.add(all.subspan(i, 2));
        reported = ledger.counts().done;
      }
    } catch (const ResourceError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(path + ": ")) << error.what();
    }
    failed =
        vfs.operations() >= n;  // Also where it did no harm, such as at the end, where the log is folded.
    vfs.recover();
    {
      Ledger ledger(path, sample_sweep(), RowChoice::figures, vfs.name());
      EXPECT_EQ(ledger.database().text("PRAGMA integrity_check"), "ok");
      EXPECT_GE(ledger.counts().done, reported) << "operation " << n;
      ledger.add(all);
      EXPECT_EQ(content_hash(ledger.database()), expected) << "operation " << n;
    }
    std::filesystem::remove(path);
  }
  EXPECT_GT(n, 10) << "the file layer was never asked";
}

constexpr auto kRollback = FaultyVfs::Log::rollback, kAhead = FaultyVfs::Log::write_ahead;
constexpr auto kWriting = FaultyVfs::Calls::writing, kAll = FaultyVfs::Calls::all;
constexpr auto kForGood = FaultyVfs::Lasts::for_good, kOnce = FaultyVfs::Lasts::once;

INSTANTIATE_TEST_SUITE_P(
    Kinds, DiskFaults,
    testing::Values(DiskFault{"Full", kRollback, kWriting, kForGood, SQLITE_FULL, true},
                    DiskFault{"FullOnce", kRollback, kWriting, kOnce, SQLITE_FULL, true},
                    DiskFault{"FullWithLog", kAhead, kWriting, kForGood, SQLITE_FULL, true},
                    DiskFault{"FullOnceWithLog", kAhead, kWriting, kOnce, SQLITE_FULL, true},
                    DiskFault{"Writing", kRollback, kWriting, kForGood, SQLITE_IOERR_WRITE, true},
                    DiskFault{"WritingOnce", kRollback, kWriting, kOnce, SQLITE_IOERR_WRITE, true},
                    DiskFault{"WritingOnceWithLog", kAhead, kWriting, kOnce, SQLITE_IOERR_WRITE, true},
                    DiskFault{"Syncing", kRollback, kWriting, kForGood, SQLITE_IOERR_FSYNC, false},
                    DiskFault{"SyncingOnce", kRollback, kWriting, kOnce, SQLITE_IOERR_FSYNC, false},
                    DiskFault{"SyncingOnceWithLog", kAhead, kWriting, kOnce, SQLITE_IOERR_FSYNC, false},
                    DiskFault{"AnyCall", kRollback, kAll, kForGood, SQLITE_IOERR, false},
                    DiskFault{"AnyCallOnce", kRollback, kAll, kOnce, SQLITE_IOERR, false},
                    DiskFault{"AnyCallWithLog", kAhead, kAll, kForGood, SQLITE_IOERR, false},
                    DiskFault{"AnyCallOnceWithLog", kAhead, kAll, kOnce, SQLITE_IOERR, false}),
    [](const auto& kind) { return std::string(kind.param.name); });

TEST_F(LedgerTest, NothingIsStoredWhereNothingMayBeWritten) {
  EXPECT_THROW(Ledger("/proc/results.db", sample_sweep(), RowChoice::figures), ResourceError);
}

}  // namespace
}  // namespace headrace
