#include "analysis/report/plan_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/analysis/cli/cli_fixture.h"
#include "tests/analysis/report/plot_rows.h"

namespace headrace {
namespace {

using testing::ElementsAre;

// Three designs of 1, 2 and 4 boxes: the first misses its target with a lost drive by 10 % of it, the
// second meets both, the third meets them by more; the fourth, of 8, is beyond a limit and has no figures.
class PlanPlotsTest : public testing::Test {
 protected:
  PlanPlotsTest()
      : read_(read_plan(std::string(kTinyScenario) + R"(
plan:
  axes: ["box=1,2,4,8"]
  units: {box: {of: [jobs.train.workload.loader.read_threads=1]}}
  targets: [jobs.train.au_percent >= 90]
  situations:
    drive_lost: {overrides: [platform.network.latency=1 ms], targets: [jobs.train.au_percent >= 80]}
  currency: thalers
  costs: [{of: box, price: 1000}]
  limits: {price: 5000}
)",
                        "tiny.yaml")) {
    EXPECT_TRUE(read_.plan) << read_.problems.text();
    const std::vector<Margins> margins = {{1, -8}, {2, 4}, {3, 8}, {-HUGE_VAL, -HUGE_VAL}};
    for (std::size_t point = 0; point < margins.size(); ++point) {
      KnownDesign& design = found_.known.emplace_back();
      design.point = point;
      design.cost = 1000 * std::exp2(static_cast<double>(point));
      design.within_limits = point < 3;
      design.meets = point == 1 || point == 2;
      for (const double margin : margins[point]) design.margins.push_back({margin, 0, 1});
    }
    found_.best = found_.known[1];
    found_.binding = Binding{1, 0};
    notes_[1].limited_by = "scratch: OST devices (98 % busy)";
    for (std::int64_t i = 0; i < read_.plan->designs().size(); ++i) {
      const SweepPoint point = read_.plan->designs().point(i);
      if (point.parameters[read_.plan->situation_axis()].value == "as_planned") designs_.push_back(point);
    }
  }
  PlanAnswer answer() const {
    return {*read_.plan, read_.plan->targets(), found_, notes_, designs_, 0, "tiny.db"};
  }

  PlanRead read_;
  CheapestResult found_;
  std::map<std::size_t, PlanEvaluator::Note> notes_;
  std::vector<SweepPoint> designs_;
};

TEST_F(PlanPlotsTest, SayWhatAPriceBuysAndWhatBinds) {
  const std::vector<Plot> plots = plan_plots(answer());
  ASSERT_EQ(plots.size(), 3U);
  EXPECT_THAT(
      rows_of(&plots[0]),
      ElementsAre("Pareto set, missed, 1 box: drive_lost: au_percent 72.0, limited by scratch: OST devices, "
                  "1000, 91",
                  "chosen, 2 boxes: au_percent 92.0, 2000, 92",
                  "Pareto set, met, 4 boxes: au_percent 93.0, 4000, 93"));
}

TEST_F(PlanPlotsTest, MarginsAreSharesOfTheBound) {
  const std::vector<Plot> plots = plan_plots(answer());
  ASSERT_EQ(plots[1].rows.size(), 3U);
  EXPECT_DOUBLE_EQ(std::get<double>(plots[1].rows[0][3]), -10);         // 8 of 80.
  EXPECT_DOUBLE_EQ(std::get<double>(plots[1].rows[1][3]), 200.0 / 90);  // 2 of 90, and not 4 of 80.
  EXPECT_EQ(plots[2].rows.size(), 6U);
  EXPECT_EQ(std::get<std::string>(plots[2].rows[1][1]), "drive_lost: au_percent");
}

TEST_F(PlanPlotsTest, APartHasTheAnswerAndItsNotes) {
  const ReportPart part = plan_part(answer(), "the scenario");
  EXPECT_EQ(part.title, read_.plan->designs().name());
  EXPECT_EQ(part.answers.at(0).sentence,
            "2 boxes is the cheapest design that meets every target, for 2,000 thalers");
  EXPECT_TRUE(
      part.answers[0].notes.at(1).starts_with("binding: jobs.train.au_percent >= 80 with drive_lost: "))
      << part.answers[0].notes[1];
  EXPECT_EQ(part.scenario_text, "the scenario");
}

}  // namespace
}  // namespace headrace
