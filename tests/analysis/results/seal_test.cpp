#include "analysis/results/seal.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "analysis/errors.h"
#include "analysis/results/merge.h"
#include "analysis/results/reader.h"
#include "analysis/results/schema.h"
#include "tests/analysis/results/older_file.h"
#include "tests/analysis/results/sample_sweep.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

class SealTest : public testing::Test {
 protected:
  SealTest() { Ledger(path_, sample_sweep(), RowChoice::all).add(sample_finished_runs(6)); }

  std::string refusal() const {
    try {
      const ResultReader reader(path_);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }
  void change(const std::string& sql) const { Database(path_, Database::Access::write).execute(sql); }

  const ScratchFolder folder_;
  const std::string path_ = folder_ / "a.db";
};

TEST_F(SealTest, AreThoseOfWhatWasWritten) {
  EXPECT_EQ(refusal(), "");
  merge_results(folder_ / "b.db", std::vector{path_});
  EXPECT_NO_THROW(ResultReader(folder_ / "b.db"));
}

TEST_F(SealTest, EveryChangedRowIsTold) {
  const char* const changes[][2] = {
      {"UPDATE metric SET value = value + 1e-9 WHERE run = 3 AND metric = 'au_percent'",
       "the rows of run 3 are"},
      {"DELETE FROM time_budget WHERE run = 2 AND rank = 14", "the rows of run 2 are"},
      {"UPDATE epoch SET epoch = 9 WHERE run = 2 AND epoch = 1", "the rows of run 2 are"},
      {"INSERT INTO series VALUES (1, 'a', 'b', 0, 1, 2.0)", "the rows of run 1 are"},
      {"UPDATE part SET value = value + 1 WHERE run = 3 AND path = 'jobs/0/nodes'", "the rows of run 3 are"},
      {"UPDATE histogram SET count = count + 1 WHERE run = 3", "the rows of run 3 are"},
      {"UPDATE run SET outcome = 'time_limit' WHERE id = 4", "1 of table run are"},
      {"UPDATE run SET revision = 'x', wall_seconds = 7", "5 of table run are"},
      {"UPDATE run SET content_hash = '' WHERE id = 4", "1 of table run are"},
      {"UPDATE scenario SET resolved_text = 'schema: headrace/2'", "1 of table scenario are"},
      {"UPDATE sweep SET points = 5", "1 of table sweep are"},
      {"UPDATE sweep_point SET state = 'open' WHERE point = 0", "1 of table sweep_point are"},
      {"UPDATE sweep_parameter SET value = '9 MiB' WHERE point = 0", "2 of table sweep_parameter are"},
      {"UPDATE sweep_run SET run = 1 + run % 2 WHERE point < 2", "2 of table sweep_run are"},
      {"DROP VIEW latency; CREATE VIEW latency AS SELECT 1 AS one", "a table or view is not as it was made"},
      {"UPDATE meta SET value = '2' WHERE key = 'schema_version'", "says that it is of '2'"},
      {"PRAGMA user_version = 2", "it is of schema version 2 and says that it is of '4'"},
  };
  for (const auto& [sql, expected] : changes) {
    std::filesystem::remove(path_);
    Ledger(path_, sample_sweep(), RowChoice::all).add(sample_finished_runs(6));
    change(sql);
    EXPECT_NE(refusal().find(path_ + ": the database is damaged: "), std::string::npos) << sql;
    EXPECT_NE(refusal().find(expected), std::string::npos) << sql << "\n" << refusal();
    EXPECT_THROW(Ledger(path_, sample_sweep(), RowChoice::all), InputError) << sql;
    EXPECT_THROW(merge_results(folder_ / "b.db", std::vector{path_}), InputError) << sql;
    EXPECT_THROW(merge_results(path_, std::vector{folder_ / "c.db"}), InputError) << sql;
  }
}

// What the user takes out or adds whole is no damage.
TEST_F(SealTest, WholeRunsMayBeDeletedAndViewsAdded) {
  change("PRAGMA foreign_keys = ON; DELETE FROM run WHERE id = 2; CREATE VIEW mine AS SELECT * FROM run");
  EXPECT_EQ(refusal(), "");
}

// A file of version 2: the same without seals.
TEST_F(SealTest, AnOlderFileIsReadAndSealedWhereItIsWrittenTo) {
  change(kAsOfVersion2);
  const std::string hash = content_hash(ResultReader(path_).database());
  merge_results(folder_ / "b.db", std::vector{path_});
  EXPECT_EQ(content_hash(ResultReader(folder_ / "b.db").database()), hash);
  {
    const Ledger ledger(path_, sample_sweep(), RowChoice::all);
  }
  ResultReader reader(path_);
  EXPECT_EQ(reader.database().integer("PRAGMA user_version"), kSchemaVersion);
  EXPECT_EQ(content_hash(reader.database()), hash);
  EXPECT_EQ(reader.database().integer("SELECT count(*) FROM run WHERE length(content_hash) = 16"), 5);
  change("UPDATE run SET fingerprint = 'x' WHERE id = 1");
  EXPECT_NE(refusal(), "");
}

}  // namespace
}  // namespace headrace
