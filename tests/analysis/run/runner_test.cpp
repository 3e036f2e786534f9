#include "analysis/run/runner.h"

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/analysis/child.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

class RunnerTest : public SweepTest {
 protected:
  Child start(const std::string& database) {
    return Child({"sweep", scenario_, "--out", database, "--jobs", "2", "--quiet",
                  "jobs.train.workload.loader.read_threads=1..25:1", "jobs.train.layout.stripe_count=1,2",
                  "measure.replications=2"});
  }
  static std::int64_t over(const std::string& path) {
    if (!std::filesystem::exists(path) || std::filesystem::file_size(path) == 0) return 0;
    Database database(path, Database::Access::read);
    EXPECT_EQ(database.text("PRAGMA integrity_check"), "ok");
    if (database.integer("PRAGMA user_version") == 0) return 0;
    return database.integer("SELECT count(*) FROM sweep_point WHERE state <> 'open'");
  }

  // Killed at so many instants, spread evenly over the time that the whole takes, each time gone on with.
  void kill_and_go_on(int kills) {
    const auto before = std::chrono::steady_clock::now();
    ASSERT_EQ(start(folder_ / "whole.db").wait(), 0);
    const auto whole = std::chrono::steady_clock::now() - before;
    const std::string expected = hash_of(folder_ / "whole.db");
    std::uint64_t draw = 1;
    int killed = 0;
    for (int round = 0; killed < kills; ++round) {
      ASSERT_LT(round, 10 * kills) << "it never takes so long";
      const std::string path = folder_ / ("killed-" + std::to_string(round) + ".db");
      std::int64_t reported = 0;
      for (bool complete = false; !complete;) {
        Child child = start(path);
        draw = draw * 6364136223846793005u + 1442695040888963407u;
        std::this_thread::sleep_for(whole * (draw >> 40) / (1 << 24));
        if (killed < kills) child.send(SIGKILL);
        complete = child.wait() == 0;
        killed += complete ? 0 : 1;
        const std::int64_t now = over(path);
        EXPECT_GE(now, reported);
        reported = now;
      }
      ASSERT_EQ(hash_of(path), expected) << "round " << round;
    }
  }
};

TEST_F(RunnerTest, KilledAtTwentyInstantsAndGoneOnWith) { kill_and_go_on(20); }

using RunnerTestLong = RunnerTest;

TEST_F(RunnerTestLong, KilledAtAThousandInstantsAndGoneOnWith) { kill_and_go_on(1000); }

TEST_F(RunnerTest, TwoProcessesMayDoTheSameSweep) {
  Child one = start(folder_ / "both.db");
  Child other = start(folder_ / "both.db");
  EXPECT_EQ(one.wait(), 0) << one.text();
  EXPECT_EQ(other.wait(), 0) << other.text();
  ASSERT_EQ(start(folder_ / "whole.db").wait(), 0);
  EXPECT_EQ(hash_of(folder_ / "both.db"), hash_of(folder_ / "whole.db"));
  EXPECT_EQ(over(folder_ / "both.db"), 50);
}

TEST_F(RunnerTest, AnInterruptLeavesWhatIsDone) {
  Child child = start(folder_ / "a.db");
  while (over(folder_ / "a.db") == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  child.send(SIGINT);
  const int code = child.wait();
  EXPECT_TRUE(code == 4 || (code == 0 && over(folder_ / "a.db") == 50)) << code << child.text();
}

TEST_F(RunnerTest, TheWatchStopsIt) {
  const SweepRead read = read_sweep_file(scenario_, {kAxis});
  ASSERT_TRUE(read.sweep);
  Ledger ledger(database_, ledger_sweep(*read.sweep), RowChoice::figures);
  const SweepPoints points(*read.sweep);
  SweepKeeper keeper(ledger, {});
  Runner runner(points, keeper, {2}, {[](void*, const WorkState&) { return false; }, nullptr});
  EXPECT_EQ(runner.run(sweep_tasks(*read.sweep, ledger, {})), WorkEnd::stopped);
  EXPECT_EQ(ledger.counts().runs, 0);
  Runner rest(points, keeper, {2}, {});
  EXPECT_EQ(rest.run(sweep_tasks(*read.sweep, ledger, {})), WorkEnd::complete);
  EXPECT_EQ(rest.state().points_over, 6);
  EXPECT_EQ(rest.state().runs, 6);
  EXPECT_EQ(rest.state().done, 1);
  EXPECT_EQ(ledger.counts().done, 6);
}

TEST_F(RunnerTest, EndsAfterSoManyRuns) {
  const SweepRead read = read_sweep_file(scenario_, {kAxis});
  ASSERT_TRUE(read.sweep);
  Ledger ledger(database_, ledger_sweep(*read.sweep), RowChoice::figures);
  const SweepPoints points(*read.sweep);
  SweepKeeper keeper(ledger, {});
  Runner runner(points, keeper, {2, 4}, {});
  EXPECT_EQ(runner.run(sweep_tasks(*read.sweep, ledger, {})), WorkEnd::most_runs);
  EXPECT_EQ(ledger.counts().runs, 4);
}

TEST_F(RunnerTest, AnErrorOfTheWriterEndsIt) {
  const SweepRead read = read_sweep_file(scenario_, {kAxis});
  ASSERT_TRUE(read.sweep);
  Ledger ledger(database_, ledger_sweep(*read.sweep), RowChoice::figures);
  const SweepPoints points(*read.sweep);
  SweepKeeper keeper(ledger, {});
  const std::vector<PointTask> tasks = sweep_tasks(*read.sweep, ledger, {});
  Runner runner(points, keeper, {2}, {});
  ledger.database().execute("DROP TABLE sweep_run");
  EXPECT_ANY_THROW(runner.run(tasks));
  EXPECT_EQ(ledger.counts().done, 0);
}

}  // namespace
}  // namespace headrace
