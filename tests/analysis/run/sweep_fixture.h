// A small sweep and the program that runs it: some hundred events a run.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/cli/options/scenario_words.h"
#include "analysis/results/content_hash.h"
#include "analysis/results/reader.h"
#include "analysis/run/sweep_work.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {

class SweepTest : public CliTest {
 protected:
  using CliTest::CliTest;

  // `sweep` of the scenario over read threads, with its results in the folder.
  int sweep(std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"sweep", scenario_, "--out", database_};
    words.insert(words.end(), more.begin(), more.end());
    if (std::none_of(more.begin(), more.end(), is_override)) words.emplace_back(kAxis);
    return call(words);
  }
  // Something to plan, beside all else that the scenario says.
  void add_plan() {
    std::ofstream(scenario_, std::ios::app) << "plan:\n"
                                               "  axes: [\"jobs.train.workload.loader.read_threads=1,2\"]\n"
                                               "  targets: [jobs.train.au_percent >= 10]\n"
                                               "  costs: [{of: read_threads, price: 1}]\n";
  }
  static std::string hash_of(const std::string& path) {
    ResultReader reader(path);
    EXPECT_EQ(reader.database().text("PRAGMA integrity_check"), "ok");
    return content_hash(reader.database());
  }
  std::string text(const std::string& sql) { return ResultReader(database_).database().text(sql); }

  static constexpr const char* kAxis = "jobs.train.workload.loader.read_threads=1,2,3,4,5,6";
};

}  // namespace headrace
