// Golden scenarios: every shipped scenario gives the same answer as in golden/.
//
// A change of numbers is a change of a file in the diff: HEADRACE_ACCEPT=1 in
// the environment rewrites the files. The rows of all components go in as one
// hash, so that the files stay readable.

#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "models/jobs/probe/probe_result.h"
#include "models/jobs/probe/probe_spec.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = HEADRACE_SOURCE_DIR;

std::vector<std::string> shipped() {
  std::vector<std::string> stems;
  for (const auto& entry : fs::directory_iterator(kRoot / "scenarios"))
    if (entry.path().extension() == ".yaml") stems.push_back(entry.path().stem().string());
  std::sort(stems.begin(), stems.end());
  return stems;
}

Scenario scenario_of(const std::string& stem) {
  const auto path = kRoot / "scenarios" / (stem + ".yaml");
  ScenarioRead read = read_scenario_file(path.string());
  if (!read.scenario) throw std::runtime_error(read.problems.text());
  return *read.scenario;
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

class Sheet {
 public:
  void add(const std::string& what, const std::string& name, const std::string& value) {
    text_ += what + "," + name + "," + value + "\n";
  }
  void add(const std::string& what, const std::string& name, double value) { add(what, name, number(value)); }
  const std::string& text() const { return text_; }

 private:
  std::string text_ = "what,name,value\n";
};

// FNV-1a over every row of every component.
std::string hash_of(const std::vector<MetricRow>& rows) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const MetricRow& row : rows) {
    for (const char c :
         row.component + "," + row.metric + "," + row.statistic + "," + number(row.value) + "\n")
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  char text[20];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash);
  return text;
}

// Checks that a rank's time is all there, each nanosecond once, and of all but idle time and failures with
// what was done in it.
void expect_time_adds_up(const JobResult& job) {
  std::map<std::int64_t, Duration> ranks;
  for (const TimeBudgetRow& row : job.time_budget) {
    ranks[row.rank] += row.spent;
    const bool idle = row.cause == Cause::idle || row.cause == Cause::failure;
    EXPECT_EQ(row.activity == Activity::none, idle) << job.name << ", " << word(row.cause);
  }
  EXPECT_EQ(static_cast<std::int64_t>(ranks.size()), job.accelerators) << job.name;
  for (const auto& [rank, spent] : ranks) EXPECT_EQ(spent, job.end - job.start) << job.name << ", " << rank;
}

void add_job(Sheet& sheet, const JobResult& job) {
  if (job.au_percent) sheet.add("job", job.name + " au_percent", *job.au_percent);
  if (job.samples_per_second) sheet.add("job", job.name + " samples_per_second", *job.samples_per_second);
  for (const EpochResult& epoch : job.epochs) {
    const std::string name = job.name + " epoch " + std::to_string(epoch.epoch);
    sheet.add("epoch", name + " end_s", epoch.end.since_start().in_seconds());
    sheet.add("epoch", name + " steps", static_cast<double>(epoch.steps));
    if (epoch.au_percent) sheet.add("epoch", name + " au_percent", *epoch.au_percent);
    sheet.add("epoch", name + " first_batch_max_s", epoch.first_batch_max.in_seconds());
    sheet.add("epoch", name + " checkpoints", static_cast<double>(epoch.checkpoints.size()));
  }
  expect_time_adds_up(job);
  for (const TimeBudgetRow& row : by_cause(job.time_budget))
    if (row.rank == 0)
      sheet.add("rank 0", job.name + " " + std::string(word(row.cause)) + "_s", row.spent.in_seconds());
}

std::string sheet_of(const RunResult& result) {
  Sheet sheet;
  char fingerprint[20];
  std::snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, result.outcome.fingerprint);
  sheet.add("run", "fingerprint", std::string(fingerprint));
  sheet.add("run", "events", std::to_string(result.outcome.events));
  sheet.add("run", "rows", std::to_string(result.rows.size()));
  sheet.add("run", "hash of rows", hash_of(result.rows));
  for (const JobResult& job : result.jobs) add_job(sheet, job);
  for (const ResourceResult& resource : result.resources)
    sheet.add("resource", resource.name, resource.utilisation_mean);
  return sheet.text();
}

