#include "analysis/answer/sweep_answer.h"

#include <nlohmann/json.hpp>

#include "tests/analysis/results/sample_sweep.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

class SweepAnswerTest : public SweepTest {
 protected:
  // Made-up runs of the points of a real sweep: point i has 90 + i % AU.
  SweepAnswer answer_of(std::int64_t points) {
    const SweepRead read = read_sweep_file(scenario_, {kAxis});
    LedgerSweep known = ledger_sweep(*read.sweep);
    Ledger ledger(database_, known, RowChoice::figures);
    for (std::int64_t point = 0; point < points; ++point) {
      FinishedRun run = sample_finished(point);
      run.values.resize(1);
      ledger.add(std::span(&run, 1));
    }
    SweepAnswer answer = sweep_answer(*read.sweep, ledger.database());
    tree_ = sweep_tree(*read.sweep, answer);
    return answer;
  }

  nlohmann::ordered_json tree_;
};

TEST_F(SweepAnswerTest, BestFirstAndFailedLast) {
  const SweepAnswer answer = answer_of(6);
  EXPECT_EQ(answer.sentence, "best of 5 points: read_threads=5: train 94.1 % AU; the worst: train 90.1 % AU");
  ASSERT_EQ(answer.points.size(), 6U);
  EXPECT_EQ(answer.points[0].point, 4);
  EXPECT_EQ(answer.points[5].point, 5);
  EXPECT_NE(sweep_table(answer, false).find("point 5 failed: stripe_size is more than the file"),
            std::string::npos);
  EXPECT_EQ(tree_["points"][0]["figures"]["jobs.train.au_percent"]["mean"], 94.1);
  EXPECT_EQ(tree_["points"][5]["message"], "stripe_size is more than the file");
}

TEST_F(SweepAnswerTest, NothingIsNoAnswer) {
  const SweepAnswer answer = answer_of(0);
  EXPECT_FALSE(answer.ranked);
  EXPECT_EQ(answer.sentence, "no answer: no point has come to its end");
  EXPECT_EQ(sweep_table(answer, true), "");
}

}  // namespace
}  // namespace headrace
