#include "analysis/results/stored_call.h"

#include <gtest/gtest.h>

#include "analysis/results/ledger.h"
#include "tests/analysis/results/sample_sweep.h"

namespace headrace {
namespace {

LedgerSweep sample_call(const std::string& dlio_folder) {
  LedgerSweep call = sample_sweep(2, 1);
  call.call = LedgerCall{"run", "name: asked\n", dlio_folder};
  call.of_points = {call.provenance, call.provenance};
  return call;
}

TEST(StoredCall, IsFoundByAnyOfItsRuns) {
  Ledger ledger(":memory:", sample_call("there"), RowChoice::all);
  Database& database = ledger.database();
  EXPECT_EQ(last_call(database), ledger.hash());
  EXPECT_EQ(read_call(database, ledger.hash()).first_run, 0);
  EXPECT_EQ(call_of_run(database, 1), std::nullopt);
  const FinishedRun runs[] = {sample_finished(0, 1), sample_finished(1, 1)};
  ledger.add(runs);
  const StoredCall call = read_call(database, ledger.hash());
  EXPECT_EQ(call.verb, "run");
  EXPECT_EQ(call.resolved_text, "name: asked\n");
  EXPECT_EQ(call.dlio_folder, "there");
  EXPECT_EQ(call.first_run, 1);
  EXPECT_EQ(call.last_run, 2);
  EXPECT_EQ(call_of_run(database, 2), ledger.hash());
  EXPECT_EQ(find_run_of(database, ledger.hash(), 1, 1), 2);
  EXPECT_EQ(find_run_of(database, ledger.hash(), 1, 2), std::nullopt);
}

}  // namespace
}  // namespace headrace
