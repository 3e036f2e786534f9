#include "analysis/results/run_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "analysis/errors.h"
#include "analysis/results/reader.h"
#include "sim/units_text.h"
#include "tests/analysis/results/faulty_vfs.h"
#include "tests/analysis/results/result_store.h"
#include "tests/analysis/results/sample_provenance.h"
#include "tests/analysis/sample_more.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

TEST(RunWriter, FiguresDoNotGrowWithRanksAndEpochs) {
  const ScratchFolder folder;
  Database db(folder / "a.db", Database::Access::write);
  prepare_for_writing(db);
  RunResult run = training_run();
  RunWriter writer(db);
  const std::int64_t few = writer.add(run, {}, RowChoice::figures);
  run.jobs[0].time_budget = budget_of(1000, 368.8, 2.4, 5.6, 32.7, 0.5);
  for (int i = 0; i < 100; ++i) run.jobs[0].epochs.push_back(epoch_of(3 + i, 0, 1, 90, 1));
  const std::int64_t many = writer.add(run, {}, RowChoice::figures);
  const std::int64_t all = writer.add(run, {}, RowChoice::all);
  const auto rows = [&](std::int64_t id) {
    std::int64_t sum = 0;
    for (const char* table : {"metric", "epoch", "time_budget"})
      sum += db.integer("SELECT count(*) FROM " + std::string(table) + " WHERE run = " + std::to_string(id));
    return sum;
  };
  EXPECT_EQ(rows(few), rows(many));
  EXPECT_GT(rows(all), 6000);
}

TEST(RunWriter, ARunOfOtherValuesStandsUnderItsBase) {
  const ScratchFolder folder;
  Database db(folder / "a.db", Database::Access::write);
  prepare_for_writing(db);
  Provenance provenance;
  provenance.resolved_text = "base";
  provenance.base_hash = "00000000000000bb";
  provenance.base_name = "the base";
  RunWriter(db).add(training_run(), provenance, RowChoice::figures);
  EXPECT_EQ(db.text("SELECT hash || name || resolved_text FROM scenario"), "00000000000000bbthe basebase");
  EXPECT_EQ(db.text("SELECT scenario_hash FROM run"), "00000000000000bb");
}

// Rows of an epoch, all of them: spans are told by kind and number, with bytes where they moved some and with
// when they were durable where they were written and are.
TEST(RunWriter, AnEpochIsItsFiguresAndItsSpans) {
  const ScratchFolder folder;
  Database db(folder / "a.db", Database::Access::write);
  prepare_for_writing(db);
  RunResult run = training_run();
  EpochResult& epoch = run.jobs[0].epochs[1];
  epoch.start = at_seconds(200);
  epoch.end = at_seconds(410);
  epoch.mib_per_second = 40'000;
  epoch.delivered = Bytes::count(3000);
  epoch.from_storage = Bytes::count(2000);
  epoch.blocks = {span_of(1, 201, 390), span_of(2, 391, 400)};
  epoch.checkpoints = {span_of(1, 390, 391, Bytes::count(77))};
  epoch.checkpoints[0].durable = at_seconds(395);
  epoch.evaluations = {span_of(1, 400, 410)};
  RunWriter(db).add(run, {}, RowChoice::all);
  Statement rows = db.prepare("SELECT metric, value, unit FROM epoch WHERE epoch = 2 ORDER BY metric");
  std::vector<std::string> found;
  while (rows.step()) found.push_back(rows.text(0) + " " + number_text(rows.real(1)) + " " + rows.text(2));
  std::vector<std::string> expected = {"start 2e+11 ns",
                                       "duration 2.1e+11 ns",
                                       "steps 571 count",
                                       "au_percent 91.3 percent",
                                       "samples_per_second 292 1/s",
                                       "mib_per_second 40000 MiB/s",
                                       "first_batch_mean 2e+08 ns",
                                       "first_batch_max 2.5e+08 ns",
                                       "bytes_delivered 3000 B",
                                       "bytes_from_storage 2000 B",
                                       "block1_start 2.01e+11 ns",
                                       "block1_duration 1.89e+11 ns",
                                       "block2_start 3.91e+11 ns",
                                       "block2_duration 9e+09 ns",
                                       "checkpoint1_start 3.9e+11 ns",
                                       "checkpoint1_duration 1e+09 ns",
                                       "checkpoint1_bytes 77 B",
                                       "checkpoint1_durable 3.95e+11 ns",
                                       "evaluation1_start 4e+11 ns",
                                       "evaluation1_duration 1e+10 ns"};
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
}

