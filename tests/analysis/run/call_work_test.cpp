#include "analysis/run/call_work.h"

#include <csignal>
#include <thread>

#include "scenarios/loader/read/arms.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/child.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

constexpr const char* kArms =
    "compare={narrow: {overrides: []}, wide: {overrides: [jobs.train.layout.stripe_count=2]}}";

class CallWorkTest : public SweepTest {
 protected:
  void SetUp() override {
    const ScenarioRead read = read_scenario_file(scenario_, {kArms, "measure.replications=3"});
    ASSERT_TRUE(read.scenario) << read.problems.text();
    scenario_read_ = read.scenario;
  }
  // Makes one call of `run` with the arms, that ends after so many runs as if it had been killed.
  void run_some(std::int64_t most_runs) {
    const CallPoints points("run", *scenario_read_);
    Ledger ledger(database_, points.ledger_sweep("there"), RowChoice::all);
    CallKeeper keeper(points, ledger);
    Runner runner(points, keeper, {1, most_runs}, {});
    runner.run(points.tasks(ledger));
  }

  std::optional<Scenario> scenario_read_;
};

TEST_F(CallWorkTest, ReplicationsOfTheArmsTakeTurns) {
  const CallPoints points("run", *scenario_read_);
  const Ledger ledger(":memory:", points.ledger_sweep(""), RowChoice::all);
  std::vector<std::pair<std::int64_t, std::int64_t>> order;
  for (const PointTask& task : points.tasks(ledger)) order.emplace_back(task.point, task.replication);
  EXPECT_EQ(order, (std::vector<std::pair<std::int64_t, std::int64_t>>{
                       {0, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}}));
  EXPECT_EQ(points.prepare(1).values, (std::vector<std::string>{"wide", ""}));
}

// Each run is of one shard, and a shard is done when its own runs are.
TEST_F(CallWorkTest, ShardsShareTheRuns) {
  const CallPoints points("run", *scenario_read_);
  Ledger ledger(database_, points.ledger_sweep(""), RowChoice::all);
  std::vector<std::pair<std::int64_t, std::int64_t>> all;
  for (std::int64_t index = 1; index <= 4; ++index)
    for (const PointTask& task : points.all_tasks({index, 4})) all.emplace_back(task.point, task.replication);
  EXPECT_EQ(all, (std::vector<std::pair<std::int64_t, std::int64_t>>{
                     {0, 1}, {0, 3}, {1, 1}, {1, 3}, {0, 2}, {1, 2}}));
  const Shard first = {1, 4};
  CallKeeper keeper(points, ledger, {}, first);
  WorkState state;
  keeper.count(state);
  EXPECT_EQ(state.points, 2);
  EXPECT_EQ(state.points_over, 0);
  EXPECT_EQ(Runner(points, keeper, {1}, {}).run(points.tasks(ledger, first)), WorkEnd::complete);
  keeper.count(state);
  EXPECT_EQ(state.points_over, 2);
  EXPECT_TRUE(points.tasks(ledger, first).empty());
  EXPECT_EQ(points.tasks(ledger).size(), 4U);
}

// Ids are those of one thread, and every view tells of the runs what it told before there were calls.
TEST_F(CallWorkTest, RunsAreFoundByTheirRole) {
  run_some(100);
  EXPECT_EQ(text("SELECT group_concat(run || arm || alone || replication, ' ') FROM"
                 " (SELECT * FROM call_run ORDER BY run)"),
            "1narrow1 2wide1 3narrow2 4wide2 5narrow3 6wide3");
  EXPECT_EQ(text("SELECT verb || number || dlio_folder FROM call"), "run1there");
  EXPECT_EQ(text("SELECT count(*) FROM parameter"), "0");
  EXPECT_EQ(text("SELECT count(*) FROM sweep_result"), "0");
  const std::string asked = text("SELECT resolved_text FROM call");
  EXPECT_NE(asked.find("wide"), std::string::npos) << asked;
}

TEST_F(CallWorkTest, ACallThatWasCutGoesOnAndOneThatWasWholeBeginsAnew) {
  run_some(2);
  EXPECT_EQ(text("SELECT count(*) FROM run"), "2");
  run_some(100);
  EXPECT_EQ(text("SELECT count(*) FROM run"), "6");
  EXPECT_EQ(text("SELECT count(*) FROM call"), "1");
  const std::string whole = hash_of(database_);
  run_some(100);
  EXPECT_EQ(text("SELECT count(*) FROM run"), "12");
  EXPECT_EQ(text("SELECT group_concat(number) FROM call"), "1,2");
  EXPECT_EQ(hash_of(database_), whole) << "the same runs twice are the same set";
}

// What is stored whole is read back, not simulated again; a run whose trace is wanted is.
TEST_F(CallWorkTest, OnlyWhatIsMissingIsRun) {
  run_some(2);
  CallPoints points("run", *scenario_read_);
  Ledger ledger(database_, points.ledger_sweep(""), RowChoice::all);
  EXPECT_EQ(points.tasks(ledger).size(), 4U);
  Trace trace;
  points.set_trace(&trace);
  EXPECT_EQ(points.tasks(ledger).size(), 5U);
  EXPECT_EQ(stored_runs(points, 0, ledger.database(), ledger.hash()).size(), 1U);
}

