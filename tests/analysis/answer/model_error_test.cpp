#include "analysis/answer/model_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace headrace {
namespace {

JobResult trained(double au, double target) {
  JobResult job;
  job.au_percent = au;
  job.au_threshold_percent = target;
  return job;
}

// Systems that are 10 % lower, as told, and 10 % higher than predicted: the mean of the errors is that of
// their logarithms, and half of all systems are above it.
TEST(ModelInterval, IsOfTheErrorsOfFamilies) {
  const std::vector<PublishedError> errors = {
      {"a-1", std::log(0.9)}, {"a-2", std::log(0.9)}, {"b", std::log(1.1)}, {"c", 0}};
  const ModelInterval interval(50, errors);
  EXPECT_EQ(interval.runs, 4u);
  EXPECT_EQ(interval.families, 3u);
  const double mean = std::log(0.9 * 1.1) / 3;
  EXPECT_NEAR(interval.above(50 * std::exp(mean)), 0.5, 1e-12);
  EXPECT_NEAR(interval.above(interval.low), 0.95, 1e-9);
  EXPECT_NEAR(interval.above(interval.high), 0.05, 1e-9);
  EXPECT_NEAR(std::log(interval.low / 50) + std::log(interval.high / 50), 2 * mean, 1e-9);
  EXPECT_EQ(interval.above(101), 0);
}

// The least prediction that meets a target on so many systems meets it on them, and a lower one on fewer.
TEST(ModelInterval, SaysWhatHasToBePredicted) {
  double most = 0;
  for (const double share : {0.3, 0.5, 0.7, 0.9}) {
    const std::optional<double> predicted = predicted_for(80, share, most);
    ASSERT_TRUE(predicted) << share;
    EXPECT_GE(model_interval(*predicted)->above(80), share);
    EXPECT_LT(model_interval(*predicted - 0.02)->above(80), share);
    EXPECT_GT(most, share);
  }
  EXPECT_FALSE(predicted_for(99, 0.95, most));
  EXPECT_NEAR(most, model_interval(100)->above(99), 1e-12);
}

TEST(ModelInterval, NoUtilisationIsAboveAHundred) {
  const std::vector<PublishedError> errors = {{"a", 0.1}, {"b", 0.05}};
  EXPECT_DOUBLE_EQ(ModelInterval(99, errors).high, 100);
}

// The interval of each published run is made of the errors of other families: nominal 90 %, and it must hold
// 80 to 97 % of them.
TEST(ModelInterval, HoldsRunsOfFamiliesThatItIsNotMadeOf) {
  const auto family = [](const PublishedError& of) { return of.system.substr(0, of.system.find('-')); };
  std::size_t held = 0;
  for (const PublishedError& run : published_errors()) {
    std::vector<PublishedError> others;
    for (const PublishedError& other : published_errors())
      if (family(other) != family(run)) others.push_back(other);
    const ModelInterval interval(50, others);
    const double measured = 50 * std::exp(run.error);
    held += interval.low <= measured && measured <= interval.high ? 1 : 0;
  }
  EXPECT_EQ(held, 94u) << "README says so";
  const double share = static_cast<double>(held) / static_cast<double>(published_errors().size());
  EXPECT_GE(share, 0.80);
  EXPECT_LE(share, 0.97);
}

// Two pairs that are off by +-0.1 and +-0.2, of two families: s^2 = (0.01 + 0.04) / 2 * 2, of a third family
// times 1 + 1/2, and t of one degree of freedom is 6.314 at 0.95.
TEST(RatioError, IsOfPairsOnOneSystem) {
  const std::vector<PublishedError> errors = {{"a-1", 0.1}, {"a-1", 0.2}, {"a-2", 5}, {"b", 0}, {"b", 0.2}};
  const RatioError error = ratio_error(errors);
  EXPECT_EQ(error.pairs, 2u);
  EXPECT_EQ(error.families, 2u);
  EXPECT_NEAR(std::log1p(error.nine_of_ten), 6.3138 * std::sqrt(0.05 * 1.5), 1e-3);
}

// The interval made of the pairs of other families holds 80 to 97 % of a family's own, nominal 90 %, each
// family counted once.
TEST(RatioError, HoldsPairsOfFamiliesThatItIsNotMadeOf) {
  const auto family = [](const PublishedError& of) { return of.system.substr(0, of.system.find('-')); };
  const std::span<const PublishedError> all = published_errors();
  std::map<std::string_view, std::pair<double, double>> held;  // Of pairs, by family.
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<PublishedError> others;
    for (const PublishedError& other : all)
      if (family(other) != family(all[i])) others.push_back(other);
    const double within = std::log1p(ratio_error(others).nine_of_ten);
    for (std::size_t j = 0; j < i; ++j) {
      if (all[j].system != all[i].system) continue;
      auto& [inside, pairs] = held[family(all[i])];
      ++pairs;
      inside += std::abs(all[i].error - all[j].error) <= within ? 1 : 0;
    }
  }
  double share = 0;
  for (const auto& [name, of] : held) share += of.first / of.second / static_cast<double>(held.size());
  EXPECT_GE(share, 0.80);
  EXPECT_LE(share, 0.97);
}

TEST(HowSure, IsSaidOfWhatTrains) {
  const std::string said = how_sure(trained(98, 90));
  EXPECT_TRUE(
      said.starts_with("How sure: 86.5 to 100.0 % AU on nine of ten systems, as predictions of 101 published "
                       "runs, of 16 families of systems, were off; the target is met on "))
      << said;
  EXPECT_EQ(how_sure(trained(98, 0)).find("target"), std::string::npos);
  EXPECT_TRUE(how_sure(trained(60, 90)).starts_with("How sure: no published run was predicted below 65 %"));
  JobResult job = trained(98, 90);
  job.kind = JobKind::checkpoint;
  EXPECT_EQ(how_sure(job), "");
  EXPECT_EQ(how_sure_of_target("jobs.train.seconds", 98, 90), "");
  EXPECT_EQ(
      how_sure_of_target("jobs.train.au_percent", 98, 10),
      "100 % of systems would meet it, as predictions of 101 published runs, of 16 families of systems, "
      "were off");
  EXPECT_TRUE(how_sure_of_target("jobs.train.utilisation_percent", 40, 30).starts_with("no published run"));
  job = trained(98, 90);
  job.au_percent.reset();
  EXPECT_EQ(how_sure(job), "");
}

}  // namespace
}  // namespace headrace
