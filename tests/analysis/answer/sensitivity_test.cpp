#include "analysis/answer/sensitivity.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

constexpr const char* kThreadsAre = "jobs.train.workload.loader.read_threads=";
constexpr const char* kBatch = "jobs.train.workload.loader.prefetch_size=";

// The answer of a sweep whose figure is a given function of the two axes.
class SensitivityTest : public SweepTest {
 protected:
  template <class Figure>
  std::vector<AxisEffect> effects_of(const std::string& design, std::vector<std::string> words,
                                     Figure figure) {
    std::ofstream(scenario_, std::ios::app) << "sweep: {design: " + design + ", axes: []}\n";
    const SweepRead read = read_sweep_file(scenario_, words);
    EXPECT_TRUE(read.sweep) << read.problems.text(false);
    if (!read.sweep) return {};
    sweep_.emplace(*read.sweep);
    answer_.headlines = {{"train", "au_percent", "% AU"}};
    answer_.names = {"read_threads", "prefetch_size"};
    for (std::int64_t i = 0; i < sweep_->size(); ++i) {
      PointAnswer& point = answer_.points.emplace_back();
      point.point = i;
      const SweepPoint at = sweep_->point(i);
      point.values = {at.parameters[0].value, at.parameters[1].value};
      const double x = std::stod(at.parameters[0].value), y = std::stod(at.parameters[1].value);
      point.replications = {{figure(x, y), 2 * figure(x, y)}};
      point.figures = {spread_of(point.replications[0])};
    }
    return sensitivity_of(*sweep_, answer_);
  }

  std::optional<Sweep> sweep_;
  SweepAnswer answer_;
};

// x^2 sqrt(y): a percent of x is two of the figure, a percent of y half a percent, in every replication.
TEST_F(SensitivityTest, ElasticitiesAreThePowers) {
  const auto effects =
      effects_of("one_at_a_time", {std::string(kThreadsAre) + "2,4,8", std::string(kBatch) + "1,4"},
                 [](double x, double y) { return x * x * std::sqrt(y); });
  ASSERT_EQ(effects.size(), 2U);
  EXPECT_EQ(effects[0].measures[1].first, "elasticity");
  EXPECT_NEAR(effects[0].measures[1].second.value, 2, 1e-12);
  EXPECT_NEAR(effects[1].measures[1].second.value, 0.5, 1e-12);
  EXPECT_NE(sensitivity_table(answer_, effects).find("read_threads"), std::string::npos);
  const nlohmann::ordered_json tree = sensitivity_tree(*sweep_, answer_, effects);
  EXPECT_NEAR(tree["jobs.train.au_percent"]["jobs.train.workload.loader.read_threads"]["elasticity"]["value"]
                  .get<double>(),
              2, 1e-12);
}

// 3 + 4 y at y of 0 and 4, with a point of the scenario's own between them, and twice that in the second
// replication: nothing has no logarithm, and y matters all the same, by 16 and 32. Of an axis of which a
// point has not been run nothing is said.
TEST_F(SensitivityTest, AnAxisThatBeginsAtNothingHasARange) {
  auto effects = effects_of("one_at_a_time", {std::string(kThreadsAre) + "2,4", std::string(kBatch) + "0,4"},
                            [](double, double y) { return 3 + 4 * y; });
  ASSERT_EQ(effects.size(), 2U);
  EXPECT_DOUBLE_EQ(effects[0].measures[0].second.value, 0);
  ASSERT_EQ(effects[1].measures.size(), 1U);
  EXPECT_EQ(effects[1].measures[0].first, "range");
  EXPECT_DOUBLE_EQ(effects[1].measures[0].second.value, 24);
  EXPECT_NE(sensitivity_table(answer_, effects).find("prefetch_size"), std::string::npos);
  answer_.points.pop_back();
  effects = sensitivity_of(*sweep_, answer_);
  ASSERT_EQ(effects.size(), 1U);
  EXPECT_EQ(effects[0].axis, 0U);
}

// 10 x + 0 y over x in 1..101: an elementary effect of x is 10 x 100 of its range wherever it is, of the mean
// of two replications 1.5 times that; y has none.
TEST_F(SensitivityTest, MorrisFindsWhatMatters) {
  const auto effects =
      effects_of("morris, points: 8", {std::string(kThreadsAre) + "1..101", std::string(kBatch) + "1..9"},
                 [](double x, double) { return 10 * x; });
  ASSERT_EQ(effects.size(), 2U);
  EXPECT_NEAR(effects[0].measures[0].second.value, 1500, 1e-6);
  EXPECT_NEAR(effects[0].measures[1].second.value, 0, 1e-6);
  EXPECT_NEAR(effects[1].measures[0].second.value, 0, 1e-9);
}

// A figure of x alone: all of the variance is due to x.
TEST_F(SensitivityTest, SobolIndicesShareTheVariance) {
  const auto effects =
      effects_of("saltelli, points: 256", {std::string(kThreadsAre) + "1..101", std::string(kBatch) + "1..9"},
                 [](double x, double) { return x; });
  ASSERT_EQ(effects.size(), 2U);
  EXPECT_NEAR(effects[0].measures[0].second.value, 1, 0.05);
  EXPECT_NEAR(effects[0].measures[1].second.value, 1, 0.05);
  EXPECT_NEAR(effects[1].measures[1].second.value, 0, 1e-9);
}

// x sqrt(y) at x of 2 and 4 and y of 1 and 4, and twice that in the second replication: the means over y are
// 3 and 6, over x 3 and 6. The range is 3 and 6 in the two replications.
TEST_F(SensitivityTest, OfAGridMainEffectsAreOfMeans) {
  const auto effects = effects_of("grid", {std::string(kThreadsAre) + "2,4", std::string(kBatch) + "1,4"},
                                  [](double x, double y) { return x * std::sqrt(y); });
  ASSERT_EQ(effects.size(), 2U);
  EXPECT_EQ(effects[0].measures[0].first, "range");
  EXPECT_DOUBLE_EQ(effects[0].measures[0].second.value, 4.5);
  EXPECT_LT(effects[0].measures[0].second.low, 4.5);
  EXPECT_EQ(effects[0].measures[1].first, "elasticity");
  EXPECT_NEAR(effects[0].measures[1].second.value, 1, 1e-12);
  EXPECT_NEAR(effects[1].measures[1].second.value, 0.5, 1e-12);
  EXPECT_EQ(sensitivity_sentence(answer_, effects),
            "read_threads matters most: 4.50 % AU between the means of its values");
  const std::string table = sensitivity_table(answer_, effects);
  EXPECT_NE(table.find("what matters"), std::string::npos) << table;
  EXPECT_NE(table.find("elasticity"), std::string::npos) << table;
}

TEST_F(SensitivityTest, OfAGridWithoutAPointNothingIsSaid) {
  const auto sum = [](double x, double y) { return x + y; };
  ASSERT_EQ(effects_of("grid", {std::string(kThreadsAre) + "2,4", std::string(kBatch) + "1,4"}, sum).size(),
            2U);
  answer_.points[2].replications[0].clear();
  EXPECT_TRUE(sensitivity_of(*sweep_, answer_).empty());
  EXPECT_EQ(sensitivity_sentence(answer_, {}), "");
  EXPECT_EQ(sensitivity_table(answer_, {}), "");
}

}  // namespace
}  // namespace headrace
