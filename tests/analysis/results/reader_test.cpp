#include "analysis/results/reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "analysis/errors.h"
#include "tests/analysis/results/result_store.h"
#include "tests/analysis/results/sample_provenance.h"
#include "tests/analysis/sample_run.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

class ReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    ResultStore store(path_);
    Provenance provenance = sample_provenance();
    provenance.resolved_text = "schema: headrace/1  # text with 'quotes' and \xc3\xbc\n";
    RunResult stalled = checkpoint_run();
    stalled.seed = -7;
    stalled.replication = 3;
    stalled.outcome.end = RunEnd::stalled;
    stalled.outcome.still_waiting = {"save/rank/3: barrier 'save/step'", "ü"};
    store.add(training_run(), provenance);
    store.add(stalled, provenance);
  }

  double metric(ResultReader& reader, std::int64_t run, const std::string& component, const std::string& name,
                const std::string& statistic) {
    for (const StoredMetric& row : reader.metrics(run))
      if (row.component == component && row.metric == name && row.statistic == statistic) return row.value;
    ADD_FAILURE() << "no metric " << component << " " << name << " " << statistic;
    return 0;
  }

  ScratchFolder folder_;
  const std::string path_ = folder_ / "results.db";
};

TEST_F(ReaderTest, RunsComeBackWithTheirProvenance) {
  ResultReader reader(path_);
  const std::vector<StoredRun> runs = reader.runs();
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].id, 1);
  EXPECT_EQ(runs[0].scenario, "unet3d on an E1000");
  EXPECT_EQ(runs[0].scenario_hash, "0123456789abcdef");
  EXPECT_EQ(runs[0].fidelity, "request");
  EXPECT_EQ(runs[0].revision, "abc123");
  EXPECT_EQ(runs[0].outcome, "finished");
  EXPECT_EQ(runs[0].fingerprint, 0xfedcba9876543210U);  // Beyond what SQLite's integers hold.
  EXPECT_EQ(runs[0].events, 12345678);
  EXPECT_EQ(runs[0].simulated_ns, 410'000'000'000);
  EXPECT_EQ(runs[0].started_at, "2024-09-02T14:12:48Z");
  EXPECT_EQ(runs[0].wall_seconds, 1.5);
  EXPECT_EQ(runs[1].seed, -7);
  EXPECT_EQ(runs[1].replication, 3);
  EXPECT_EQ(runs[1].outcome, "stalled");
  EXPECT_EQ(runs[1].still_waiting, (std::vector<std::string>{"save/rank/3: barrier 'save/step'", "ü"}));
  EXPECT_EQ(reader.resolved_text(runs[0].scenario_hash),
            "schema: headrace/1  # text with 'quotes' and \xc3\xbc\n");
  EXPECT_THROW(reader.resolved_text("no such hash"), InputError);
}

TEST_F(ReaderTest, EveryRowOfTheRunComesBack) {
  ResultReader reader(path_);
  for (const MetricRow& row : training_run().rows)
    EXPECT_EQ(metric(reader, 1, row.component, row.metric, row.statistic), row.value);
  EXPECT_EQ(metric(reader, 1, "jobs/train", "au_percent", "value"), 91.9);
  EXPECT_EQ(metric(reader, 1, "jobs/train", "step_wait", "p99"), 3e6);
  EXPECT_EQ(metric(reader, 1, "resource/scratch: OST devices", "utilisation", "max"), 0.44);
  EXPECT_EQ(metric(reader, 1, "resource/scratch: clients' RPC windows", "concurrency", "value"), 1);
  EXPECT_EQ(metric(reader, 2, "jobs/save/load_checkpoint/2", "duration", "value"), 5e9);
}

TEST_F(ReaderTest, ViewsJoinWhatPeopleAskFor) {
  ResultReader reader(path_);
  Database& db = reader.database();
  EXPECT_EQ(
      db.text("SELECT scenario || ' ' || job || ' ' || au_percent || ' ' || accelerators FROM run_summary "
              "WHERE run = 1"),
      "unet3d on an E1000 train 91.9 15.0");
  // A checkpoint of a job is no job.
  EXPECT_EQ(db.text("SELECT group_concat(job) FROM job"), "train,save");
  EXPECT_EQ(db.text("SELECT seconds || ' ' || steps FROM epoch_summary WHERE epoch = 2"), "205.5 571.0");
  Statement share = db.prepare("SELECT sum(share), max(mean_seconds) FROM time_share WHERE run = 1");
  ASSERT_TRUE(share.step());
  EXPECT_NEAR(share.real(0), 1, 1e-12);
  EXPECT_NEAR(share.real(1), 368.8, 1e-9);
  EXPECT_EQ(
      db.text("SELECT utilisation_max FROM resource WHERE resource = 'scratch: OST devices' AND run = 1"),
      "0.44");
  EXPECT_EQ(db.text("SELECT count || ' ' || p99_seconds FROM latency WHERE metric = 'read_operation'"),
            "60000.0 0.02");
}

std::string readme() {
  std::ifstream file(std::string(HEADRACE_SOURCE_DIR) + "/analysis/README.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(ReaderTest, TheExampleOfTheReadmeWorks) {
  const std::string text = readme();
  const std::size_t start = text.find("```sql\n") + 7;
  const std::string query = text.substr(start, text.find("```", start) - start);
  ResultReader reader(path_);
  EXPECT_FALSE(reader.database().prepare(query).step()) << "the sample passes its target";
  std::string passed = query;
  passed.replace(passed.find("au_percent <"), 12, "au_percent >");
  Statement rows = reader.database().prepare(passed);
  ASSERT_TRUE(rows.step());
  EXPECT_EQ(rows.text(3), "compute");
}

TEST_F(ReaderTest, TheReadmeNamesEveryTableAndColumn) {
  const std::string text = readme();
  ResultReader reader(path_);
  Statement names = reader.database().prepare(
      "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'");
  while (names.step())
    for (const int column : {0, 1})
      EXPECT_NE(text.find("`" + names.text(column) + "`"), std::string::npos) << names.text(column);
}

TEST_F(ReaderTest, CannotWrite) {
  ResultReader reader(path_);
  EXPECT_THROW(reader.database().execute("DELETE FROM run"), ResourceError);
}

TEST_F(ReaderTest, RefusesADamagedRun) {
  {
    Database db(path_, Database::Access::write);
    db.execute("UPDATE run SET fingerprint = 'nothing' WHERE id = 1");
  }
  EXPECT_THROW(ResultReader(path_).runs(), InputError);
  {
    Database db(path_, Database::Access::write);
    db.execute("UPDATE run SET fingerprint = '00', still_waiting = '[1]'");
  }
  EXPECT_THROW(ResultReader(path_).runs(), InputError);
}

TEST(Reader, NamesAFileThatIsNotThere) { EXPECT_THROW(ResultReader("no/such/file.db"), InputError); }

}  // namespace
}  // namespace headrace
