#include "analysis/results/points_table.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/results/sample_sweep.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

TEST(PointsTable, HasARowAPointAndReplication) {
  const ScratchFolder folder;
  Ledger ledger(folder / "a.db", sample_sweep(6, 2), RowChoice::figures);
  ledger.add(sample_finished_runs(6, 2));
  StringSink out;
  write_points(ledger.database(), out, RowForm::json);
  const auto rows = nlohmann::json::parse(out.text());
  ASSERT_EQ(rows.size(), 11U);  // The sixth point was refused: it has one row.
  EXPECT_EQ(rows[3]["point"], 1);
  EXPECT_EQ(rows[3]["replication"], 2);
  EXPECT_EQ(rows[3]["jobs.train.cache.policy"], "sieve");
  EXPECT_EQ(rows[3]["jobs.train.layout.stripe_size [B]"], 1048576);
  EXPECT_EQ(rows[3]["jobs.train.au_percent"], 91.2);
  EXPECT_EQ(rows[3]["resources.scratch: OST devices.utilisation_mean"], 0.41);
  EXPECT_EQ(rows[10]["state"], "failed");
  EXPECT_TRUE(rows[10]["jobs.train.au_percent"].is_null());
}

}  // namespace
}  // namespace headrace
