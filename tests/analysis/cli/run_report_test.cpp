#include "analysis/cli/run_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

struct Fixture {
  Scenario scenario;
  std::vector<RunResult> runs = {training_run()};
  std::string database = "results/x.db";
  StoredCall call{"call:1", "run", "", "results/x/dlio", "r1", 1, 1};
  AnswerForm form;
  StringSink out, err;

  ExitCode report() { return report_runs({scenario, database, call, form, Streams{out, err}}, runs); }
  void assert_that(const std::string& metric, const std::string& comparison, double bound) {
    scenario.assertions.push_back({metric + " " + comparison + " " + std::to_string(static_cast<int>(bound)),
                                   metric, comparison, bound});
  }
};

TEST(RunReport, EndsWellWithTheAnswerAndWhereResultsAre) {
  Fixture f;
  EXPECT_EQ(f.report(), ExitCode::ok);
  EXPECT_TRUE(f.out.text().starts_with("15 x H100 reach 91.9 % AU"));
  EXPECT_NE(f.out.text().find("results: results/x.db (run 1); files as DLIO writes them: results/x/dlio\n"),
            std::string::npos);
  EXPECT_EQ(f.err.text(), "");
}

TEST(RunReport, AMissedTargetAloneIsNoFailure) {
  Fixture f;
  f.runs[0].jobs[0].au_percent = 80;
  EXPECT_EQ(f.report(), ExitCode::ok);
}

TEST(RunReport, AFailedAssertionIs) {
  Fixture f;
  f.assert_that("jobs.train.au_percent", ">=", 90);
  EXPECT_EQ(f.report(), ExitCode::ok);
  f.assert_that("jobs.train.au_percent", ">=", 95);
  EXPECT_EQ(f.report(), ExitCode::missed);
  EXPECT_NE(f.out.text().find("assertions\n  PASS jobs.train.au_percent >= 90 (91.9)\n"
                              "  FAIL jobs.train.au_percent >= 95 (91.9)\n"),
            std::string::npos)
      << f.out.text();
}

TEST(RunReport, JsonHasTheAssertionsAndNothingElse) {
  Fixture f;
  f.form.json = true;
  f.assert_that("jobs.train.au_percent", ">=", 95);
  EXPECT_EQ(f.report(), ExitCode::missed);
  const auto answer = nlohmann::json::parse(f.out.text());
  EXPECT_EQ(answer["assertions"],
            nlohmann::json({{{"assertion", "jobs.train.au_percent >= 95"}, {"holds", false}}}));
  EXPECT_EQ(answer["database"], "results/x.db");
}

TEST(RunReport, WhatWasCutShortIsNotJudged) {
  Fixture f;
  f.runs[0].outcome.end = RunEnd::time_limit;
  f.runs[0].jobs[0].state = JobState::running;
  f.assert_that("jobs.train.au_percent", ">=", 90);
  EXPECT_EQ(f.report(), ExitCode::not_judged);
  EXPECT_NE(f.out.text().find("\n  NOT JUDGED jobs.train.au_percent >= 90 (cut short, at 91.9)\n"),
            std::string::npos)
      << f.out.text();
  f.runs[0].jobs[0].state = JobState::ended;  // Another job was cut, this one had ended.
  EXPECT_EQ(f.report(), ExitCode::ok);
}

TEST(RunReport, AStallNamesWhoWaits) {
  Fixture f;
  f.runs[0].outcome.end = RunEnd::stalled;
  f.runs[0].jobs[0].state = JobState::running;
  f.runs[0].outcome.still_waiting = {"train/rank/3: barrier 'train/step'"};
  f.assert_that("jobs.train.au_percent", ">=", 95);
  EXPECT_EQ(f.report(), ExitCode::stalled);
  EXPECT_NE(f.out.text().find("train/rank/3: barrier"), std::string::npos);
  EXPECT_EQ(f.err.text(), "");
  EXPECT_EQ(f.out.text().find("PASS"), std::string::npos) << "a stalled run is not judged";
  EXPECT_EQ(f.out.text().find("FAIL"), std::string::npos) << "a stalled run is not judged";
  f.form.quiet = true;
  EXPECT_EQ(f.report(), ExitCode::stalled);
  EXPECT_EQ(f.err.text(),
            "headrace: the model stalled; who waits for what:\n  train/rank/3: barrier 'train/step'\n");
}