TEST_F(CallWorkTest, ARunThatWasCutMakesWay) {
  const CallPoints points("run", *scenario_read_);
  {
    Ledger ledger(database_, points.ledger_sweep(""), RowChoice::all);
    CallKeeper keeper(points, ledger);
    Runner runner(points, keeper, {1}, {[](void*, const WorkState&) { return false; }, nullptr});
    EXPECT_EQ(runner.run(points.tasks(ledger)), WorkEnd::stopped);
    EXPECT_EQ(stored_runs(points, 0, ledger.database(), ledger.hash()).size(), 1U);
  }
  EXPECT_EQ(text("SELECT group_concat(id || outcome) FROM run"), "1stopped");
  run_some(100);
  EXPECT_EQ(text("SELECT group_concat(outcome) FROM run WHERE id = 1"), "finished");
  EXPECT_EQ(text("SELECT count(*) FROM run"), "6");
}

// Of the same call in two files each run is there once, and one that was cut makes way for a whole one.
TEST_F(CallWorkTest, MergingJoinsTheRunsOfACall) {
  const CallPoints points("run", *scenario_read_);
  {
    Ledger ledger(database_, points.ledger_sweep(""), RowChoice::all);
    CallKeeper keeper(points, ledger);
    Runner(points, keeper, {1}, {[](void*, const WorkState&) { return false; }, nullptr})
        .run(points.tasks(ledger));
  }
  const std::string cut = folder_ / "cut.db", merged = folder_ / "merged.db";
  std::filesystem::rename(database_, cut);
  run_some(100);
  ASSERT_EQ(call({"merge", merged, cut, database_}), 0) << err();
  EXPECT_EQ(hash_of(merged), hash_of(database_));
  ResultReader reader(merged);
  EXPECT_EQ(reader.database().integer("SELECT count(*) FROM call_run"), 6);
  EXPECT_EQ(reader.database().integer("SELECT count(*) FROM run WHERE outcome = 'stopped'"), 0);
  EXPECT_EQ(reader.database().integer("SELECT count(*) FROM sweep_point WHERE state = 'done'"), 2);
}

TEST_F(CallWorkTest, AnotherQuestionIsAnotherCall) {
  const CallPoints points("run", *scenario_read_);
  const ScenarioRead other = read_scenario_file(scenario_, {kArms, "measure.replications=3", "seed=2"});
  EXPECT_NE(points.ledger_sweep("").hash, CallPoints("run", *other.scenario).ledger_sweep("").hash);
  EXPECT_NE(points.ledger_sweep("").hash, CallPoints("probe", *scenario_read_).ledger_sweep("").hash);
  EXPECT_EQ(points.ledger_sweep("").hash, CallPoints("run", *scenario_read_).ledger_sweep("x").hash);
}

TEST_F(CallWorkTest, JobsByThemselvesAreRunOnce) {
  const CallPoints points("probe", *scenario_read_, jobs_by_themselves(*scenario_read_));
  EXPECT_EQ(points.size(), 1);
  EXPECT_EQ(points.prepare(0).values, (std::vector<std::string>{"", "train"}));
  Ledger ledger(":memory:", points.ledger_sweep(""), RowChoice::all);
  CallKeeper keeper(points, ledger);
  EXPECT_EQ(points.tasks(ledger).size(), 1U);
  Runner(points, keeper, {2}, {}).run(points.tasks(ledger));
  EXPECT_EQ(stored_runs(points, 0, ledger.database(), ledger.hash()).at(0).scenario, "tiny [alone:train]");
}

// Killed at instants that are spread over the whole, on one thread and two, and gone on with.
TEST_F(CallWorkTest, KilledAndGoneOnWithItHasTheSameHash) {
  const auto start = [&](const std::string& database, const std::string& jobs) {
    return Child({"run", scenario_, "--out", database, "--quiet", "--no-dlio-output", "--jobs", jobs, kArms,
                  "measure.replications=8"});
  };
  const auto before = std::chrono::steady_clock::now();
  ASSERT_EQ(start(folder_ / "whole.db", "1").wait(), 0);
  const auto whole = std::chrono::steady_clock::now() - before;
  const std::string expected = hash_of(folder_ / "whole.db");
  for (int round = 1; round <= 6; ++round) {
    const std::string path = folder_ / ("killed-" + std::to_string(round) + ".db");
    Child child = start(path, round % 2 == 0 ? "1" : "2");
    std::this_thread::sleep_for(whole * round / 8);
    child.send(SIGKILL);
    const bool was_whole = child.wait() == 0;
    ASSERT_EQ(start(path, "2").wait(), 0);
    EXPECT_EQ(hash_of(path), expected) << round;
    ResultReader reader(path);
    EXPECT_EQ(reader.database().integer("SELECT count(*) FROM run") % 16, 0) << was_whole;
  }
}

}  // namespace
}  // namespace headrace
