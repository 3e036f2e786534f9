#include "analysis/page/calibration_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

class CalibrationPageTest : public testing::Test {
 protected:
  static CalibratedRow row(RowRole role, const std::string& run, double value, double found) {
    CalibratedRow row{
        {role, run, {}, "jobs.train.au_percent", value, "a log"}, 1.1 * value, found, {}, {}, {}};
    row.low = 0.98 * found;
    row.high = 1.02 * found;
    if (role == RowRole::calibration) row.without = 1.02 * value;
    return row;
  }

  const CalibrationSource source_{"0123456789abcdef", "ours.yaml", "rates.csv", "a revision"};
  Calibration found_{
      {{{"platform.nodes.a.work.x", "prior [assumed]", 3, Duration(30_ms)},
        0.5,
        0.5 / 1.1,
        0.5 * 1.1,
        0.9,
        false},
       {{"jobs.train.work.y", "[derived] of z", 2, Bandwidth(4_GBps)}, 2, 2 / 1.9, 2 * 1.9, 0.05, true}},
      {{0, 1}},
      {row(RowRole::calibration, "4 ranks", 80, 80.8), row(RowRole::validation, "8 ranks", 60, 63)},
      {},
      {},
      {{"au_percent", 0.01, 0}},
      true,
      40};
};

TEST_F(CalibrationPageTest, SaysWhatWasFoundAndHowFarToTrustIt) {
  EXPECT_EQ(
      calibration_text(source_, found_, Style(false), false),
      "ours.yaml: 2 fields found from 2 rows of rates.csv, calibration 0123456789abcdef\n"
      "\n"
      "  field      thought to be   found             nine in ten  learnt\n"
      "  work.x    10 ms to 90 ms   15 ms      13.6 ms to 16.5 ms    90 %\n"
      "  work.y  2 GB/s to 8 GB/s  8 GB/s  4.21 GB/s to 15.2 GB/s     5 %\n"
      "\n"
      "  The rows say next to nothing of work.y: it stays about what it was thought to be.\n"
      "  work.y is at the end of what was tried: its range is too narrow, or what the rows show has "
      "another\n"
      "    cause.\n"
      "  The rows know work.x and work.y together, and hardly each: what one has more the other has less. "
      "A\n"
      "    run in which one of them counts for more would tell them apart.\n"
      "\n"
      "Rows of jobs.train.au_percent:\n"
      "\n"
      "  row, error in %  measured  before  found  left out   nine in ten\n"
      "  c 4 ranks            80.0   +10.0   +1.0      +2.0  79.2 to 82.4\n"
      "  v 8 ranks            60.0   +10.0   +5.0         -  61.7 to 64.3\n"
      "\n"
      "1 fitted row: median error 10.0 % before and 1.0 % as found, worst 10.0 and 1.0 %; of a row that "
      "is\n"
      "left out 2.0 %, worst 2.0 %.\n"
      "1 row held against them: median error 10.0 % before and 5.0 % as found, worst 10.0 and 5.0 %; 0 "
      "in\n"
      "its interval.\n"
      "c: fitted, v: held against the fit; ?: not measured, found is what is predicted. before: with "
      "the\n"
      "fields in the middle of what they were thought to be; left out: if the row had not been fitted.\n"
      "learnt: share of what was not known of the field's logarithm. nine in ten: of such values, or of\n"
      "measurements of the row.\n");
  found_.rows[1].row.figure = "jobs.train.first_batch_seconds";
  const std::string told = calibration_text(source_, found_, Style(false), true);
  EXPECT_NE(told.find("v 8 ranks, first_batch_seconds"), std::string::npos) << told;
  EXPECT_NE(told.find("au_percent, 1 fitted row: median error 10.0 %"), std::string::npos) << told;
  EXPECT_NE(told.find("first_batch_seconds, 1 row held against them: median"), std::string::npos) << told;
  EXPECT_NE(told.find("  c 4 ranks, au_percent: a log\n"), std::string::npos) << told;
}

