#include "analysis/answer/model_error.h"

#include <gtest/gtest.h>

#include <cmath>
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
  const double share = static_cast<double>(held) / static_cast<double>(published_errors().size());
  EXPECT_GE(share, 0.80);
  EXPECT_LE(share, 0.97);
}

TEST(HowSure, IsSaidOfWhatTrains) {
  const std::string said = how_sure(trained(98, 90));
  EXPECT_TRUE(
      said.starts_with("How sure: 85.7 to 100.0 % AU on nine of ten systems, as predictions of 88 published "
                       "runs, of 10 families of systems, were off; the target is met on "))
      << said;
  EXPECT_EQ(how_sure(trained(98, 0)).find("target"), std::string::npos);
  EXPECT_TRUE(how_sure(trained(60, 90)).starts_with("How sure: no published run was predicted below 69 %"));
  JobResult job = trained(98, 90);
  job.kind = JobKind::checkpoint;
  EXPECT_EQ(how_sure(job), "");
  EXPECT_EQ(how_sure_of_target("jobs.train.seconds", 98, 90), "");
  EXPECT_EQ(how_sure_of_target("jobs.train.au_percent", 98, 10),
            "100 % of systems would meet it, as predictions of 88 published runs, of 10 families of systems, "
            "were off");
  EXPECT_TRUE(how_sure_of_target("jobs.train.utilisation_percent", 40, 30).starts_with("no published run"));
  job = trained(98, 90);
  job.au_percent.reset();
  EXPECT_EQ(how_sure(job), "");
}

}  // namespace
}  // namespace headrace
