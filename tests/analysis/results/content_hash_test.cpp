#include "analysis/results/content_hash.h"

#include <gtest/gtest.h>

#include <set>

#include "analysis/results/reader.h"
#include "tests/analysis/results/result_store.h"
#include "tests/analysis/results/sample_sweep.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

class ContentHashTest : public testing::Test {
 protected:
  std::string made_with(const std::string& change) {
    const std::string path = folder_ / ("a" + std::to_string(++made_) + ".db");
    Ledger(path, sample_sweep(), RowChoice::all).add(sample_finished_runs(6));
    Database db(path, Database::Access::write);
    db.execute(change);
    return content_hash(db);
  }

  ScratchFolder folder_;
  int made_ = 0;
};

TEST_F(ContentHashTest, IsOfWhatWasFound) {
  std::set<std::string> hashes = {made_with("")};
  const char* const changes[] = {
      "UPDATE metric SET value = value + 1e-9 WHERE run = 3 AND metric = 'au_percent'",
      "UPDATE metric SET unit = 'ms' WHERE run = 1 AND metric = 'start'",
      "DELETE FROM time_budget WHERE run = 2 AND rank = 14 AND cause = 'host'",
      "DELETE FROM epoch WHERE run = 2 AND metric = 'steps'",
      "UPDATE sweep_point SET state = 'open' WHERE point = 0",
      "UPDATE sweep_point SET message = 'else' WHERE point = 5",
      "UPDATE sweep_parameter SET value = '9 MiB' WHERE point = 0 AND axis = 1",
      "UPDATE sweep SET design_text = 'design: list'",
      "UPDATE run SET fingerprint = '0000000000000000' WHERE id = 4",
      "UPDATE run SET outcome = 'time_limit' WHERE id = 4",
      "INSERT INTO series VALUES (1, 'a', 'b', 0, 1, 2.0)",
      "DELETE FROM run WHERE id = 5",
  };
  for (const char* change : changes) EXPECT_TRUE(hashes.insert(made_with(change)).second) << change;
}

TEST_F(ContentHashTest, IsNotOfWhenAndWhereItWasFound) {
  const std::string hash = made_with("");
  EXPECT_EQ(hash.size(), 16U);
  for (const char* change :
       {"UPDATE run SET started_at = 'x', wall_seconds = 77, revision = 'y'", "UPDATE meta SET value = 'z'",
        "PRAGMA foreign_keys = OFF; UPDATE run SET id = id + 100; UPDATE metric SET run = run + 100;"
        "UPDATE epoch SET run = run + 100; UPDATE time_budget SET run = run + 100;"
        "UPDATE part SET run = run + 100; UPDATE histogram SET run = run + 100;"
        "UPDATE answer SET run = run + 100; UPDATE sweep_run SET run = run + 100"})
    EXPECT_EQ(made_with(change), hash) << change;
}

TEST_F(ContentHashTest, RunsBesideSweepsAreASet) {
  const std::string once = folder_ / "once.db";
  const std::string twice = folder_ / "twice.db";
  ResultStore(once).add(training_run(), {});
  ResultStore(once).add(checkpoint_run(), {});
  for (int i = 0; i < 2; ++i) ResultStore(twice).add(checkpoint_run(), {});
  EXPECT_NE(content_hash(ResultReader(twice).database()), content_hash(ResultReader(once).database()));
  ResultStore(twice).add(training_run(), {});
  EXPECT_EQ(content_hash(ResultReader(twice).database()), content_hash(ResultReader(once).database()));
}

}  // namespace
}  // namespace headrace
