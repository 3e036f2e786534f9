#include "analysis/answer/published.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

Scenario scenario_with(std::vector<PublishedFigure> published) {
  Scenario scenario;
  scenario.platform.name = "a machine";
  JobSpec job;
  job.published = std::move(published);
  scenario.jobs = {{"train", job}};
  return scenario;
}

PublishedFigure figure(const char* name, double value, PublishedBy by) { return {name, value, by, "a page"}; }

TEST(Published, StandsBesideWhatWasFound) {
  const RunResult run = training_run();
  const double au = run.jobs[0].au_percent.value();
  const auto found = compare_published(
      scenario_with(
          {figure("au_percent", au / 1.04, PublishedBy::sheet),
           figure("samples_per_second", run.jobs[0].samples_per_second.value() / 2, PublishedBy::measured),
           figure("cache.hit_rate", 1, PublishedBy::measured)}),
      run);
  ASSERT_EQ(found.size(), 2u) << "a figure that the job has not got";
  EXPECT_DOUBLE_EQ(found[0].simulated, au);
  EXPECT_NEAR(found[0].error(), 0.04, 1e-12);
  EXPECT_TRUE(found[0].fits());
  EXPECT_NEAR(found[1].error(), 1, 1e-12);
  EXPECT_FALSE(found[1].fits());
  EXPECT_FALSE(found[1].must_fit());
}

// Five hundredths either way of what a data sheet says, and no further.
TEST(Published, FitsWithinFiveHundredths) {
  PublishedComparison one;
  one.published.value = 100;
  for (const auto& [simulated, fits] :
       {std::pair{94.9, false}, {95.1, true}, {104.9, true}, {105.1, false}}) {
    one.simulated = simulated;
    EXPECT_EQ(one.fits(), fits) << simulated;
  }
  one.published.value = one.simulated = 0;
  EXPECT_TRUE(one.fits());
}

TEST(Published, SaysWhatIsOff) {
  const RunResult run = training_run();
  const auto found = compare_published(
      scenario_with({figure("au_percent", run.jobs[0].au_percent.value() * 2, PublishedBy::sheet),
                     figure("samples_per_second", 1, PublishedBy::measured)}),
      run);
  const std::string text = published_text(found, Style(false), true);
  EXPECT_NE(text.find("train: au_percent is -50.0 % off what the machine was built from"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("samples_per_second is"), std::string::npos) << "a prediction may be off: " << text;
  EXPECT_NE(text.find("a page"), std::string::npos);
  EXPECT_EQ(published_text(found, Style(false), false).find("a page"), std::string::npos);
  const auto table = published_tree("r1", found);
  EXPECT_EQ(table["revision"], "r1");
  const auto& tree = table["probes"];
  EXPECT_EQ(tree[0]["platform"], "a machine");
  EXPECT_EQ(tree[0]["probe"], "train");
  EXPECT_EQ(tree[0]["by"], "sheet");
  EXPECT_DOUBLE_EQ(tree[0]["error"].get<double>(), -0.5);
}

}  // namespace
}  // namespace headrace
