// The shipped tables of measured rows, as predicted: golden/validation/<table>.csv has what `headrace
// validate` found, and README has the scores of that.
//
// HEADRACE_ACCEPT=1 runs every row (half an hour) and rewrites the file; else a few that take a
// second are run again, and must come out as the file has them. Checkpoints: shipped_checkpoints_test.cpp.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "analysis/answer/model_error.h"
#include "analysis/answer/validation.h"
#include "analysis/cli/program.h"
#include "analysis/figures/figures.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/measured/row_scenario.h"

namespace headrace {
namespace {

const std::string kRoot = HEADRACE_SOURCE_DIR;

// A shipped table, and rows of it that are run in about a second each.
struct ShippedSet {
  std::string name;
  std::string in_readme;
  std::set<std::string> quick;
  bool tells_errors = true;  // An answer says by it how far off it may be.
};

const ShippedSet kSets[] = {
    {"mlperf_storage_v0.5",
     "v0.5",
     {"Polaris-Lustre unet3d V100 x 1", "Polaris-NVMe unet3d V100 x 8", "AI400X2 unet3d V100 x 10"}},
    {"mlperf_storage_v1.0",
     "v1.0",
     {"E1000-Slingshot unet3d H100 x 15 on 5 hosts", "Micron-6500 unet3d H100 x 1",
      "Micron-9400 unet3d H100 x 2", "Micron-9550 unet3d H100 x 4", "Micron-9550 cosmoflow H100 x 13",
      "F8000X unet3d H100 x 1"}},
    {"mlperf_storage_v3.0", "v3.0", {"Solidigm-P5336 unet3d B200 x 1", "Solidigm-PS1010 unet3d B200 x 2"}},
    {"gh200_dlio",
     "GH200",
     {"GH200 unet3d H100 x 6", "GH200 unet3d H100 x 4 1 worker", "GH200 unet3d H100 x 4 HDF5",
      "GH200 unet3d H100 x 4 10 MiB"},
     false},
    {"liu2021_thetagpu", "ThetaGPU", {"ThetaGPU tiny_imagenet A100 x 1"}, false},
};

std::string golden_file(const std::string& set) {
  return kRoot + "/tests/scenarios/golden/validation/" + set + ".csv";
}

std::string text_of_file(const std::string& path) {
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

void rewrite_golden(const std::string& name) {
  StringSink out, err;
  ASSERT_EQ(run_program({"validate", name, "--json", "--quiet"}, {out, err}), 0) << err.text();
  std::ofstream file(golden_file(name));
  file << "row,samples_per_second,au_percent\n";
  const MeasuredRows set = read_measured_set(name);
  const auto rows = nlohmann::json::parse(out.text())["sets"][0]["rows"];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& rate = rows[i]["forecasts"]["headrace"]["samples_per_second"];
    if (rate.is_null()) continue;
    file << fmt::format("{},{:.12g},{:.12g}\n", set.rows->at(i).name(), rate.get<double>(),
                        rows[i]["predicted_au_percent"].get<double>());
  }
}

std::map<std::string, Prediction> golden(const std::string& set) {
  std::map<std::string, Prediction> predictions;
  std::istringstream lines(text_of_file(golden_file(set)));
  std::string name, rate, au;
  std::getline(lines, name);
  while (std::getline(lines, name, ',') && std::getline(lines, rate, ',') && std::getline(lines, au))
    predictions[name] = {std::stod(rate), std::stod(au)};
  return predictions;
}

class ShippedValidation : public testing::TestWithParam<ShippedSet> {};

TEST_P(ShippedValidation, IsWhatTheRowsArePredicted) {
  const auto& [name, in_readme, quick, tells_errors] = GetParam();
  if (std::getenv("HEADRACE_ACCEPT") != nullptr) rewrite_golden(name);
  const MeasuredRows set = read_measured_set(name);
  ASSERT_TRUE(set.rows) << set.problems.text();
  const std::map<std::string, Prediction> predicted = golden(name);
  std::size_t run = 0;
  for (const MeasuredRow& row : *set.rows) {
    EXPECT_EQ(predicted.contains(row.name()), !row.scenario.empty()) << row.name();
    if (!quick.contains(row.name())) continue;
    ++run;
    const ScenarioRead read = scenario_of(row, set.folder);
    ASSERT_TRUE(read.scenario) << read.problems.text();
    const RunResult result = Experiment(*read.scenario).run();
    EXPECT_NEAR(find_job_figure(result, 0, "samples_per_second").value() /
                    predicted.at(row.name()).samples_per_second,
                1, 1e-9)
        << row.name() << ": HEADRACE_ACCEPT=1 runs all rows again";
    EXPECT_NEAR(find_job_figure(result, 0, "au_percent").value(), predicted.at(row.name()).au_percent, 1e-6)
        << row.name();
  }
  EXPECT_EQ(run, quick.size());
}

// A line a role and forecast:
// "| v1.0, validation, 37 rows | headrace | 5.1 % | 12.3 % | 20 | 3.4, 9.9 points | 80 % |".
TEST_P(ShippedValidation, HasItsScoresInTheReadme) {
  const auto& [name, in_readme, quick, tells_errors] = GetParam();
  const MeasuredRows set = read_measured_set(name);
  ASSERT_TRUE(set.rows) << set.problems.text();
  const std::map<std::string, Prediction> predicted = golden(name);
  std::vector<std::optional<Prediction>> predictions;
  for (const MeasuredRow& row : *set.rows) {
    const auto found = predicted.find(row.name());
    predictions.push_back(found == predicted.end() ? std::nullopt : std::optional(found->second));
  }
  const std::string readme = text_of_file(kRoot + "/README.md");
  for (const ScoreGroup& group : judge(*set.rows, predictions).groups) {
    if (!group.workload.empty()) continue;
    for (const ForecastScore& score : group.scores) {
      const std::string au =
          score.median_au_points
              ? fmt::format("{:.1f}, {:.1f} points", *score.median_au_points, *score.worst_au_points)
              : "-";
      const std::string covered = score.covered ? fmt::format("{:.0f} %", *score.covered * 100) : "-";
      const std::string line = fmt::format(
          "| {}, {}, {} rows | {}{} | {:.1f} % | {:.1f} % | {} | {} | {} |", in_readme,
          kRowRoles[static_cast<std::size_t>(group.role)], score.rows,
          kForecastNames[static_cast<std::size_t>(score.forecast)], group.is_alone() ? " alone" : "",
          score.median * 100, score.worst * 100, score.within_5_percent, au, covered);
      EXPECT_NE(readme.find(line), std::string::npos) << line;
    }
  }
}

// A prediction of a row whose result nobody had seen stays as it was: LOG.md has it.
TEST(ShippedForecasts, StandInTheLog) {
  const std::string log = text_of_file(kRoot + "/scenarios/validation/LOG.md");
  std::size_t forecasts = 0;
  for (const ShippedSet& shipped : kSets) {
    const MeasuredRows set = read_measured_set(shipped.name);
    ASSERT_TRUE(set.rows) << set.problems.text();
    std::istringstream lines(text_of_file(golden_file(shipped.name)));
    std::map<std::string, std::string> line_of;
    for (std::string line; std::getline(lines, line);) line_of[line.substr(0, line.find(','))] = line;
    for (const MeasuredRow& row : *set.rows) {
      if (row.is_measured() || row.scenario.empty()) continue;
      ++forecasts;
      EXPECT_NE(log.find("\n" + line_of[row.name()] + "\n"), std::string::npos) << row.name();
    }
  }
  EXPECT_EQ(forecasts, 15u);
}

// The table in analysis/answer/model_error.cpp: a row a prediction, to four decimals.
TEST(ShippedErrors, AreThoseOfThePredictions) {
  std::vector<PublishedError> expected;
  std::vector<std::string> systems;
  double least_au = 100;
  for (const ShippedSet& shipped : kSets) {
    if (!shipped.tells_errors) continue;
    const MeasuredRows set = read_measured_set(shipped.name);
    ASSERT_TRUE(set.rows) << set.problems.text();
    const std::map<std::string, Prediction> predicted = golden(shipped.name);
    for (const MeasuredRow& row : *set.rows) {
      const auto found = predicted.find(row.name());
      if (found == predicted.end() || !row.is_measured()) continue;
      systems.push_back(row.system);
      least_au = std::min(least_au, found->second.au_percent);
      expected.push_back({{}, std::log(row.samples_per_second / found->second.samples_per_second)});
    }
  }
  EXPECT_TRUE(model_interval(least_au));
  EXPECT_FALSE(model_interval(least_au - 1)) << "nothing is known of what nobody predicted so low";
  ASSERT_EQ(published_errors().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(published_errors()[i].system, systems[i]) << i;
    EXPECT_NEAR(published_errors()[i].error, expected[i].error, 0.00006) << systems[i];
  }
}

std::string name_of_set(const testing::TestParamInfo<ShippedSet>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Set, ShippedValidation, testing::ValuesIn(kSets), name_of_set);

}  // namespace
}  // namespace headrace
