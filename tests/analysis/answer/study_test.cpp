#include "analysis/answer/study.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

StudyFigure figure_of(const std::string& arm, const std::string& over, double value) {
  StudyFigure figure;
  figure.figure = "arms." + arm + ".jobs.train.seconds";
  if (!over.empty()) figure.over = "arms." + over + ".jobs.train.seconds";
  figure.value = value;
  figure.source = "a page";
  return figure;
}

std::vector<ArmRuns> two_arms() {
  return {{"small", {run_of_seconds(400, 1)}}, {"large", {run_of_seconds(100, 1)}}};
}

Scenario with(std::vector<StudyFigure> published) {
  Scenario scenario;
  scenario.published = std::move(published);
  return scenario;
}

// error = (simulated - published) / published: 400 s over 100 s are 4, a quarter above 3.2.
TEST(Study, HoldsRatiosAndValuesAgainstWhatIsPublished) {
  const std::vector<ArmRuns> arms = two_arms();
  const double seconds = figure_of_arm(arms, "arms.large.jobs.train.seconds")->value;
  const auto rows =
      study_rows(with({figure_of("small", "large", 3.2), figure_of("large", "", seconds / 1.1)}), arms);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_NEAR(*rows[0].simulated, 4, 1e-9);
  EXPECT_NEAR(rows[0].error(), 0.25, 1e-9);
  EXPECT_FALSE(rows[0].is_reproduced());
  EXPECT_NEAR(rows[1].error(), 0.1, 1e-9);
  EXPECT_TRUE(rows[1].is_reproduced()) << "within 15 of 100";
}

TEST(Study, ReproducesWithinTheShareThatIsStated) {
  StudyRow row{figure_of("small", "", 100), 106};
  for (const auto& [within, reproduced] : {std::pair{0.05, false}, {0.07, true}}) {
    row.published.within = within;
    EXPECT_EQ(row.is_reproduced(), reproduced) << within;
  }
  row.published.value = -100;
  EXPECT_NEAR(row.error(), 2.06, 1e-12) << "a share of its size";
  row.published.value = 0;
  EXPECT_FALSE(row.is_reproduced());
  row.simulated = 0;
  EXPECT_TRUE(row.is_reproduced());
  row.simulated.reset();
  EXPECT_FALSE(row.is_reproduced()) << "no figure reproduces nothing";
}

TEST(Study, SaysWhatIsMissingOnlyWhereItIsOff) {
  StudyFigure off = figure_of("small", "large", 9), near = figure_of("large", "small", 0.25);
  off.missing = "how large the batch was";
  near.missing = "nothing that matters";
  const auto rows = study_rows(with({off, near}), two_arms());
  const std::string text = study_text(rows, Style(false), false);
  EXPECT_NE(text.find("small / large: train.seconds"), std::string::npos) << text;
  EXPECT_NE(text.find("missing: how large the batch was"), std::string::npos) << text;
  EXPECT_EQ(text.find("nothing that matters"), std::string::npos) << text;
  EXPECT_NE(text.find("1 of 2 published figures reproduced"), std::string::npos) << text;
  EXPECT_EQ(text.find("a page"), std::string::npos) << text;
  EXPECT_NE(study_text(rows, Style(false), true).find("a page"), std::string::npos);
  EXPECT_EQ(study_text({}, Style(false), true), "");
}

// Rows that values of the scenario were chosen by are no predictions, and do not count as such.
TEST(Study, CountsFittedRowsApart) {
  StudyFigure fitted = figure_of("small", "large", 4);
  fitted.fitted = true;
  const auto rows = study_rows(with({fitted, figure_of("large", "small", 0.25)}), two_arms());
  const std::string text = study_text(rows, Style(false), false);
  EXPECT_NE(text.find("yes, fitted"), std::string::npos) << text;
  EXPECT_NE(text.find("1 of 1 published figures reproduced; 1 more fitted"), std::string::npos) << text;
}

TEST(Study, IsReadByPrograms) {
  std::vector<ArmRuns> arms = two_arms();
  const auto tree = study_tree(study_rows(with({figure_of("small", "large", 5)}), arms));
  EXPECT_EQ(tree[0]["over"], "arms.large.jobs.train.seconds");
  EXPECT_NEAR(tree[0]["simulated"].get<double>(), 4, 1e-9);
  EXPECT_NEAR(tree[0]["error"].get<double>(), -0.2, 1e-9);
  EXPECT_EQ(tree[0]["reproduced"], false);
  arms.pop_back();
  const auto cut = study_tree(study_rows(with({figure_of("small", "large", 5)}), arms));
  EXPECT_TRUE(cut[0]["simulated"].is_null()) << "an arm that did not run has no figure";
  EXPECT_TRUE(cut[0]["error"].is_null());
}

}  // namespace
}  // namespace headrace
