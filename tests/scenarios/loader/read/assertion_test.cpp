#include "scenarios/loader/read/assertion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

ScenarioRead with_assertion(const std::string& text) {
  return read_scenario(small_scenario() + "assert: [\"" + text + "\"]\n", "small.yaml");
}

TEST(Assertion, IsAFigureAComparisonAndANumber) {
  for (const std::string comparison : {">=", ">", "<=", "<", "=="}) {
    const ScenarioRead read = with_assertion("jobs.train.au_percent " + comparison + " 90.5");
    ASSERT_TRUE(read.scenario) << read.problems.text();
    const Assertion& assertion = read.scenario->assertions.at(0);
    EXPECT_EQ(assertion.metric, "jobs.train.au_percent");
    EXPECT_EQ(assertion.comparison, comparison);
    EXPECT_EQ(assertion.bound, 90.5);
    EXPECT_EQ(assertion.text, "jobs.train.au_percent " + comparison + " 90.5");
  }
  EXPECT_EQ(with_assertion("jobs.train.first_batch_seconds<1").scenario->assertions.at(0).bound, 1);
}

struct Refusal {
  std::string text, code, part, sentence;
};

TEST(Assertion, SaysWhatIsWrong) {
  const Refusal refusals[] = {
      {"jobs.train.au_percent", "E0320", "jobs.train.au_percent",
       "'jobs.train.au_percent' is not an assertion"},
      {"jobs.train.au_percent != 9", "E0320", "jobs.train.au_percent != 9",
       "'jobs.train.au_percent != 9' is not an assertion"},
      {"jobs.train.au_percent = 9", "E0320", "jobs.train.au_percent = 9",
       "'jobs.train.au_percent = 9' is not an assertion"},
      {"jobs.train.au_percent >= 90 %", "E0320", "90 %", "'90 %' is not a number"},
      {"jobs.train.au_percent >=", "E0320", "", "'' is not a number"},
      {"au_percent >= 90", "E0321", "au_percent", "'au_percent' is not a figure of the answer"},
      {">= 90", "E0321", "", "'' is not a figure of the answer"},
      {"jobs.tain.au_percent >= 90", "E0321", "tain", "there is no job 'tain'"},
      {"jobs.train.cache >= 90", "E0321", "cache", "'cache' is not a figure of a job"},
      {"jobs.train.inference.latency >= 9", "E0321", "inference.latency",
       "'inference.latency' is not a figure of a job"},
      {"arms.lru.jobs.train.au_percent >= 9", "E0321", "lru", "there is no arm 'lru'"},
      {"jobs.train >= 9", "E0321", "jobs.train", "'jobs.train' is not a figure of the answer"},
      {"jobs.train.au >= 90", "E0321", "au", "'au' is not a figure of a job"},
  };
  for (const Refusal& refusal : refusals) {
    const ScenarioRead read = with_assertion(refusal.text);
    ASSERT_EQ(read.problems.errors(), 1u) << refusal.text;
    const Problem& problem = read.problems.all()[0];
    EXPECT_EQ(problem.code, refusal.code);
    EXPECT_EQ(problem.sentence, refusal.sentence);
    const std::string line = "assert: [\"" + refusal.text;
    const auto column = static_cast<std::size_t>(problem.mark.column) - 1;
    EXPECT_EQ(line.substr(column, refusal.part.size()), refusal.part) << refusal.text;
  }
}

// Writes the small scenario with a job that answers requests in place of the one that trains.
std::string serving() {
  const std::string text = small_scenario();
  return text.substr(0, text.find("  train:")) +
         "  serve:\n    inference: {arrivals: {policy: poisson, rate: 10}, requests: 50, service_time: 1 "
         "ms}\n"
         "    nodes: {group: clients, first: 0, count: 1}\n    accelerators_per_node: 2\n    storage: "
         "scratch\n";
}