TEST(RunReport, AnInterruptedRunIsMarkedAndNotJudged) {
  Fixture f;
  f.runs[0].outcome.end = RunEnd::stopped;
  f.assert_that("jobs.train.au_percent", ">=", 95);
  EXPECT_EQ(f.report(), ExitCode::interrupted);
  EXPECT_TRUE(f.out.text().starts_with("partial, interrupted at 410.0 s"));
}

TEST(RunReport, ReplicationsThatWereNotRunMeanAnInterrupt) {
  Fixture f;
  f.scenario.measure.replications = 3;
  f.runs.push_back(training_run());
  f.call.last_run = 2;
  EXPECT_EQ(f.report(), ExitCode::interrupted);
  EXPECT_NE(f.out.text().find("(runs 1 to 2)"), std::string::npos);
}

TEST(RunReport, ALimitIsWhatTheScenarioAskedFor) {
  Fixture f;
  f.runs[0].outcome.end = RunEnd::time_limit;
  EXPECT_EQ(f.report(), ExitCode::ok);
  f.assert_that("jobs.train.au_percent", ">=", 95);
  EXPECT_EQ(f.report(), ExitCode::missed);
}

struct ArmsFixture : Fixture {
  ArmsFixture() {
    for (const char* name : {"lru", "sieve"}) scenario.arms.emplace_back().arm = name;
    arms = {{"lru", {training_run()}}, {"sieve", {training_run()}}};
    arms[1].runs[0].jobs[0].end = at_seconds(380);
    arms[1].runs[0].jobs[0].time_budget = budget_of(15, 342, 1, 5, 31);
  }
  ExitCode report() { return report_arms({scenario, database, call, form, Streams{out, err}}, arms); }

  std::vector<ArmRuns> arms;
};

TEST(ReportArms, ComparesAndGivesTheOneAheadInDetail) {
  ArmsFixture f;
  EXPECT_EQ(f.report(), ExitCode::ok);
  EXPECT_TRUE(f.out.text().starts_with(
      "no arm is named best: one replication has no interval (measure.replications=5 gives one); ahead is\n"
      "  sieve: done in 380 s, 7.3 % less than lru\n\n  train: arm"))
      << f.out.text();
  EXPECT_NE(f.out.text().find("\nin detail, sieve:\n15 x H100 reach"), std::string::npos);
}

TEST(ReportArms, QuietIsTheComparisonAlone) {
  ArmsFixture f;
  f.form.quiet = true;
  f.report();
  EXPECT_EQ(
      f.out.text(),
      "no arm is named best: one replication has no interval (measure.replications=5 gives one); ahead is\n"
      "  sieve: done in 380 s, 7.3 % less than lru\n");
}

TEST(ReportArms, AnAssertionMustHoldInEachArm) {
  ArmsFixture f;
  f.assert_that("jobs.train.seconds", "<", 400);
  EXPECT_EQ(f.report(), ExitCode::missed);
  EXPECT_NE(f.out.text().find("FAIL arms.lru.jobs.train.seconds < 400 (410)"), std::string::npos);
  EXPECT_NE(f.out.text().find("PASS arms.sieve.jobs.train.seconds < 400 (380)"), std::string::npos);
}

TEST(ReportArms, EndsAsTheWorstArmDid) {
  ArmsFixture f;
  f.arms[1].runs[0].outcome.end = RunEnd::stalled;
  f.arms[1].runs[0].outcome.still_waiting = {"train/rank/3: barrier"};
  EXPECT_EQ(f.report(), ExitCode::stalled);
  EXPECT_NE(f.err.text().find("train/rank/3: barrier"), std::string::npos);
  ArmsFixture missing;
  missing.arms.pop_back();
  EXPECT_EQ(missing.report(), ExitCode::interrupted);
  ArmsFixture fewer;
  fewer.scenario.measure.replications = 2;
  EXPECT_EQ(fewer.report(), ExitCode::interrupted);
}

}  // namespace
}  // namespace headrace
