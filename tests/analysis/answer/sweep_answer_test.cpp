#include "analysis/answer/sweep_answer.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/page/sweep_page.h"
#include "models/jobs/probe/probe_result.h"
#include "tests/analysis/results/sample_sweep.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

// Lets the ranks compute that share of their time; the time itself stays.
void set_utilisation(FinishedRun& run, double percent) {
  if (!run.result) return;
  JobResult& job = run.result->jobs[0];
  for (TimeBudgetRow& row : job.time_budget)
    if (row.cause == Cause::compute)
      row.spent = Duration::seconds(percent / 100 * (job.end - job.start).in_seconds());
}

class SweepAnswerTest : public SweepTest {
 protected:
  // Made-up runs of the points of a real sweep: point i has 90 + i % utilisation.
  SweepAnswer answer_of(std::int64_t points) {
    const SweepRead read = read_sweep_file(scenario_, {kAxis});
    LedgerSweep known = ledger_sweep(*read.sweep);
    Ledger ledger(database_, known, RowChoice::figures);
    for (std::int64_t point = 0; point < points; ++point) {
      FinishedRun run = sample_finished(point);
      run.values.resize(1);
      set_utilisation(run, 90.1 + static_cast<double>(point));
      ledger.add(std::span(&run, 1));
    }
    SweepAnswer answer = sweep_answer(*read.sweep, ledger.database());
    tree_ = sweep_tree(*read.sweep, answer);
    return answer;
  }

  nlohmann::ordered_json tree_;
};

TEST_F(SweepAnswerTest, BestFirstAndFailedLast) {
  const SweepAnswer answer = answer_of(6);
  EXPECT_EQ(answer.sentence,
            "ahead of 5 points (one replication has no interval): read_threads=5: train 94.1 % utilisation; "
            "the worst: "
            "train 90.1 % utilisation");
  ASSERT_EQ(answer.points.size(), 6U);
  EXPECT_EQ(answer.points[0].point, 4);
  EXPECT_EQ(answer.points[5].point, 5);
  EXPECT_NE(sweep_table(answer, false).find("point 5 failed: stripe_size is more than the file"),
            std::string::npos);
  EXPECT_DOUBLE_EQ(tree_["points"][0]["figures"]["jobs.train.utilisation_percent"]["mean"].get<double>(),
                   94.1);
  EXPECT_EQ(tree_["points"][5]["message"], "stripe_size is more than the file");
}

TEST_F(SweepAnswerTest, NothingIsNoAnswer) {
  const SweepAnswer answer = answer_of(0);
  EXPECT_FALSE(answer.ranked);
  EXPECT_EQ(answer.sentence, "no answer: no point has come to its end");
  EXPECT_EQ(sweep_table(answer, true), "");
}

// A single point does not tell what an axis changes.
TEST_F(SweepAnswerTest, AnAxisThatNothingMovedIsNotIdle) {
  const SweepAnswer answer = answer_of(1);
  EXPECT_TRUE(answer.ranked);
  EXPECT_TRUE(answer.idle.empty());
}

// Two axes, of which the second does nothing, and two replications.
class TwoAxesTest : public SweepTest {
 protected:
  // `busy` is the utilisation of a point and replication; more of a run by `change`.
  template <class Busy, class Change>
  SweepAnswer answer_of(Busy busy, Change change, const std::string& figure = {}) {
    const SweepRead read = read_sweep_file(
        scenario_, {"jobs.train.workload.loader.read_threads=1,2,4",
                    "jobs.train.workload.loader.prefetch_size=1,2", "measure.replications=2"});
    LedgerSweep known = ledger_sweep(*read.sweep);
    Ledger ledger(database_, known, RowChoice::figures);
    for (std::int64_t point = 0; point < read.sweep->size(); ++point)
      for (int replication = 1; replication <= 2; ++replication) {
        FinishedRun run = sample_finished(0, replication);
        run.point = point;
        run.values = {read.sweep->point(point).parameters[0].value,
                      read.sweep->point(point).parameters[1].value};
        set_utilisation(run, busy(std::stoi(run.values[0]), std::stoi(run.values[1]), replication));
        run.result->outcome.fingerprint += static_cast<std::uint64_t>(replication);
        change(run);
        ledger.add(std::span(&run, 1));
      }
    SweepAnswer answer = sweep_answer(*read.sweep, ledger.database(), figure);
    tree_ = sweep_tree(*read.sweep, answer);
    return answer;
  }

  static void nothing(FinishedRun&) {}
  nlohmann::ordered_json tree_;
};

