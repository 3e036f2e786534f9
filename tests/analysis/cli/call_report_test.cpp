#include "analysis/cli/call_report.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

class CallReportTest : public SweepTest {
 protected:
  void SetUp() override {
    ScenarioRead read = read_scenario_file(scenario_, {"measure.replications=2"});
    ASSERT_TRUE(read.scenario) << read.problems.text();
    scenario_read_ = std::move(read.scenario);
  }
  void run(const CallPoints& points, Ledger& ledger, std::int64_t most_runs = 100) {
    CallKeeper keeper(points, ledger);
    Runner(points, keeper, {1, most_runs}, {}).run(points.tasks(ledger));
  }

  std::optional<Scenario> scenario_read_;
};

// An answer of the runs that are there, and exit 4 until all are.
TEST_F(CallReportTest, TellsOfWhatIsStored) {
  const CallPoints points("run", *scenario_read_);
  Ledger ledger(database_, points.ledger_sweep(""), RowChoice::all);
  for (const auto& [most, code] : std::map<int, ExitCode>{{1, ExitCode::interrupted}, {2, ExitCode::ok}}) {
    run(points, ledger, 1);
    StringSink out, err;
    const StoredCall call = read_call(ledger.database(), ledger.hash());
    EXPECT_EQ(report_call(*scenario_read_, points, ledger.database(), call, {}, {out, err}), code) << most;
    EXPECT_NE(out.text().find("results: " + database_), std::string::npos) << out.text();
  }
}

TEST_F(CallReportTest, AJobThatDidNotEndHasNothingPublished) {
  const CallPoints points = points_of_call("probe", *scenario_read_);
  Ledger ledger(":memory:", points.ledger_sweep(""), RowChoice::all);
  StringSink out, err;
  ExitCode code = ExitCode::ok;
  EXPECT_TRUE(published_of_call(points, ledger.database(), ledger.hash(), {out, err}, code).empty());
  EXPECT_EQ(code, ExitCode::interrupted);
  EXPECT_EQ(err.text(), "headrace: train did not finish and is left out\n");
  run(points, ledger);
  code = ExitCode::ok;
  EXPECT_TRUE(published_of_call(points, ledger.database(), ledger.hash(), {out, err}, code).empty());
  EXPECT_EQ(code, ExitCode::ok);
}

// What a shard found is no answer; its exit code says whether all of it is there.
TEST_F(CallReportTest, AShardTellsOfItsRuns) {
  const CallPoints points("run", *scenario_read_);
  Ledger ledger(database_, points.ledger_sweep(""), RowChoice::all);
  const Shard second = {2, 2};
  StringSink before, after, err;
  EXPECT_EQ(report_shard(points, ledger, second, {}, {before, err}), ExitCode::interrupted);
  EXPECT_EQ(before.text(), "shard 2 of 2: 0 of 1 run stored in " + database_ + "\n");
  CallKeeper keeper(points, ledger, {}, second);
  Runner(points, keeper, {1}, {}).run(points.tasks(ledger, second));
  EXPECT_EQ(report_shard(points, ledger, second, {.json = true}, {after, err}), ExitCode::ok);
  const auto tree = nlohmann::json::parse(after.text());
  EXPECT_EQ(tree, nlohmann::json({{"schema", "headrace.shard/1"},
                                  {"shard", 2},
                                  {"shards", 2},
                                  {"runs", 1},
                                  {"runs_stored", 1},
                                  {"database", database_}}));
}

}  // namespace
}  // namespace headrace