// "CODE LINE:COLUMN sentence | nearest | help" of the only problem.
std::string said_of_assertion(const std::string& text) {
  const ScenarioRead read = read_scenario(text, "small.yaml");
  EXPECT_EQ(read.problems.all().size(), 1u) << read.problems.text();
  EXPECT_FALSE(read.scenario);
  const Problem& problem = read.problems.all()[0];
  EXPECT_EQ(problem.mark.source->file, "small.yaml");
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(text.find("assert:"));
  EXPECT_EQ(problem.mark.line, 1 + std::count(text.begin(), end, '\n'));
  return problem.code + " " + std::to_string(problem.mark.column) + " " + problem.sentence + " | " +
         problem.nearest + " | " + problem.help;
}

TEST(Assertion, IsAboutAFigureOfTheJobsKind) {
  EXPECT_EQ(
      said_of_assertion(small_scenario() + "assert: ['jobs.train.inference.requests_per_second > 1']\n"),
      "E0321 22 the job 'train' will not have 'inference.requests_per_second': it trains | did you mean "
      "'samples_per_second'? | its figures are seconds, samples_per_second, mib_per_second, au_percent, "
      "utilisation_percent, delivered_samples_per_second, delivered_mib_per_second, "
      "first_batch_seconds, step_wait_ms.mean, step_wait_ms.p50, step_wait_ms.p90, step_wait_ms.p99, "
      "step_wait_ms.max, goodput_percent, failure.seconds, failure.lost_seconds, read.bytes_delivered, "
      "read.bytes_from_storage");
  EXPECT_TRUE(
      said_of_assertion(serving() + "assert: ['jobs.serve.seconds > 0', ' jobs.serve.au_percent >= 90']\n")
          .starts_with("E0321 49 the job 'serve' will not have 'au_percent': it answers requests | "
                       "did you mean 'inference.busy_share'? | its figures are "));
  EXPECT_TRUE(read_scenario(serving() + "assert: [jobs.serve.inference.latency_ms.p99 < 9]\n", "x").scenario);
  EXPECT_TRUE(
      said_of_assertion(small_scenario() + "assert: [jobs.train.cache.hit_rate > 0.5]\n")
          .starts_with("E0321 21 the job 'train' will not have 'cache.hit_rate': it has no 'cache' |  | "));
  EXPECT_TRUE(
      said_of_assertion(small_scenario() + "assert: [jobs.train.interference.time_ratio < 2]\n")
          .starts_with("E0321 21 the job 'train' will not have 'interference.time_ratio': no other job"));
}

TEST(Assertion, IsAboutWhatEachOfItsArmsHas) {
  const std::string arms =
      "compare:\n  plain: {overrides: []}\n"
      "  cached: {overrides: ['jobs.train.cache+={policy: lru, capacity: 1 GiB}']}\n";
  const ScenarioRead good =
      read_scenario(small_scenario() + arms + "assert: [arms.cached.jobs.train.cache.hit_rate > 0]\n", "x");
  EXPECT_TRUE(good.scenario) << good.problems.text();
  for (const char* of : {"", "arms.plain."}) {
    const std::string text =
        said_of_assertion(small_scenario() + arms + "assert: [" + of + "jobs.train.cache.hit_rate > 0]\n");
    EXPECT_TRUE(text.ends_with("; in the arm 'plain'")) << text;
  }
}

// What was refused already has no figures to speak of.
TEST(Assertion, IsNotBlamedForAJobThatCannotBeRead) {
  const std::string text = changed(serving(), "service_time: 1 ms", "service_time: 1 m");
  EXPECT_EQ(codes_of(read_scenario(text + "assert: [jobs.serve.inference.dropped < 1]\n", "x").problems),
            "E0121");
}

// A figure that no job of the scenario has is neither listed nor suggested.
TEST(Assertion, NamesTheFiguresOfItsJobs) {
  const std::string text = said_of_assertion(serving() + "assert: [jobs.serve.inference.servrs > 1]\n");
  EXPECT_TRUE(text.starts_with(
      "E0321 21 'inference.servrs' is not a figure of a job | did you mean 'inference.servers'? | figures "
      "are seconds, "))
      << text;
  EXPECT_EQ(text.find("probe."), std::string::npos) << text;
  const std::string trains = said_of_assertion(small_scenario() + "assert: [au_percnt >= 90]\n");
  EXPECT_NE(trains.find("| did you mean 'jobs.train.au_percent'? | "), std::string::npos) << trains;
  EXPECT_NE(trains.find(", au_percent, "), std::string::npos) << trains;
  EXPECT_EQ(trains.find("inference."), std::string::npos) << trains;
  EXPECT_EQ(with_assertion("jobs.train.inference.servrs > 1").problems.all()[0].nearest, "");
}