TEST_F(TwoAxesTest, NamesTiesAndAxesWithoutEffect) {
  const SweepAnswer answer = answer_of([](int x, int, int r) { return 60 + 8 * x + 0.01 * x * r; }, nothing);
  EXPECT_EQ(answer.idle, std::vector<std::size_t>{1});
  EXPECT_EQ(answer.tied, (std::vector<std::int64_t>{4, 5}));
  EXPECT_EQ(answer.sentence.find(
                "2 of 6 points are tied within noise, the best: read_threads=4: train 92.1 % utilisation ["),
            0U)
      << answer.sentence;
  EXPECT_TRUE(answer.sentence.ends_with("; prefetch_size changes nothing here")) << answer.sentence;
  EXPECT_EQ(tree_["tied"], (std::vector<int>{4, 5}));
  EXPECT_EQ(tree_["idle"][0], "jobs.train.workload.loader.prefetch_size");
}

TEST_F(TwoAxesTest, ChanceTiesPointsByName) {
  // The order of the two best is another in the second replication.
  const SweepAnswer answer = answer_of(
      [](int x, int y, int r) { return 50 + 10 * x + (x == 4 && (y == r) ? 1 : 0) + 0.1 * r; }, nothing);
  EXPECT_EQ(answer.tied, (std::vector<std::int64_t>{4, 5}));
  EXPECT_TRUE(answer.idle.empty());
}

TEST_F(TwoAxesTest, WhatDidNotFinishHasNoRank) {
  const SweepAnswer answer = answer_of([](int x, int y, int r) { return 80 + x + 0.1 * y + 0.01 * r * y; },
                                       [](FinishedRun& run) {
                                         if (run.point == 5 && run.replication == 2)
                                           run.result->outcome.end = RunEnd::time_limit;
                                         if (run.point == 4) run.result->jobs[0].failure.emplace();
                                       });
  EXPECT_EQ(answer.points[0].point, 3);
  EXPECT_EQ(answer.points[4].point, 4);
  EXPECT_EQ(answer.points[4].state, "failed");
  EXPECT_EQ(answer.points[5].state, "time_limit");
  EXPECT_EQ(answer.points[5].figures[0].count, 0U);
}

TEST_F(TwoAxesTest, RanksByTheFigureThatIsAskedFor) {
  const SweepAnswer answer = answer_of([](int x, int, int r) { return 80 + x + 0.1 * r; },
                                       [](FinishedRun& run) {
                                         run.result->jobs[0].end =
                                             at_seconds(100 + 10 * static_cast<double>(run.point));
                                       },
                                       "jobs.train.seconds");
  EXPECT_EQ(answer.points[0].point, 0) << "less is better";
  EXPECT_DOUBLE_EQ(answer.points[0].figures[0].mean, 100);
  EXPECT_EQ(tree_["points"][5]["figures"]["jobs.train.seconds"]["mean"], 150.0);
}

// A figure that only describes is shown in the order of the points, and crowns none of them.
TEST_F(TwoAxesTest, NoPointIsBestByWhatOnlyDescribes) {
  const SweepAnswer answer = answer_of([](int, int, int) { return 50; },
                                       [](FinishedRun& run) {
                                         EpochResult& epoch = run.result->jobs[0].epochs.front();
                                         epoch.delivered = 1_MiB * (1 + run.point);
                                       },
                                       "read.bytes_delivered");
  EXPECT_FALSE(answer.ranked);
  EXPECT_TRUE(answer.tied.empty());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(answer.points[i].point, static_cast<std::int64_t>(i));
  EXPECT_TRUE(answer.sentence.ends_with(
      " read.bytes_delivered; none is the best, for read.bytes_delivered has no better direction"))
      << answer.sentence;
  EXPECT_TRUE(answer.sentence.starts_with("6 points: train ")) << answer.sentence;
}

// A shuffle that reads less may be a worse one: what it keeps of a full shuffle stands beside what it gains.
TEST_F(SweepTest, AnOrderIsShownWithItsRandomness) {
  const SweepRead read =
      read_sweep_file(scenario_, {"jobs.train.shuffle.policy=global,local", "measure.replications=1"});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  Ledger ledger(database_, ledger_sweep(*read.sweep), RowChoice::figures);
  for (const std::int64_t point : {0, 1}) {
    FinishedRun run = sample_finished(point);
    run.values = {read.sweep->point(point).parameters[0].value};
    set_utilisation(run, 90.0 + static_cast<double>(point));
    run.result->jobs[0].shuffle = ShuffleResult{run.values[0], point == 0 ? 1 : 0.7, Bytes()};
    ledger.add(std::span(&run, 1));
  }
  const SweepAnswer answer = sweep_answer(*read.sweep, ledger.database());
  ASSERT_EQ(answer.beside.size(), 2U);
  EXPECT_EQ(answer.points[0].point, 1);
  EXPECT_EQ(answer.points[0].beside[0].mean, 0.7);
  EXPECT_NE(sweep_table(answer, true).find("train, randomness"), std::string::npos);
  const auto tree = sweep_tree(*read.sweep, answer);
  EXPECT_EQ(tree["points"][1]["figures"]["jobs.train.shuffle.randomness"]["mean"], 1.0);
}