class RunWriterTest : public testing::Test {
 protected:
  std::int64_t count(const std::string& table) {
    ResultReader reader(path_);
    return reader.database().integer("SELECT count(*) FROM " + table);
  }
  // Returns a figure of the first run; -1 where there is none.
  double value(const std::string& component, const std::string& metric,
               const std::string& statistic = "value") {
    ResultReader reader(path_);
    for (const StoredMetric& row : reader.metrics(1))
      if (row.component == component && row.metric == metric && row.statistic == statistic) return row.value;
    return -1;
  }

  const ScratchFolder folder_{ScratchFolder::Where::memory};
  const std::string path_ = folder_ / "new/folder/results.db";
};

TEST_F(RunWriterTest, MakesTheFolderAndAppends) {
  for (std::int64_t expected = 1; expected <= 2; ++expected) {
    ResultStore store(path_);
    EXPECT_EQ(store.add(training_run(), sample_provenance()), expected);
    EXPECT_EQ(store.path(), path_);
  }
  EXPECT_EQ(count("run"), 2);
  EXPECT_EQ(count("scenario"), 1);
  EXPECT_FALSE(std::filesystem::exists(path_ + "-wal"));  // One file is left, not three.
}

TEST_F(RunWriterTest, FiguresOfEachKindOfJobAreRows) {
  RunResult run = training_run();
  run.jobs[0].cache = cache_of(30, 70);
  run.jobs[0].epochs[1].checkpoints[0].durable = at_seconds(412);
  run.jobs.push_back(streaming_job());
  run.jobs.push_back(checkpoint_run().jobs[0]);
  run.jobs[2].checkpoints[0].durable = at_seconds(12);
  run.interference = {{"train", 410_s, 400_s, 91.9, 95, {}, {}}};
  ResultStore(path_).add(run, sample_provenance());
  ResultReader reader(path_);
  EXPECT_DOUBLE_EQ(value("jobs/train", "cache.hit_rate"), 0.3);
  EXPECT_DOUBLE_EQ(value("jobs/train", "interference.time_ratio"), 1.025);
  EXPECT_DOUBLE_EQ(value("jobs/serve", "inference.requests_per_second"), 1200);
  EXPECT_DOUBLE_EQ(value("jobs/serve", "inference.latency_ms.max"), 40);
  EXPECT_DOUBLE_EQ(value("jobs/save/save_checkpoint/1", "durable"), 12e9);
  EXPECT_DOUBLE_EQ(value("jobs/save/save_checkpoint/2", "durable"), -1);
  EXPECT_EQ(reader.database().text("SELECT value FROM epoch WHERE metric = 'checkpoint1_durable'"),
            "412000000000.0");
}

TEST_F(RunWriterTest, ARunIsStoredWholeOrNotAtAll) {
  ResultStore store(path_);
  RunResult bad = training_run();
  bad.rows.push_back(
      {"scratch", "wait", "mean", std::numeric_limits<double>::quiet_NaN(), Unit::nanoseconds});
  EXPECT_THROW(store.add(bad, sample_provenance()), InternalError);
  for (const char* table : {"run", "scenario", "metric", "epoch", "time_budget"})
    EXPECT_EQ(count(table), 0) << table;
  EXPECT_EQ(store.add(training_run(), sample_provenance()), 1);  // And the store goes on working.
}

TEST_F(RunWriterTest, TwoRowsOfOneNameAreRefused) {
  ResultStore store(path_);
  RunResult bad = training_run();
  bad.rows.push_back(bad.rows.back());
  EXPECT_THROW(store.add(bad, sample_provenance()), InternalError);
  EXPECT_EQ(count("run"), 0);
}

TEST_F(RunWriterTest, DeletingARunDeletesItsRows) {
  ResultStore store(path_);
  store.add(training_run(), sample_provenance());
  Database db(path_, Database::Access::write);
  db.execute("PRAGMA foreign_keys = ON; DELETE FROM run");
  for (const char* table : {"metric", "epoch", "time_budget"}) EXPECT_EQ(count(table), 0) << table;
}

