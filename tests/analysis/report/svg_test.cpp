#include "analysis/report/svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>

namespace headrace {
namespace {

Plot small(PlotKind kind) {
  Plot plot{"a", "A <title> & more", "says \"so\"", kind, {}, {}, false};
  switch (kind) {
    case PlotKind::bars:
      plot.columns = {{"job", ""}, {"cause", ""}, {"time", "s"}};
      plot.rows = {{"train", "compute", 3.0}, {"train", "wait", 1.0}, {"save", "wait", 2.0}};
      break;
    case PlotKind::lines:
      plot.columns = {{"of", ""}, {"time", "s"}, {"queue", ""}, {"low", ""}, {"high", ""}};
      plot.rows = {{"a", 1.0, 2.0, 1.5, 2.5}, {"a", 2.0, 4.0, {}, {}}, {"b", std::int64_t{1}, 3.0, {}, {}}};
      break;
    case PlotKind::heat:
      plot.columns = {{"resource", ""}, {"time", "s"}, {"busy", "%"}};
      plot.rows = {{"OSTs", 1.0, 0.0}, {"OSTs", 2.0, 100.0}, {"MDS", 1.0, 50.0}};
      break;
    case PlotKind::ranges:
      plot.columns = {{"arm", ""}, {"time", "s"}, {"low", ""}, {"high", ""}};
      plot.rows = {{"lru", 4.0, 3.0, 5.0}, {"fifo", 6.0, {}, {}}};
      break;
    case PlotKind::scatter:
      plot.columns = {{"rows", ""}, {"row", ""}, {"measured", ""}, {"predicted", ""}};
      plot.rows = {{"calibration", "a", 10.0, 11.0}, {"validation", "b", 1000.0, 900.0}};
      plot.logarithmic = true;
      break;
    case PlotKind::spans:
      plot.columns = {{"process", ""}, {"kind", ""}, {"begin", "s"}, {"end", "s"}, {"operations", ""}};
      plot.rows = {{"rank 0", "reads", 0.5, 1.5, std::int64_t{2}},
                   {"rank 1", "writes", 1.0, 1.0, std::int64_t{1}}};
      break;
    case PlotKind::table:
      plot.columns = {{"file", ""}, {"read", "MB"}};
      plot.rows = {{"/data/<a>", 3.5}, {"/data/b", std::int64_t{4}}};
      break;
    case PlotKind::parallel:
      plot.columns = {{"policy", ""}, {"threads", ""}, {"AU", "%"}};
      plot.rows = {{"lru", 1.0, 90.0}, {"fifo", 4.0, 95.0}};
      break;
  }
  return plot;
}

constexpr PlotKind kAll[] = {PlotKind::bars,    PlotKind::lines, PlotKind::heat,  PlotKind::ranges,
                             PlotKind::scatter, PlotKind::spans, PlotKind::table, PlotKind::parallel};

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

// Every kind is one whole picture: what opens closes, all text is escaped, no number is none, and nothing is
// fetched.
TEST(Svg, IsWholeOfEveryKind) {
  for (const PlotKind kind : kAll) {
    const std::string svg = svg_text(small(kind));
    const auto name = kPlotKinds[static_cast<std::size_t>(kind)];
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n")) << name;
    EXPECT_EQ(count(svg, "<text "), count(svg, "</text>")) << name;
    EXPECT_NE(svg.find("<title>A &lt;title&gt; &amp; more</title>"), std::string::npos) << name;
    EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0U) << name;
    EXPECT_EQ(count(svg, "href") + count(svg, "url("), 0U) << name;
  }
}

TEST(Svg, IsWholeOfOneValue) {
  for (const PlotKind kind : kAll) {
    Plot plot = small(kind);
    plot.rows.resize(1);
    const std::string svg = svg_text(plot);
    EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0U) << kPlotKinds[static_cast<std::size_t>(kind)];
  }
}

// A bar of 3 s is three times as long as one of 1 s, which begins where that ends.
TEST(Svg, BarsAreAsLongAsTheirValues) {
  const std::string svg = svg_text(small(PlotKind::bars));
  static const std::regex kBox(R"re(<rect x="([0-9.]+)" y="59.0" width="([0-9.]+)")re");
  std::vector<std::pair<double, double>> boxes;
  for (std::sregex_iterator it(svg.begin(), svg.end(), kBox), end; it != end; ++it)
    boxes.emplace_back(std::stod((*it)[1]), std::stod((*it)[2]));
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_NEAR(boxes[0].second, 3 * boxes[1].second, 0.1);
  EXPECT_NEAR(boxes[0].first + boxes[0].second, boxes[1].first, 0.1);
}

// Over 1.5 s, 1 s is twice as long as half of it is far from the left. What takes no time is still seen.
TEST(Svg, SpansLieWhereTheirTimesAre) {
  const std::string svg = svg_text(small(PlotKind::spans));
  static const std::regex kBox(R"re(<rect x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="10.0")re");
  std::vector<std::array<double, 3>> boxes;
  for (std::sregex_iterator it(svg.begin(), svg.end(), kBox), end; it != end; ++it)
    boxes.push_back({std::stod((*it)[1]), std::stod((*it)[2]), std::stod((*it)[3])});
  ASSERT_EQ(boxes.size(), 2U) << svg;
  EXPECT_NEAR(boxes[1][0] - boxes[0][0], boxes[0][2] / 2, 0.2);
  EXPECT_EQ(boxes[1][2], 0.3);
  EXPECT_EQ(boxes[1][1] - boxes[0][1], 26 + 10) << "a row and a lane below";
}

}  // namespace
}  // namespace headrace