// Runs a scenario for its sheet; of a comparison the arms, one sheet each.
std::string sheets_of(const Scenario& scenario) {
  std::string sheets;
  for (const Scenario& arm : scenario.arms) sheets += "arm," + arm.arm + "\n" + sheets_of(arm);
  if (!sheets.empty()) return sheets;
  const RunResult result = Experiment(scenario).run();
  EXPECT_EQ(result.outcome.end, RunEnd::finished) << scenario.name;
  return sheet_of(result);
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, GivesTheSameAnswer) {
  const std::string sheet = sheets_of(scenario_of(GetParam()));
  ASSERT_FALSE(HasFailure());
  const fs::path file = kRoot / "tests/scenarios/golden" / (GetParam() + ".csv");
  if (std::getenv("HEADRACE_ACCEPT") != nullptr) {
    std::ofstream(file) << sheet;
    GTEST_SKIP() << "rewrote " << file;
  }
  std::ifstream in(file);
  ASSERT_TRUE(in) << file << " is missing: HEADRACE_ACCEPT=1 writes it";
  std::stringstream expected;
  expected << in.rdbuf();
  EXPECT_EQ(sheet, expected.str());
}

// Stopped anywhere and destroyed with everything under way: the sanitizers look on.
TEST_P(Golden, MayBeStoppedAndDestroyedAtAnyEvent) {
  RandomStream stops(1, GetParam());
  for (int i = 0; i < 8; ++i) {
    Scenario scenario = scenario_of(GetParam());
    scenario.measure.event_limit = static_cast<std::int64_t>(1 + stops.below(i < 2   ? 200
                                                                             : i < 4 ? 2000
                                                                                     : 100'000));
    const RunResult result = Experiment(scenario).run();
    // A small scenario has ended by then.
    if (i >= 2 && result.outcome.end == RunEnd::finished) {
      EXPECT_LT(result.outcome.events, static_cast<std::uint64_t>(*scenario.measure.event_limit));
      continue;
    }
    EXPECT_EQ(result.outcome.end, RunEnd::event_limit);
    EXPECT_EQ(result.outcome.events, static_cast<std::uint64_t>(*scenario.measure.event_limit));
  }
}

// Of every probe of every machine, cut short as most of them are long.
TEST(Probes, TimeOfEveryProcessAddsUp) {
  for (const auto& entry : fs::directory_iterator(kRoot / "scenarios/probes")) {
    ScenarioRead read = read_scenario_file(entry.path().string());
    ASSERT_TRUE(read.scenario) << read.problems.text();
    for (const auto& [name, job] : read.scenario->jobs) {
      if (job.work.find<ProbeSpec>() == nullptr) continue;
      Scenario one = *read.scenario;
      one.jobs = {{name, job}};
      one.measure.event_limit = 20'000;
      const RunResult result = Experiment(one).run();
      expect_time_adds_up(result.jobs.at(0));
    }
  }
}

// The README says what these scenarios predict: it may not fall behind them.
TEST(Readme, SaysWhatTheScenariosPredict) {
  std::ifstream in(kRoot / "README.md");
  std::stringstream readme;
  readme << in.rdbuf();
  for (const char* stem : {"first_run", "cosmoflow_ai400x2t"}) {
    const RunResult result = Experiment(scenario_of(stem)).run();
    const JobResult& job = result.jobs.at(0);
    char au[40], rate[40];
    const auto mib = static_cast<int>(std::lround(job.mib_per_second.value()));
    std::snprintf(au, sizeof au, "| %.1f %% |", job.au_percent.value());
    std::snprintf(rate, sizeof rate, "| %d,%03d MiB/s |", mib / 1000, mib % 1000);
    EXPECT_NE(readme.str().find(au), std::string::npos) << stem << " predicts " << au;
    EXPECT_NE(readme.str().find(rate), std::string::npos) << stem << " predicts " << rate;
    if (std::string_view(stem) != "first_run") continue;
    for (const auto& [figure, words] :
         {std::pair("step_wait_ms.p50", "| | wait of a step, median | %.1f ms |"),
          std::pair("step_wait_ms.p99", "| | the same, 99th percentile | %.1f ms |")}) {
      char wait[80];
      std::snprintf(wait, sizeof wait, words, value_of(*find_figure_row(figure), job).number.value());
      EXPECT_NE(readme.str().find(wait), std::string::npos) << stem << " predicts " << wait;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, Golden, testing::ValuesIn(shipped()),
                         [](const auto& param) { return param.param; });

}  // namespace
}  // namespace headrace
