#include "analysis/results/merge.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "analysis/errors.h"
#include "analysis/results/content_hash.h"
#include "analysis/results/reader.h"
#include "analysis/results/run_reader.h"
#include "tests/analysis/results/faulty_vfs.h"
#include "tests/analysis/results/older_file.h"
#include "tests/analysis/results/part_text.h"
#include "tests/analysis/results/result_store.h"
#include "tests/analysis/results/sample_sweep.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

class MergeTest : public testing::Test {
 protected:
  MergeTest() {
    Ledger(whole_, sample_sweep(14, 2), RowChoice::figures).add(sample_finished_runs(14, 2));
    for (std::int64_t shard = 0; shard < 4; ++shard) {
      shards_.push_back(folder_ / ("shard-" + std::to_string(shard) + ".db"));
      Ledger ledger(shards_.back(), sample_sweep(14, 2), RowChoice::figures);
      for (const FinishedRun& run : sample_finished_runs(14, 2))
        if (run.point % 4 == shard) ledger.add(std::span(&run, 1));
    }
  }
  static std::string hash_of(const std::string& path) {
    ResultReader reader(path);
    EXPECT_EQ(reader.database().text("PRAGMA integrity_check"), "ok");
    EXPECT_FALSE(reader.database().prepare("PRAGMA foreign_key_check").step());
    return content_hash(reader.database());
  }

  const ScratchFolder folder_{ScratchFolder::Where::memory};
  const std::string whole_ = folder_ / "whole.db";
  const std::string out_ = folder_ / "made/out.db";
  std::vector<std::string> shards_;
};

TEST_F(MergeTest, ShardsAreTheWhole) {
  const Merged merged = merge_results(out_, shards_);
  EXPECT_EQ(merged.runs_added, 24);
  EXPECT_EQ(merged.differing, 0);
  ASSERT_EQ(merged.sweeps.size(), 1U);
  EXPECT_EQ(merged.sweeps[0].points, 14);
  EXPECT_EQ(merged.sweeps[0].done, 10);
  EXPECT_EQ(merged.sweeps[0].failed, 4);
  EXPECT_EQ(hash_of(out_), hash_of(whole_));
}

TEST_F(MergeTest, TwiceIsOnce) {
  std::vector<std::string> twice = shards_;
  std::reverse(twice.begin(), twice.end());
  twice.insert(twice.end(), shards_.begin(), shards_.end());
  twice.push_back(whole_);
  EXPECT_EQ(merge_results(out_, twice).runs_added, 24);
  const Merged again = merge_results(out_, shards_);
  EXPECT_EQ(again.runs_added, 0);
  EXPECT_EQ(again.runs_there, 24);
  EXPECT_EQ(hash_of(out_), hash_of(whole_));
}

TEST_F(MergeTest, WhatIsOverInOneIsOver) {
  const std::string begun = folder_ / "begun.db";
  Ledger(begun, sample_sweep(14, 2), RowChoice::figures).add(sample_finished_runs(14, 1));
  merge_results(begun, shards_);
  EXPECT_EQ(hash_of(begun), hash_of(whole_));
  const std::string other = folder_ / "other.db";
  Ledger(other, sample_sweep(14, 2), RowChoice::figures).add(sample_finished_runs(14, 1));
  merge_results(out_, std::vector{whole_, other});
  EXPECT_EQ(hash_of(out_), hash_of(whole_));
}

TEST_F(MergeTest, SaysWhatOtherRevisionsFoundElse) {
  const std::string other = folder_ / "other.db";
  FinishedRun run = sample_finished(0);
  run.result->outcome.fingerprint = 99;
  Ledger(other, sample_sweep(14, 2), RowChoice::figures).add(std::vector{run});
  const Merged merged = merge_results(other, shards_);
  EXPECT_EQ(merged.differing, 1);
  EXPECT_NE(hash_of(other), hash_of(whole_));
}

TEST_F(MergeTest, RunsBesideSweepsComeAlongOnce) {
  const std::string runs = folder_ / "runs.db";
  {
    ResultStore store(runs);
    store.add(training_run(), {"text", "request", "abc", "2024-09-02T14:12:48Z", 1, {}, {}});
    store.add(checkpoint_run(), {"text", "request", "abc", "2024-09-02T14:12:49Z", 1, {}, {}});
  }
  EXPECT_EQ(merge_results(out_, std::vector{runs, runs}).runs_added, 2);
  EXPECT_EQ(hash_of(out_), hash_of(runs));
  EXPECT_EQ(ResultReader(out_).database().integer("SELECT count(*) FROM time_budget WHERE run = 1"), 90);
  EXPECT_EQ(lines_of(read_run(ResultReader(out_).database(), 1)),
            lines_of(read_run(ResultReader(runs).database(), 1)));
}

TEST_F(MergeTest, AnOldFileHasRunsToo) {
  for (const int version : {1, 3}) {
    const std::string old = folder_ / ("old" + std::to_string(version) + ".db");
    const std::string out = folder_ / ("out" + std::to_string(version) + ".db");
    make_older_file(old, version);
    EXPECT_EQ(merge_results(out, std::vector{old, old}).runs_added, 1);
    EXPECT_EQ(hash_of(out), hash_of(old));
  }
}

TEST_F(MergeTest, NothingIsWrittenWhereOneFileIsWrong) {
  std::vector<std::string> files = shards_;
  files.push_back(folder_ / "notes.txt");
  std::ofstream(files.back()) << std::string(2000, 'x');
  EXPECT_THROW(merge_results(out_, files), InputError);
  files.back() = folder_ / "missing.db";
  EXPECT_THROW(merge_results(out_, files), InputError);
  EXPECT_FALSE(std::filesystem::exists(out_));
  EXPECT_FALSE(std::filesystem::exists(files.back()));
  EXPECT_THROW(merge_results(shards_[0], shards_), UsageError);
}

TEST_F(MergeTest, EveryFailureOfTheDiskIsClean) {
  const std::vector<std::string> files = {shards_[0], shards_[1]};
  const std::string good = folder_ / "good.db";
  merge_results(good, files);
  const std::string expected = hash_of(good);
  int n = 1;
  for (bool failed = true; failed; ++n) {
    ASSERT_LT(n, 2000);
    std::filesystem::remove(out_);
    {
      FaultyVfs vfs;
      vfs.fail_at(n, SQLITE_FULL, FaultyVfs::Calls::writing, true);
      failed = false;
      try {
        merge_results(out_, files, vfs.name());
      } catch (const ResourceError&) {
        failed = true;
      }
      failed |= vfs.operations() >= n;
    }
    merge_results(out_, files);
    ASSERT_EQ(hash_of(out_), expected) << "operation " << n;
  }
  EXPECT_GT(n, 10);
}

}  // namespace
}  // namespace headrace
