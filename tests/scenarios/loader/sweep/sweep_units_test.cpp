#include "scenarios/loader/sweep/sweep_units.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/sweep/sweep.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

const std::string kOss = "platform.file_systems.scratch.lustre.oss.count";
const std::string kOst = "platform.file_systems.scratch.lustre.ost.count";

std::string codes(const std::string& axes, const std::string& more) {
  return codes_of(
      read_sweep(small_scenario() + "sweep: {axes: [" + axes + "], " + more + "}\n", "small.yaml", {})
          .problems);
}

TEST(SweepUnits, KnowWhatIsWrongWithUnits) {
  const auto of_unit = [](const std::string& axes, const std::string& parts) {
    return codes(axes, "units: {box: {of: [" + parts + "]}}");
  };
  EXPECT_EQ(of_unit("\"box=1,2\"", kOss + "=2"), "");
  EXPECT_EQ(of_unit("\"bx=1,2\"", kOss + "=2"), "E0419");
  EXPECT_EQ(of_unit("\"box=1,2\"", ""), "E0419");
  EXPECT_EQ(of_unit("\"box=1,2\"", kOss), "E0419");
  EXPECT_EQ(of_unit("\"box=1,2\"", kOss + "=0"), "E0419");
  EXPECT_EQ(of_unit("\"box=1,1.5\"", kOss + "=2"), "E0419");
  EXPECT_EQ(of_unit("\"box=1,2\"", kOss + "=2, " + kOss + "=3"), "E0407");
  EXPECT_EQ(of_unit("\"box=1,2\", \"" + kOss + "=1,2\"", kOss + "=2"), "E0407");
  EXPECT_EQ(of_unit("\"box=1,2\"", "seed=2"), "E0406");
  EXPECT_EQ(of_unit("\"box=1,2\"", "platform.file_systems.scratch.lustre.oss.cuont=2"), "E0101");
}

TEST(SweepUnits, KnowWhatIsWrongWithChoices) {
  const auto of_choice = [](const std::string& axes, const std::string& words) {
    return codes(axes, "choices: {size: {of: {" + words + "}}}");
  };
  const std::string small = "small: {overrides: [" + kOss + "=1, " + kOst + "=2]}";
  const std::string large = "large: {overrides: [" + kOss + "=2, " + kOst + "=4]}";
  EXPECT_EQ(of_choice("\"size=small,large\"", small + ", " + large), "");
  EXPECT_EQ(of_choice("\"size=small,lrage\"", small + ", " + large), "E0419");
  EXPECT_EQ(of_choice("\"sizes=small,large\"", small + ", " + large), "E0419");
  EXPECT_EQ(of_choice("\"size=small,large\"", small + ", large: {overrides: [" + kOss + "]}"), "E0419");
  EXPECT_EQ(of_choice("\"size=small,large\"", small + ", large: {overrides: [" + kOss + "=x]}"), "E0104");
  EXPECT_EQ(
      of_choice("\"size=small,large\"", small + ", large: {overrides: [" + kOss + "=1, " + kOss + "=2]}"),
      "E0407");
  EXPECT_EQ(of_choice("\"size=small,large\", \"" + kOst + "=1,2\"", small + ", " + large), "E0407");
}

// A unit has two of one thing and six of another, n units 2n and 6n; a word stands for its overrides.
TEST(SweepUnits, AValueSetsSeveralFields) {
  const SweepRead read =
      read_sweep(small_scenario() +
                     "sweep: {axes: [\"box=1,3\", \"memory=some,more\"], units: {box: "
                     "{of: [" +
                     kOss + "=2, " + kOst +
                     "=6]}}, choices: {memory: {of: {some: "
                     "{overrides: []}, more: {overrides: [platform.nodes.clients.memory=128 GiB]}}}}}\n",
                 "small.yaml", {});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  const std::vector<SweepAxis>& axes = read.sweep->axes();
  const std::vector<AxisSetting> box = settings_of(axes.at(0), "3", Mark());
  ASSERT_EQ(box.size(), 2U);
  EXPECT_EQ(box[0].path + "=" + box[0].value, kOss + "=6");
  EXPECT_EQ(box[1].path + "=" + box[1].value, kOst + "=18");
  EXPECT_TRUE(settings_of(axes.at(1), "some", Mark()).empty());
  EXPECT_EQ(settings_of(axes.at(1), "more", Mark()).at(0).value, "128 GiB");
  EXPECT_EQ(fields_of(axes.at(0)), (std::vector<std::string>{kOss, kOst}));
  EXPECT_EQ(fields_of(axes.at(1)), (std::vector<std::string>{"platform.nodes.clients.memory"}));
  ASSERT_EQ(read.sweep->size(), 4);
  const ScenarioRead last = read.sweep->scenario(read.sweep->point(3));
  ASSERT_TRUE(last.scenario) << last.problems.text();
  const std::string text = write_scenario(*last.scenario);
  EXPECT_NE(text.find("128 GiB"), std::string::npos);
  EXPECT_NE(text.find("18"), std::string::npos);
}

TEST(SweepUnits, TheCommandLineGivesThemOneValue) {
  std::vector<std::string> words = {"box=3", "seed=2", "boxes=1", "drive=tlc"};
  const std::string text = "sweep: {units: {box: {of: [a=1]}}}\nplan: {choices: {drive: {of: {}}}}\n";
  EXPECT_EQ(take_unit_words(text, words), (std::vector<std::string>{"box=3", "drive=tlc"}));
  EXPECT_EQ(words, (std::vector<std::string>{"seed=2", "boxes=1"}));
  const SweepRead read =
      read_sweep(small_scenario() + "sweep: {axes: [\"box=1,2\"], units: {box: {of: [" + kOss + "=2]}}}\n",
                 "small.yaml", {"box=5"});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  ASSERT_EQ(read.sweep->size(), 1);
  EXPECT_EQ(read.sweep->point(0).parameters.at(0).value, "5");
}

}  // namespace
}  // namespace headrace
