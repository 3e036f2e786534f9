#include "analysis/cli/rank_verb.h"

#include <gtest/gtest.h>

#include "analysis/run/sweep_work.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

TEST(RankVerb, AloneItIsTheVerbItself) {
  StringSink out, err;
  EXPECT_EQ(
      on_ranks({out, err}, [](Ranks& ranks) { return ranks.count() == 1 ? ExitCode::missed : ExitCode::ok; }),
      ExitCode::missed);
  EXPECT_THROW(on_ranks({out, err}, [](Ranks&) -> ExitCode { throw UsageError("wrong"); }), UsageError);
}

class RankVerbTest : public SweepTest {};

TEST_F(RankVerbTest, AloneTasksRunOnThreads) {
  const SweepRead read = read_sweep_file(scenario_, {kAxis});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  Ledger ledger(database_, ledger_sweep(*read.sweep), RowChoice::figures);
  SweepKeeper keeper(ledger, {});
  Ranks ranks;
  const RankedWork work = run_tasks(ranks, SweepPoints(*read.sweep), sweep_tasks(*read.sweep, ledger, {}),
                                    ledger, keeper, {2}, {});
  EXPECT_EQ(work.end, WorkEnd::complete);
  EXPECT_EQ(work.state.points_over, read.sweep->size());
  EXPECT_EQ(ledger.counts().done, read.sweep->size());
}

}  // namespace
}  // namespace headrace
