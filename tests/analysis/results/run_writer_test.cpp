#include "analysis/results/run_writer.h"

#include <gtest/gtest.h>

#include "analysis/results/schema.h"
#include "tests/analysis/sample_run.h"
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

}  // namespace
}  // namespace headrace
