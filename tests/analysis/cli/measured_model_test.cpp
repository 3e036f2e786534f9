#include "analysis/cli/measured_model.h"

#include <cmath>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

const std::string kOverhead = "platform.nodes.clients.host_work.pytorch.step_overhead";

class MeasuredModelTest : public CliTest {
 protected:
  static bool counts(void* runs, const WorkState& state) {
    *static_cast<std::int64_t*>(runs) = state.runs;
    return true;
  }
  MeasuredFigure row(const std::vector<std::string>& overrides, const std::string& figure) const {
    return {RowRole::calibration, "a run", {scenario_, overrides}, "jobs.train." + figure, 1, "made"};
  }

  Ranks ranks_;
  std::int64_t runs_ = 0;
  FigureRounds rounds_{{"calibrate", "tiny", "its text", "", 1, {&counts, &runs_}, ranks_}};
  const std::vector<Prior> fields_ = {{kOverhead, "range", 3, Duration(60_ms)}};
  const std::vector<MeasuredFigure> rows_ = {row({}, "delivered_samples_per_second"), row({}, "au_percent"),
                                             row({"jobs.train.workload.dataset.files=8"}, "au_percent")};
};

// Rows of one scenario share a run, each has the figure that it asks for; one without it has none.
TEST_F(MeasuredModelTest, GivesLogarithmsOfWhatIsAskedFor) {
  MeasuredModel model(fields_, rows_, rounds_);
  const std::size_t all[] = {0, 1, 2}, second[] = {1};
  const FitRequest requests[] = {{{0}, all}, {{1.6449}, second}};
  const auto found = model.evaluate(requests);
  ASSERT_TRUE(found);
  EXPECT_EQ(runs_, 3);
  // Two nodes of two accelerators take 8 samples a step of 500 ms and the overhead of 60 ms or less.
  EXPECT_NEAR(std::exp((*found)[0][0]), 8 / 0.56, 0.5);
  EXPECT_TRUE(std::isnan((*found)[0][2]));
  EXPECT_LT((*found)[1][1], (*found)[0][1]) << "three times the overhead";
  EXPECT_TRUE(std::isnan((*found)[1][0])) << "nobody asked";
  // A second call runs nothing: all of it is known.
  runs_ = 0;
  EXPECT_EQ((*model.evaluate(requests))[1][1], (*found)[1][1]);
  EXPECT_EQ(runs_, 0);
}

// A point at which there is no scenario has no figures.
TEST_F(MeasuredModelTest, HasNothingWhereThereIsNoScenario) {
  const std::vector<Prior> fields = {{"jobs.train.host.step_jitter", "range", 3, 0.9}};
  MeasuredModel model(fields, rows_, rounds_);
  const std::size_t first[] = {0};
  const FitRequest requests[] = {{{1}, first}};
  const auto found = model.evaluate(requests);
  ASSERT_TRUE(found);
  EXPECT_TRUE(std::isnan((*found)[0][0]));
  EXPECT_EQ(runs_, 0);
}

}  // namespace
}  // namespace headrace
