#include "analysis/run/sweep_work.h"

#include "scenarios/loader/read/scenario_text.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

class SweepWorkTest : public SweepTest {
 protected:
  void SetUp() override {
    const SweepRead read = read_sweep_file(scenario_, {kAxis, "measure.replications=2"});
    ASSERT_TRUE(read.sweep);
    sweep_ = read.sweep;
  }
  FinishedRun made(std::int64_t point, std::int64_t replication) {
    FinishedRun run;
    run.point = point;
    run.replication = replication;
    run.values = {sweep_->point(point).parameters.at(0).value};
    run.result = Experiment(*sweep_->scenario(sweep_->point(point)).scenario, replication).run();
    return run;
  }
  static std::vector<std::pair<std::int64_t, std::int64_t>> pairs(const std::vector<PointTask>& tasks) {
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    for (const PointTask& task : tasks) found.emplace_back(task.point, task.replication);
    return found;
  }

  std::optional<Sweep> sweep_;
};

TEST_F(SweepWorkTest, TasksAreWhatIsLeftOfAShard) {
  Ledger ledger(database_, ledger_sweep(*sweep_), RowChoice::figures);
  SweepKeeper keeper(ledger, {2, 3});
  std::vector<FinishedRun> runs = {made(1, 1), made(1, 2), made(4, 2), made(0, 1)};
  keeper.keep(runs);
  WorkState state;
  keeper.count(state);
  EXPECT_EQ(state.points, 2);
  EXPECT_EQ(state.points_over, 1);
  EXPECT_EQ(pairs(sweep_tasks(*sweep_, ledger, {2, 3})),
            (std::vector<std::pair<std::int64_t, std::int64_t>>{{4, 1}}));
  EXPECT_EQ(pairs(sweep_tasks(*sweep_, ledger, {1, 6})),
            (std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 2}}));
}

TEST_F(SweepWorkTest, APlanDecidesHowOftenAPointIsRun) {
  EXPECT_EQ(ledger_sweep(*sweep_).replications, 2);
  EXPECT_EQ(planned_sweep(*sweep_).replications, 0);
  EXPECT_EQ(planned_sweep(*sweep_).hash, ledger_sweep(*sweep_).hash) << "they share their runs";
  EXPECT_EQ(planned_sweep(sweep_->base(), {"a", "b"}).axes.size(), 2U);
}

TEST_F(SweepWorkTest, TheProvenanceHasTheText) {
  const Provenance provenance = provenance_of(sweep_->base());
  EXPECT_EQ(provenance.resolved_text, write_scenario(sweep_->base(), true));
  EXPECT_EQ(provenance.fidelity, "request");
  EXPECT_FALSE(provenance.revision.empty());
}

}  // namespace
}  // namespace headrace