// A sweep of two points with a probe, and what its two replications find at each.
class PercentilesTest : public SweepTest {
 protected:
  template <class Record>
  SweepAnswer answer_of(const std::string& figure, Record record) {
    std::filesystem::remove(database_);
    const SweepRead read = read_sweep_file(
        scenario_, {"jobs.look+={probe: {operation: stat, files_per_process: 2}, nodes: "
                    "{group: clients, first: 1, count: 1}, storage: scratch}",
                    "jobs.train.nodes.count=1", "jobs.look.probe.queue_depth=1,2", "measure.replications=2"});
    Ledger ledger(database_, ledger_sweep(*read.sweep), RowChoice::figures);
    for (const std::int64_t point : {0, 1})
      for (const std::int64_t replication : {1, 2}) {
        FinishedRun run = sample_finished(point, replication);
        run.values = {read.sweep->point(point).parameters[0].value};
        JobResult look = run.result->jobs[0];
        look.name = "look";
        look.kind = "probe";
        ProbeResult found;
        record(point, replication, found.latency);
        look.found.give(found);
        run.result->jobs.push_back(look);
        ledger.add(std::span(&run, 1));
      }
    return sweep_answer(*read.sweep, ledger.database(), "jobs.look.probe.latency_ms." + figure);
  }
};

// Requests, 100 of 1 ms in one replication and 100 of 9 ms in the other: the quicker half takes 1 ms and the
// slower half 9 ms. p50 is 1 ms, where the mean of both p50 is 5 ms, and p90 is 9 ms.
TEST_F(PercentilesTest, AreThoseOfAllValues) {
  for (const auto& [figure, pooled] : {std::pair("p50", 1.0), std::pair("p90", 9.0)}) {
    const SweepAnswer answer =
        answer_of(figure, [](std::int64_t, std::int64_t replication, Histogram& latency) {
          for (int i = 0; i < 100; ++i) latency.record(replication == 1 ? 1_ms : 9_ms);
        });
    ASSERT_EQ(answer.points.size(), 2U);
    for (const PointAnswer& point : answer.points) {
      EXPECT_NEAR(point.figures[0].mean, pooled, 0.02 * pooled) << figure;
      EXPECT_FALSE(point.averaged[0]);
      EXPECT_EQ(point.replications[0].size(), 2U);
    }
    EXPECT_EQ(sweep_table(answer, true).find("on average"), std::string::npos);
  }
}

// Latencies are 8 and 64 units at the first point, and half of those at the second, with few of the quick
// ones: the first has the lower median of all values, the second that of each run. Neither is the best.
TEST_F(PercentilesTest, NoPointIsBestWhereRunsAndTheirValuesDisagree) {
  const SweepAnswer answer =
      answer_of("p50", [](std::int64_t point, std::int64_t replication, Histogram& latency) {
        const std::int64_t units = (replication == 1 ? 8 : 64) >> point;
        for (int i = 0; i < (point == 1 && replication == 1 ? 10 : 100); ++i) latency.record(units << 17);
      });
  EXPECT_EQ(answer.points.front().point, 0);
  EXPECT_EQ(answer.tied, (std::vector<std::int64_t>{0, 1}));
}

// A mean of percentiles says that it is one: of runs that an older headrace kept without their values.
TEST_F(TwoAxesTest, PercentilesOfRunsAreNamedAsSuch) {
  const SweepRead read = read_sweep_file(scenario_, {"jobs.train.workload.loader.read_threads=1,2,4",
                                                     "jobs.train.workload.loader.prefetch_size=1,2"});
  SweepAnswer answer = answer_of([](int, int, int) { return 50; }, nothing);
  answer.headlines[0].figure = "probe.latency_ms.p99";
  answer.headlines[0].unit = "ms p99";
  for (PointAnswer& point : answer.points) point.averaged[0] = true;
  EXPECT_NE(sweep_table(answer, true).find("train, ms p99 of a run, on average"), std::string::npos);
  EXPECT_EQ(sweep_tree(*read.sweep, answer)["points"][0]["figures"]["jobs.train.probe.latency_ms.p99"]["of"],
            "percentiles of runs");
}

}  // namespace
}  // namespace headrace