TEST_F(CalibrationPageTest, IsAScenarioThatIncludesTheOther) {
  EXPECT_EQ(
      calibrated_scenario(source_, "../ours.yaml", found_),
      "# Calibration 0123456789abcdef of ours.yaml by rates.csv, headrace a revision\n"
      "# Errors of fitted rows of au_percent, median: 10.0 % before, 1.0 % now, 2.0 % of one left out.\n"
      "schema: headrace/1\n"
      "include: \"../ours.yaml\"\n"
      "calibration: {id: \"0123456789abcdef\", revision: \"a revision\"}\n"
      "jobs:\n"
      "  train:\n"
      "    work:\n"
      "      y: 8 GB/s   # [fitted] within a factor of 1.9 (nine in ten), to rates.csv\n"
      "platform:\n"
      "  nodes:\n"
      "    a:\n"
      "      work:\n"
      "        x: 15 ms   # [fitted] within a factor of 1.1 (nine in ten), to rates.csv\n");
  EXPECT_EQ(calibrated_overrides(found_), "platform.nodes.a.work.x=15 ms\njobs.train.work.y=8 GB/s\n");
  EXPECT_TRUE(calibration_kind().is_one(calibrated_scenario(source_, "x.yaml", found_)));
  EXPECT_FALSE(calibration_kind().is_one("schema: headrace/1\n"));
}

TEST_F(CalibrationPageTest, PredictsWhatIsAskedFor) {
  CalibratedRow asked = found_.rows[1];
  asked.row.run = "16 ranks";
  asked.row.value.reset();
  found_.rows.push_back(asked);
  found_.next = NextMeasurement{2, 0.25};
  const std::string told = in_one_line(calibration_text(source_, found_, Style(false), false));
  EXPECT_NE(told.find("v 16 ranks ? - 63.0 - 61.7 to 64.3"), std::string::npos) << told;
  EXPECT_NE(told.find("measure first: 16 ranks. The intervals of the other rows without a number would be "
                      "narrower by 25 % in the mean."),
            std::string::npos)
      << told;
  EXPECT_NE(told.find("1 row held against them"), std::string::npos) << told;
  const nlohmann::json tree = calibration_tree(source_, found_);
  EXPECT_TRUE(tree["rows"][2]["measured"].is_null());
  EXPECT_EQ(tree["measure_next"]["run"], "16 ranks");
}

TEST_F(CalibrationPageTest, SaysThatTheRowsStayOff) {
  const std::string off = "The fitted rows stay off by 2.5 % in AU or rate";
  EXPECT_EQ(calibration_text(source_, found_, Style(false), false).find("stay off"), std::string::npos);
  found_.spreads[0].whole = 0.025;
  found_.is_settled = false;
  EXPECT_NE(calibration_text(source_, found_, Style(false), false).find(off), std::string::npos);
  EXPECT_NE(calibration_text(source_, found_, Style(false), false).find("given up before it had settled"),
            std::string::npos);
}

TEST_F(CalibrationPageTest, SaysHowFarSystemsAreOff) {
  const CalibrationSource source{"0123456789abcdef", "", "rows.csv", "a revision"};
  found_.systems = {{"A", "au_percent", 3, 0.021}, {"B", "au_percent", 1, -0.004}};
  found_.spreads[0] = {"au_percent", 0.05, 0.03};
  found_.fields[0].prior.value = 0.02;
  const std::string told = in_one_line(calibration_text(source, found_, Style(false), false));
  EXPECT_TRUE(told.starts_with("rows.csv: 2 fields found from 2 rows of 2 systems, calibration")) << told;
  EXPECT_NE(told.find("work.x 0.00667 to 0.06 0.01 0.00909 to 0.011 90 %"), std::string::npos) << told;
  EXPECT_NE(told.find("A 3 +2.1 B 1 -0.4 A system is off by 3.0 % as a whole, and each of its rows by 4.0 %"),
            std::string::npos)
      << told;
  EXPECT_NE(told.find("of a system that is left out 2.0 %"), std::string::npos) << told;
  EXPECT_NE(told.find("left out: if no row of its system had been fitted"), std::string::npos) << told;
  const nlohmann::json tree = calibration_tree(source, found_);
  EXPECT_EQ(tree["systems"][1]["name"], "B");
  EXPECT_NEAR(tree["systems"][0]["error"].get<double>(), 0.021, 1e-12);
  const std::string file = calibrated_scenario(source, "", found_);
  EXPECT_TRUE(file.starts_with("# Calibration 0123456789abcdef by rows.csv, headrace a revision\n")) << file;
  EXPECT_EQ(file.find("include"), std::string::npos) << file;
  EXPECT_NE(file.find("x: 0.01   # [fitted] within a factor of 1.1"), std::string::npos) << file;
}

