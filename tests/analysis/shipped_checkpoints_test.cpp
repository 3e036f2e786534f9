// The shipped table of measured checkpoints, as predicted: golden/validation has what `headrace validate`
// found, and README has the scores of that.
//
// HEADRACE_ACCEPT=1 runs every row (minutes) and rewrites the file; else a few that take a second are run
// again, and must come out as the file has them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "analysis/answer/checkpoint_validation.h"
#include "analysis/cli/program.h"
#include "analysis/figures/figures.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/measured/measured_rows.h"
#include "scenarios/loader/measured/row_scenario.h"

namespace headrace {
namespace {

const std::string kSourceRoot = HEADRACE_SOURCE_DIR;
const std::string kCheckpointSet = "mlperf_storage_v3.0_checkpoints";
const std::string kCheckpointGolden =
    kSourceRoot + "/tests/scenarios/golden/validation/" + kCheckpointSet + ".csv";

const char* const kQuickCheckpoints[] = {
    "AMLFS-125 llama3_8b write x 8 on 2 hosts", "AMLFS-125 llama3_8b read x 8 on 2 hosts",
    "Solidigm-P5336 llama3_8b write x 8", "Solidigm-PS1010 llama3_8b read x 8"};

void rewrite_golden_checkpoints() {
  StringSink out, err;
  ASSERT_EQ(run_program({"validate", kCheckpointSet, "--json", "--quiet"}, {out, err}), 0) << err.text();
  std::ofstream file(kCheckpointGolden);
  file << "row,seconds\n";
  const MeasuredRows set = read_measured_set(kCheckpointSet);
  const auto rows = nlohmann::json::parse(out.text())["sets"][0]["rows"];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& seconds = rows[i]["forecasts"]["headrace"]["seconds"];
    if (!seconds.is_null())
      file << fmt::format("{},{:.12g}\n", set.checkpoints->at(i).name(), seconds.get<double>());
  }
}

std::map<std::string, double> golden_checkpoints() {
  std::map<std::string, double> predictions;
  std::ifstream lines(kCheckpointGolden);
  std::string name, seconds;
  std::getline(lines, name);
  while (std::getline(lines, name, ',') && std::getline(lines, seconds))
    predictions[name] = std::stod(seconds);
  return predictions;
}

TEST(ShippedCheckpoints, AreWhatTheRowsArePredicted) {
  if (std::getenv("HEADRACE_ACCEPT") != nullptr) rewrite_golden_checkpoints();
  const MeasuredRows set = read_measured_set(kCheckpointSet);
  ASSERT_TRUE(set.checkpoints) << set.problems.text();
  const std::map<std::string, double> predicted = golden_checkpoints();
  std::size_t run = 0;
  for (const CheckpointRow& row : *set.checkpoints) {
    EXPECT_EQ(predicted.contains(row.name()), !row.scenario.empty()) << row.name();
    if (std::find(std::begin(kQuickCheckpoints), std::end(kQuickCheckpoints), row.name()) ==
        std::end(kQuickCheckpoints))
      continue;
    ++run;
    const ScenarioRead read = scenario_of(row, set.folder);
    ASSERT_TRUE(read.scenario) << read.problems.text();
    const RunResult result = Experiment(*read.scenario).run();
    const std::string figure = "checkpoint_" + std::string(row.operation_word()) + "_seconds";
    EXPECT_NEAR(find_job_figure(result, 0, figure).value() / predicted.at(row.name()), 1, 1e-9)
        << row.name() << ": HEADRACE_ACCEPT=1 runs all rows again";
  }
  EXPECT_EQ(run, std::size(kQuickCheckpoints));
}

// A line a role and forecast:
// "| v3.0 checkpoints, validation, 5 rows | headrace alone | 4.7 % | 50.9 % | 3 | - | 80 % |".
TEST(ShippedCheckpoints, HaveTheirScoresInTheReadme) {
  const MeasuredRows set = read_measured_set(kCheckpointSet);
  ASSERT_TRUE(set.checkpoints) << set.problems.text();
  const std::map<std::string, double> predicted = golden_checkpoints();
  std::vector<std::optional<double>> seconds;
  for (const CheckpointRow& row : *set.checkpoints) {
    const auto found = predicted.find(row.name());
    seconds.push_back(found == predicted.end() ? std::nullopt : std::optional(found->second));
  }
  std::ifstream stream(kSourceRoot + "/README.md");
  std::stringstream readme;
  readme << stream.rdbuf();
  for (const ScoreGroup& group : judge(*set.checkpoints, seconds).groups) {
    if (!group.workload.empty()) continue;
    for (const ForecastScore& score : group.scores) {
      const std::string covered = score.covered ? fmt::format("{:.0f} %", *score.covered * 100) : "-";
      const std::string line = fmt::format(
          "| v3.0 checkpoints, {}, {} rows | {}{} | {:.1f} % | {:.1f} % | {} | - | {} |",
          kRowRoles[static_cast<std::size_t>(group.role)], score.rows,
          kForecastNames[static_cast<std::size_t>(score.forecast)], group.is_alone() ? " alone" : "",
          score.median * 100, score.worst * 100, score.within_5_percent, covered);
      EXPECT_NE(readme.str().find(line), std::string::npos) << line;
    }
  }
}

}  // namespace
}  // namespace headrace
