#include "analysis/run/worker.h"

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

class CountingHost final : public PointWorker::Host {
 public:
  bool may_run() override { return runs_left-- > 0; }
  bool watch(const RunProgress&) override { return goes_on; }
  void give(FinishedRun run) override { given.push_back(std::move(run)); }

  int runs_left = 100;
  bool goes_on = true;
  std::vector<FinishedRun> given;
};

using WorkerTest = SweepTest;

TEST_F(WorkerTest, GivesTheRunThatTheScenarioAloneGives) {
  const SweepRead read = read_sweep_file(scenario_, {kAxis});
  ASSERT_TRUE(read.sweep);
  CountingHost host;
  const SweepPoints points(*read.sweep);
  PointWorker worker(points, host);
  EXPECT_TRUE(worker.run({4, 2, {}}));
  ASSERT_EQ(host.given.size(), 1U);
  EXPECT_EQ(host.given[0].point, 4);
  EXPECT_EQ(host.given[0].values, std::vector<std::string>{"5"});
  const ScenarioRead alone = read_scenario_file(scenario_, {"jobs.train.workload.loader.read_threads=5"});
  const RunResult expected = Experiment(*alone.scenario, 2).run();
  EXPECT_EQ(host.given[0].result->outcome.fingerprint, expected.outcome.fingerprint);
  EXPECT_EQ(host.given[0].result->scenario_hash, expected.scenario_hash);
}

TEST_F(WorkerTest, GivesNothingOfARunThatWasStopped) {
  const SweepRead read = read_sweep_file(scenario_, {kAxis, "jobs.train.workload.dataset.files=16000"});
  ASSERT_TRUE(read.sweep);
  CountingHost host;
  host.goes_on = false;
  const SweepPoints points(*read.sweep);
  EXPECT_FALSE(PointWorker(points, host).run({0, 1, {}}));
  host.runs_left = 0;
  EXPECT_FALSE(PointWorker(points, host).run({0, 1, {}}));
  EXPECT_TRUE(host.given.empty());
}

}  // namespace
}  // namespace headrace