// Systems are off in each figure by its own.
TEST_F(CalibrationPageTest, TellsFiguresOfSystemsApart) {
  const CalibrationSource source{"0123456789abcdef", "", "rows.csv", "a revision"};
  found_.systems = {{"A", "checkpoint_write_seconds", 2, 0.1}, {"A", "checkpoint_read_seconds", 1, -0.2}};
  found_.spreads = {{"checkpoint_write_seconds", 0.05, 0.03}, {"checkpoint_read_seconds", 0.13, 0.12}};
  const std::string told = in_one_line(calibration_text(source, found_, Style(false), false));
  EXPECT_NE(told.find("2 rows of 1 system,"), std::string::npos) << told;
  EXPECT_NE(
      told.find("A, checkpoint_write_seconds 2 +10.0 A, checkpoint_read_seconds 1 -20.0 "
                "checkpoint_write_seconds: a system is off by 3.0 % as a whole, and each of its rows by "
                "4.0 % beside that (standard deviations). checkpoint_read_seconds: a system is off by "
                "12.0 %"),
      std::string::npos)
      << told;
  EXPECT_EQ(told.find("stay off"), std::string::npos) << "nobody measured how far checkpoints differ";
  EXPECT_EQ(calibration_tree(source, found_)["spreads"][1]["figure"], "checkpoint_read_seconds");
}

// Of a whole number every end of a range is one.
TEST_F(CalibrationPageTest, TellsWholeNumbers) {
  found_.fields[0].prior = {"platform.a.window", "range given for the fit", 4, WholeNumber{8}};
  found_.fields[0].times = 0.75;
  found_.fields[0].low = 0.625;
  found_.fields[0].high = 1.125;
  const std::string told = in_one_line(calibration_text(source_, found_, Style(false), false));
  EXPECT_NE(told.find("a.window 2 to 32 6 5 to 9 90 %"), std::string::npos) << told;
  EXPECT_EQ(calibrated_overrides(found_), "platform.a.window=6\njobs.train.work.y=8 GB/s\n");
  EXPECT_NE(calibrated_scenario(source_, "", found_)
                .find("window: 6   # [fitted] within a factor of 1.5 (nine in ten: 5 to 9), to rates.csv\n"),
            std::string::npos)
      << calibrated_scenario(source_, "", found_);
  EXPECT_EQ(calibration_tree(source_, found_)["fields"][0]["low"], "5");
  found_.fields[0].low = found_.fields[0].high = 0.75;
  EXPECT_NE(calibrated_scenario(source_, "", found_)
                .find("window: 6   # [fitted] no other whole number (nine in ten), to rates.csv\n"),
            std::string::npos);
}

TEST_F(CalibrationPageTest, IsJson) {
  const nlohmann::json tree = calibration_tree(source_, found_);
  EXPECT_EQ(tree["schema"], "headrace.calibration/2");
  EXPECT_EQ(tree["fields"][0]["found"], "15 ms");
  EXPECT_EQ(tree["fields"][1]["at_the_end"], true);
  EXPECT_EQ(tree["not_told_apart"][0][1], "jobs.train.work.y");
  EXPECT_EQ(tree["rows"][1]["role"], "validation");
  EXPECT_TRUE(tree["rows"][1]["left_out"].is_null());
  ASSERT_EQ(tree["scores"].size(), 2u);
  EXPECT_EQ(tree["scores"][1]["role"], "validation");
  EXPECT_NEAR(tree["scores"][1]["median_found"].get<double>(), 0.05, 1e-9);
}

}  // namespace
}  // namespace headrace
