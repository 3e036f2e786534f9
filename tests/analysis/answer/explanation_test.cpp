#include "analysis/answer/explanation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

MachinePart part_of(const std::string& name, Side side) {
  return {name, side, {{"platform." + name, "prior [assumed]", 1, Bandwidth(4_GBps)}}};
}

// A figure that grows with the power `elasticity` of each part's speed, in every run of a design.
std::vector<std::optional<double>> made_values(const ExplanationDesign& design,
                                               const std::vector<double>& elasticities, double less = 1) {
  std::vector<std::optional<double>> values(design.runs().size());
  for (std::size_t seed = 0; seed < design.seeds(); ++seed) {
    double sum = 0;
    for (const double elasticity : elasticities) sum += elasticity;
    values[design.as_it_is(seed)] = 100;
    values[design.all_faster(seed)] = 100 * std::pow(1.1, less * sum);
    for (std::size_t part = 0; part < elasticities.size(); ++part)
      for (const auto change :
           {ExplanationDesign::slower, ExplanationDesign::faster, ExplanationDesign::much_faster})
        values[design.changed(seed, part, change)] =
            100 * std::pow(ExplanationDesign::kFactors[change], less * elasticities[part]);
  }
  return values;
}

// f = c_1^e_1 c_2^e_2 …: the elasticity of part i is e_i, its gain 1.1^e_i - 1, and their sum is that of f.
TEST(Explanation, FindsTheElasticityOfEachPart) {
  const ExplanationDesign design(
      {part_of("a", Side::client), part_of("b", Side::storage), part_of("c", Side::storage)}, 7, 2);
  EXPECT_EQ(design.runs().size(), 2u * (2 + 3 * 3));
  const auto found =
      explanation_of(design, {"train", "samples_per_second", "1/s"}, made_values(design, {0.4, 0.35, 0.25}));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->effects.size(), 3u);
  EXPECT_EQ(found->effects[0].part, 0u);
  EXPECT_NEAR(found->effects[0].elasticity.mean, 0.4, 1e-12);
  EXPECT_NEAR(found->effects[1].tenth.mean, 100 * (std::pow(1.1, 0.35) - 1), 1e-9);
  EXPECT_NEAR(found->effects[1].half.mean, 100 * (std::pow(1.5, 0.35) - 1), 1e-9);
  EXPECT_NEAR(found->sum, 1, 1e-12);
  EXPECT_NEAR(found->all.mean, 10, 1e-9);
  EXPECT_NEAR(found->share(Side::storage, design), 0.6, 1e-12);
  EXPECT_EQ(found->bound_by(design), std::vector<Side>{Side::storage})
      << "two parts of it together matter more than one of the client";
}

// Of a time the figure falls as a part gets faster: what is better counts.
TEST(Explanation, CountsWhatIsBetter) {
  const ExplanationDesign design({part_of("a", Side::network)}, 1, 1);
  const auto found =
      explanation_of(design, {"train", "seconds", "s", Better::less}, made_values(design, {1.0}, -1));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->effects[0].elasticity.mean, 1, 1e-12);
  EXPECT_NEAR(found->effects[0].tenth.mean, 10, 1e-9);
}

TEST(Explanation, NamesNoSideWhereNothingMatters) {
  const ExplanationDesign design({part_of("a", Side::network)}, 1, 1);
  const auto found = explanation_of(design, {"train", "x", ""}, made_values(design, {0.0}));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->bound_by(design).empty());
  auto without = made_values(design, {0.0});
  without.back() = std::nullopt;
  EXPECT_FALSE(explanation_of(design, {"train", "x", ""}, without)) << "a run that has no such figure";
  without.back() = 0;
  EXPECT_FALSE(explanation_of(design, {"train", "x", ""}, without)) << "nothing is so many times none";
}

// What no part explains is 1 - sum of a rate, and has a share: a limit on numbers is no part.
TEST(Explanation, BlamesNoPartForALimitOnNumbers) {
  const ExplanationDesign design({part_of("a", Side::network), part_of("b", Side::storage)}, 1, 1);
  const auto found =
      explanation_of(design, {"train", "samples_per_second", "1/s"}, made_values(design, {0.02, 0.05}));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->unexplained(), 0.93, 1e-12);
  EXPECT_NEAR(found->share(Side::storage, design), 0.05, 1e-12);
  EXPECT_TRUE(found->bound_by(design).empty());
  const auto share = explanation_of(design, {"train", "au_percent", "%"}, made_values(design, {0.02, 0.05}));
  EXPECT_EQ(share->unexplained(), 0) << "a percentage does not scale with the speed of the machine";
  EXPECT_EQ(share->bound_by(design), std::vector<Side>{Side::storage});
}

// Sides with nearly as much as the largest share bind alike.
TEST(Explanation, NamesSidesThatBindAlike) {
  const ExplanationDesign design({part_of("a", Side::client), part_of("b", Side::storage)}, 1, 1);
  const auto found =
      explanation_of(design, {"train", "samples_per_second", "1/s"}, made_values(design, {0.48, 0.52}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->bound_by(design), (std::vector<Side>{Side::client, Side::storage}));
}

// Rates grow and times shrink, exactly by the factor.
TEST(Explanation, MakesAPartFasterByItsTimesAndRates) {
  MachinePart part = part_of("a", Side::client);
  part.speeds.push_back({"platform.t", "prior [assumed]", 1, Duration(33_ms)});
  EXPECT_EQ(ExplanationDesign::at_speed(part, 1.1),
            (std::vector<std::string>{"platform.a=4.4 GB/s", "platform.t=30 ms"}));
}

TEST(Explanation, SortsTheMachineIntoParts) {
  const ScenarioRead read = read_scenario(small_scenario(), "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const auto parts = parts_of(*read.scenario, read.places);
  const auto side = [&](const std::string& name) {
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&](const MachinePart& part) { return part.name == name; });
    EXPECT_NE(found, parts.end()) << name;
    return found == parts.end() ? Side::accelerators : found->side;
  };
  EXPECT_EQ(side("scratch: ost"), Side::storage);
  EXPECT_EQ(side("scratch: mds"), Side::storage);
  EXPECT_EQ(side("scratch: client"), Side::client);
  EXPECT_EQ(side("network"), Side::network);
  EXPECT_EQ(side("train: compute"), Side::accelerators);
  for (const MachinePart& part : parts) {
    EXPECT_FALSE(part.speeds.empty()) << part.name;
    for (const Prior& speed : part.speeds) EXPECT_FALSE(speed.is_whole()) << speed.path;
  }
}

}  // namespace
}  // namespace headrace