TEST(Assertion, SuggestsTheNearestFigure) {
  EXPECT_EQ(with_assertion("jobs.train.samples_per_seconds > 1").problems.all()[0].nearest,
            "did you mean 'samples_per_second'?");
}

TEST(Assertion, MayNameAnArm) {
  const std::string arms =
      "compare:\n  a: {overrides: []}\n  b: {overrides: [jobs.train.layout.stripe_count=2]}\n";
  const auto read = [&](const std::string& text) {
    return read_scenario(small_scenario() + arms + "assert: [\"" + text + "\"]\n", "small.yaml");
  };
  const ScenarioRead one = read("arms.b.jobs.train.au_percent >= 90");
  ASSERT_TRUE(one.scenario) << one.problems.text();
  EXPECT_EQ(one.scenario->assertions.at(0).metric, "arms.b.jobs.train.au_percent");
  EXPECT_TRUE(one.scenario->arms.at(1).assertions.empty());
  EXPECT_EQ(read("arms.c.jobs.train.au_percent >= 90").problems.errors(), 1u);
  EXPECT_EQ(read("arms.b.jobs.tain.au_percent >= 90").problems.all()[0].nearest, "did you mean 'train'?");
  EXPECT_EQ(read("arms.b.au_percent >= 90").problems.errors(), 1u);
}

ScenarioRead with_published(const std::string& rows, bool compares = true) {
  const std::string arms =
      "compare:\n  a: {overrides: []}\n  b: {overrides: [\"jobs.train.accelerators_per_node=1\"]}\n";
  return read_scenario(small_scenario() + (compares ? arms : "") + "published:\n" + rows, "small.yaml");
}

std::string published_row(const std::string& figure, const std::string& over) {
  return "  - {figure: " + figure + (over.empty() ? "" : ", over: " + over) + ", value: 1, source: a page}\n";
}

TEST(Assertion, ReadsWhatIsPublishedOfArms) {
  const std::string a = "arms.a.jobs.train.seconds", b = "arms.b.jobs.train.seconds";
  const ScenarioRead good = with_published(published_row(a, b) + published_row(a, ""));
  ASSERT_TRUE(good.scenario) << good.problems.text();
  EXPECT_EQ(good.scenario->published.at(0).words(), a + " / " + b);
  EXPECT_TRUE(good.scenario->arms.at(0).published.empty()) << "an arm is held against nothing by itself";
  const std::pair<std::string, std::string> wrong[] = {
      {published_row("arms.c.jobs.train.seconds", b), "there is no arm 'c'"},
      {published_row(a, "arms.b.jobs.tain.seconds"), "there is no job 'tain'"},
      {published_row("arms.a.jobs.train.second", b), "'second' is not a figure of a job"},
      {published_row("jobs.train.seconds", b), "'jobs.train.seconds' is of no arm"},
      {published_row(a, b) + published_row(a, b), "'" + a + " / " + b + "' is published twice"},
      {published_row(a, a), "a figure over itself is always 1"},
      {published_row("arms.a.jobs.train.inference.dropped", ""),
       "the job 'train' will not have 'inference.dropped': it trains"},
  };
  for (const auto& [rows, sentence] : wrong) {
    const ScenarioRead read = with_published(rows);
    ASSERT_EQ(read.problems.errors(), 1u) << rows << read.problems.text();
    EXPECT_EQ(read.problems.all()[0].sentence, sentence);
  }
  EXPECT_EQ(codes_of(with_published(published_row(a, b), false).problems), "E0371");
}

}  // namespace
}  // namespace headrace