TEST_F(RunWriterTest, SaysThatAFolderCannotBeMade) {
  std::ofstream(folder_ / "file") << "no folder";
  EXPECT_THROW(ResultStore(folder_ / "file/results.db"), ResourceError);
  EXPECT_THROW(ResultStore(folder_.path()), InputError);  // A folder is no database.
}

TEST_F(RunWriterTest, TwoWritersLoseNothing) {
  const auto write = [this] {
    ResultStore store(path_);
    for (int i = 0; i < 5; ++i) store.add(training_run(), sample_provenance());
  };
  std::thread other(write);
  write();
  other.join();
  EXPECT_EQ(count("run"), 10);
  EXPECT_EQ(count("time_budget"), 10 * 15 * 6);
}

// Every operation on the disk fails once, with every code: the error is clean, what was stored before is
// there, and the run that failed is there whole or not at all.
TEST_F(RunWriterTest, EveryFailureOfTheDiskIsClean) {
  {
    ResultStore store(path_);
    store.add(training_run(), sample_provenance());
  }
  for (const int code : {SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC}) {
    int n = 1;
    for (bool failed = true; failed; ++n) {
      ASSERT_LT(n, 1000);
      const std::int64_t before = count("run");
      {
        FaultyVfs vfs;
        ResultStore store(path_, vfs.name());
        vfs.fail_at(n, code);
        failed = false;
        try {
          store.add(checkpoint_run(), sample_provenance());
        } catch (const ResourceError& error) {
          failed = true;
          EXPECT_TRUE(std::string(error.what()).starts_with(path_ + ": ")) << error.what();
        }
        vfs.recover();
      }
      ResultReader reader(path_);
      EXPECT_EQ(reader.database().text("PRAGMA integrity_check"), "ok");
      const std::int64_t after = reader.database().integer("SELECT count(*) FROM run");
      const std::int64_t metrics = reader.database().integer("SELECT count(DISTINCT run) FROM metric");
      EXPECT_EQ(after, metrics);
      if (failed)
        EXPECT_EQ(after, before) << "operation " << n << " code " << code;
      else
        EXPECT_EQ(after, before + 1);
    }
    EXPECT_GT(n, 3) << "the file layer was never asked to write";
  }
}

TEST_F(RunWriterTest, EveryFailureOfTheDiskWhileMakingTheFileIsClean) {
  int n = 1;
  for (bool failed = true; failed; ++n) {
    ASSERT_LT(n, 1000);
    const std::string path = folder_ / ("made-" + std::to_string(n) + ".db");
    FaultyVfs vfs;
    vfs.fail_at(n, SQLITE_FULL);
    failed = false;
    try {
      ResultStore store(path, vfs.name());
    } catch (const ResourceError&) {
      failed = true;
    }
    vfs.recover();
    // The next try finds an empty file or a whole one.
    ResultStore store(path, vfs.name());
    EXPECT_EQ(store.add(training_run(), sample_provenance()), 1);
  }
  EXPECT_GT(n, 3);
}

// The shape of a job and of a resource, and how busy that was, whatever rows are chosen.
TEST_F(RunWriterTest, JobsAndResourcesHaveTheirShape) {
  ResultStore(path_).add(training_run(), sample_provenance());
  EXPECT_EQ(value("jobs/train", "nodes"), 5);
  EXPECT_EQ(value("jobs/train", "accelerators"), 15);
  EXPECT_EQ(value("jobs/train", "start"), 0);
  EXPECT_EQ(value("jobs/train", "duration"), 410e9);
  EXPECT_EQ(value("jobs/train", "checkpoint_size"), 0);
  EXPECT_EQ(value("jobs/train", "au_threshold_percent"), 90);
  EXPECT_EQ(value("jobs/train", "au_passes"), 1);
  const std::string drives = "resource/scratch: OST devices";
  EXPECT_EQ(value(drives, "instances"), 8);
  EXPECT_EQ(value(drives, "concurrency"), 0);
  EXPECT_EQ(value(drives, "utilisation", "mean"), 0.41);
  EXPECT_EQ(value(drives, "utilisation", "max"), 0.44);
  EXPECT_EQ(value("resource/scratch: clients' RPC windows", "concurrency"), 1);
}

}  // namespace
}  // namespace headrace
