#include "analysis/page/doubts_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

class DoubtsPageTest : public testing::Test {
 protected:
  DoubtedFigure doubted(const std::string& figure, std::vector<std::optional<double>> values) const {
    const auto found = doubts_of(design_, {"train", figure, "units"}, values);
    EXPECT_TRUE(found);
    return found.value_or(DoubtedFigure());
  }

  const DoubtDesign design_{{{"platform.nodes.a.x", "prior [assumed]", 3, Duration(30_ms)},
                             {"jobs.train.y", "[derived] of z", 2, Bandwidth(4_GBps)}},
                            1,
                            2};
};

TEST_F(DoubtsPageTest, SaysWhatTheFigureHangsOn) {
  const DoubtedFigure figure =
      doubted("samples_per_second", {200, 199, 201, 200, 200, 210, 150, 200, 200.5, 140, 220});
  EXPECT_EQ(doubts_text(design_, figure, Style(false), false),
            "jobs.train.samples_per_second: 200 units\n"
            "  by seeds alone, 5 seeds: 199 to 201\n"
            "  by all 2 priors at once, 2 draws: 140 to 220 (a draw more lies within with 33 %)\n"
            "\n"
            "  prior, change in %   thought to be  if low  if high\n"
            "  a.x                 10 ms to 90 ms   +5.00   -25.00\n"
            "  1 other prior moves it by no more than another seed does\n"
            "\n"
            "To know it better, measure first: platform.nodes.a.x (30 ms; prior [assumed]).\n");
  EXPECT_NE(doubts_text(design_, figure, Style(false), true).find("  train.y  "), std::string::npos);
}

TEST_F(DoubtsPageTest, SaysWhatDoesItTogether) {
  DoubtedFigure figure =
      doubted("samples_per_second", {200, 199, 201, 200, 200, 201, 200, 200, 200.5, 140, 201});
  figure.together = DoubtedDraw{9, 140, {0, 1}, 150};
  figure.if_known = DoubtInterval{190, 205, 1.0 / 3};
  const std::string x = design_.runs()[9].overrides[0], y = design_.runs()[9].overrides[1];
  const std::string text = in_one_line(doubts_text(design_, figure, Style(false), false));
  EXPECT_NE(
      text.find("The farthest draw has 140, more than twice as far off as any prior goes by itself within "
                "its range. 2 values of it give 150 with the others as they stand: " +
                x + " in place of 30 ms, " + y + " in place of 4 GB/s."),
      std::string::npos)
      << text;
  EXPECT_NE(
      text.find(
          "measure first: platform.nodes.a.x (30 ms; prior [assumed]), jobs.train.y (4 GB/s; [derived] of "
          "z). With them known to be as they stand the draws give 190 to 205."),
      std::string::npos)
      << text;
  const auto tree = doubts_tree(design_, figure);
  EXPECT_EQ(tree["together"]["draw"], "draw 1");
  EXPECT_EQ(tree["together"]["overrides"], (nlohmann::ordered_json{x, y}));
  EXPECT_EQ(tree["measure_first"][1], "jobs.train.y");
  EXPECT_EQ(tree["if_known"]["low"], 190);
}

TEST_F(DoubtsPageTest, SaysThatNothingMatters) {
  const DoubtedFigure figure = doubted("au_percent", {90, 89, 91, 90, 90, 90, 90, 90.5, {}, 90, 90});
  const std::string text = doubts_text(design_, figure, Style(false), false);
  EXPECT_NE(text.find("No prior by itself moves it by more than another seed does."), std::string::npos);
  EXPECT_NE(text.find("1 run lacks it and is left out"), std::string::npos);
  EXPECT_NE(text.find("2 priors move it by no more than another seed does"), std::string::npos);
  EXPECT_NE(doubts_text(design_, figure, Style(false), true).find("change in points"), std::string::npos);
}

TEST_F(DoubtsPageTest, SaysWhatIsLeftOut) {
  DoubtDesign design({{"a.x", "prior [assumed]", 3, Duration(30_ms)}}, 1, 3, {"b.y", "c.z"});
  design.leave_out(8);
  const auto figure =
      doubts_of(design, {"train", "samples_per_second", "units"},
                std::vector<std::optional<double>>{200, 199, 201, 200, 200, 210, 150, 140, 220});
  ASSERT_TRUE(figure);
  const std::string text = doubts_text(design, *figure, Style(false), false);
  EXPECT_NE(text.find("1 prior at once, 2 draws: 140 to 220"), std::string::npos) << text;
  EXPECT_NE(
      text.find("  1 draw has a value that no field may have, and is left out\n"
                "  2 priors stay as they are, for no scenario may have both ends of their range: b.y, c.z\n"),
      std::string::npos)
      << text;
}

TEST_F(DoubtsPageTest, IsATreeForPrograms) {
  const DoubtedFigure figure =
      doubted("samples_per_second", {200, 199, 201, 200, 200, 210, 150, 200, {}, 140, 220});
  const auto tree = doubts_tree(design_, figure);
  EXPECT_EQ(tree["figure"], "jobs.train.samples_per_second");
  EXPECT_EQ(tree["by_seed"]["low"], 199);
  EXPECT_EQ(tree["by_priors"]["high"], 220);
  EXPECT_EQ(tree["runs_missing"], 1);
  EXPECT_EQ(tree["priors"][0]["path"], "platform.nodes.a.x");
  EXPECT_EQ(tree["priors"][0]["low"], "10 ms");
  EXPECT_EQ(tree["priors"][0]["at_high"], 150);
  EXPECT_TRUE(tree["priors"][0]["matters"]);
  EXPECT_TRUE(tree["priors"][1]["at_high"].is_null());
}

}  // namespace
}  // namespace headrace
