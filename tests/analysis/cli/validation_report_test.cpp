#include "analysis/cli/validation_report.h"

#include <gtest/gtest.h>

#include "analysis/run/call_work.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

// Rows are two: the first has no scenario, the second the fixture's.
class ValidationReportTest : public SweepTest {
 protected:
  ValidationReportTest() : rows_(2) {
    rows_[0].why_not = "none";
    rows_[1].scenario = "tiny.yaml";
    for (MeasuredRow& row : rows_) {
      row.workload = "tiny";
      row.hosts = row.accelerators = row.cores_per_host = row.batch_size = 1;
      row.computation_seconds = row.samples_per_second = 1;
    }
  }
  // Runs it with the overrides, and reads the answer back.
  Validation run(const std::vector<std::string>& overrides) {
    ScenarioRead read = read_scenario_file(scenario_, overrides);
    EXPECT_TRUE(read.scenario) << read.problems.text();
    const CallPoints points("validate", "a table", "its text", {*read.scenario});
    Ledger ledger(database_, points.ledger_sweep(""), RowChoice::all);
    CallKeeper keeper(points, ledger);
    Runner(points, keeper, {1}, {}).run(points.tasks(ledger));
    return validation_of_call(rows_, ledger.database(), ledger.hash(), {out_, err_}, code_);
  }

  std::vector<MeasuredRow> rows_;
  StringSink out_, err_;
  ExitCode code_ = ExitCode::ok;
};

TEST_F(ValidationReportTest, FindsTheRunOfARow) {
  const Validation found = run({});
  EXPECT_EQ(code_, ExitCode::ok) << err_.text();
  EXPECT_FALSE(found.rows[0].of(Forecast::simulator));
  EXPECT_GT(found.rows[1].of(Forecast::simulator).value(), 0);
  EXPECT_GT(found.rows[1].first_batch_seconds.value(), 0);
}

TEST_F(ValidationReportTest, LeavesOutARunThatIsNotOver) {
  const Validation found = run({"measure.event_limit=100"});
  EXPECT_EQ(code_, ExitCode::interrupted);
  EXPECT_FALSE(found.rows[1].of(Forecast::simulator));
  EXPECT_NE(err_.text().find("did not finish and is left out"), std::string::npos);
}

}  // namespace
}  // namespace headrace
