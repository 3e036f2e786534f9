#include "analysis/figures/figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "models/jobs/checkpoint/figures.h"
#include "models/jobs/probe/probe_result.h"
#include "models/jobs/replay/replay_result.h"
#include "models/jobs/training/figures.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/asserted_figures.h"
#include "tests/analysis/sample_more.h"
#include "tests/scenarios/swarm.h"

namespace headrace {
namespace {

// Makes a run with a job of every kind, and what each lost to the others.
RunResult everything() {
  RunResult run = training_run();
  run.jobs[0].cache = cache_of(30, 70);
  run.jobs[0].shuffle = ShuffleResult{"partial", 0.7, 3_GiB};
  run.jobs[0].tiers = TieredReads{"nvme", "scratch", 30_GiB, 10_GiB};
  run.jobs[0].mixture.emplace().sets = {{"text", "scratch", 0.7, 700, 1.4, 1_GiB, 1_GiB},
                                        {"images", "flash", 0.3, 300, 0.6, 1_GiB, 1_GiB}};
  run.jobs[0].logs.emplace().records.record(2_ms);
  run.jobs[0].source = SourceResult{1000, 600, 300, 100, 2_s};
  run.jobs[0].kept_compute = 15 * 328_s;
  run.jobs[0].restarts.emplace();
  run.jobs[0].restarts->count = 2;
  run.jobs[0].restarts->lost = 20_s;
  run.jobs[0].restarts->down = 30_s;
  run.jobs.push_back(streaming_job());
  run.jobs.push_back(checkpoint_run().jobs[0]);
  JobResult probe;
  probe.name = "look";
  probe.kind = "probe";
  probe.found.give(ProbeResult());
  probe.find<ProbeResult>()->operations = 500;
  probe.find<ProbeResult>()->bytes = Bytes::count(1'000'000'000);
  probe.find<ProbeResult>()->window = 250_ms;
  probe.find<ProbeResult>()->latency.record(2_ms);
  run.jobs.push_back(probe);
  JobResult replay;
  replay.name = "again";
  replay.kind = "replay";
  ReplayResult& repeated = replay.found.give(ReplayResult());
  repeated.processes = 2;
  repeated.reads = 10;
  repeated.bytes_read = Bytes::count(1'000'000'000);
  repeated.span = 250_ms;
  repeated.recorded = 500_ms;
  repeated.reading = 100_ms;
  repeated.latency.record(2_ms);
  run.jobs.push_back(replay);
  run.jobs[1].find<InferenceResult>()->prompt_tokens = 80;
  run.jobs[1].find<InferenceResult>()->prompt_tokens_found = 20;
  run.interference = {{"train", 410_s, 400_s, 91.9, 95, {}, {}}, {"serve", 10_s, 10_s, 0, 0, 40_ms, 20_ms}};
  return run;
}

TEST(Figures, OfACacheAreRatesAndCounts) {
  const RunResult run = everything();
  EXPECT_DOUBLE_EQ(find_job_figure(run, 0, "cache.hit_rate").value(), 0.3);
  EXPECT_DOUBLE_EQ(find_job_figure(run, 0, "cache.byte_hit_rate").value(), 0.3);
  EXPECT_EQ(find_job_figure(run, 0, "cache.misses"), 70);
  EXPECT_EQ(find_job_figure(run, 0, "inference.arrived"), std::nullopt);
  EXPECT_EQ(cache_hit_rate(run.jobs[1]), std::nullopt);
}

TEST(Figures, OfAnOrderAndOfTiersAreWhatTheJobFound) {
  const RunResult run = everything();
  EXPECT_EQ(find_job_figure(run, 0, "shuffle.randomness"), 0.7);
  EXPECT_EQ(find_job_figure(run, 0, "shuffle.bytes_exchanged"), static_cast<double>((3_GiB).count()));
  EXPECT_EQ(find_job_figure(run, 0, "tiers.bytes_from_above"), static_cast<double>((30_GiB).count()));
  EXPECT_EQ(find_job_figure(run, 0, "tiers.bytes_from_below"), static_cast<double>((10_GiB).count()));
  EXPECT_EQ(job_figure(run, 2, "shuffle.randomness"), std::nullopt);
}

// Two epochs are done: 30 and 10 GiB were given, of which 30 and 2 came from the storage.
TEST(Figures, OfWhatWasReadAreSumsOverEpochs) {
  RunResult run = everything();
  run.jobs[0].epochs.resize(2);
  run.jobs[0].epochs[0].delivered = run.jobs[0].epochs[0].from_storage = 30_GiB;
  run.jobs[0].epochs[1].delivered = 10_GiB;
  run.jobs[0].epochs[1].from_storage = 2_GiB;
  EXPECT_EQ(find_job_figure(run, 0, "read.bytes_delivered"), static_cast<double>((40_GiB).count()));
  EXPECT_EQ(find_job_figure(run, 0, "read.bytes_from_storage"), static_cast<double>((32_GiB).count()));
  EXPECT_EQ(job_figure(run, 1, "read.bytes_delivered"), std::nullopt);
}

// Of 1000 latencies 980 are 10 ms and 20 are 40 ms: the mean is 10.6 ms.
TEST(Figures, OfRequestsAreInMilliseconds) {
  const RunResult run = everything();
  const auto latency = [&](const char* statistic) {
    return find_job_figure(run, 1, std::string("inference.latency_ms.") + statistic).value();
  };
  EXPECT_NEAR(latency("mean"), 10.6, 0.01);
  EXPECT_NEAR(latency("p50"), 10, 0.01 * 10);
  EXPECT_NEAR(latency("p99"), 40, 0.01 * 40);
  EXPECT_DOUBLE_EQ(latency("max"), 40);
  EXPECT_EQ(find_job_figure(run, 1, "inference.requests_per_second"), 1200);
  EXPECT_EQ(find_job_figure(run, 1, "inference.prefix_hit_share"), 0.25);
}

// 0.5 of 410 seconds, of every rank but for the 0.3 s more that one spent on the host.
TEST(Figures, OfCheckpoints) {
  RunResult run = everything();
  SpanResult& first = run.jobs[2].checkpoints[0];
  first.all_end = first.all_end + Duration::seconds(2);
  EXPECT_NEAR(find_job_figure(run, 0, "checkpoint_stall_percent").value(), 100 * 0.5 / 410, 1e-3);
  EXPECT_DOUBLE_EQ(find_job_figure(run, 2, "checkpoint_seconds").value(), 30);
  EXPECT_DOUBLE_EQ(find_job_figure(run, 2, "checkpoint_all_seconds").value(), 32);
  EXPECT_EQ(checkpoint_stall_percent(run.jobs[2]), std::nullopt);
  EXPECT_FALSE(is_durable(run.jobs[2].checkpoints[0]));
  SpanResult span = span_of(1, 0, 1, 1_GiB);
  span.durable = at_seconds(3);
  EXPECT_TRUE(is_durable(span));
  span.durable = Time::never();
  EXPECT_FALSE(is_durable(span));
}

// 328 of 410 seconds.
TEST(Figures, OfFailures) {
  RunResult run = everything();
  EXPECT_DOUBLE_EQ(find_job_figure(run, 0, "goodput_percent").value(), 80);
  EXPECT_EQ(find_job_figure(run, 0, "restarts.count"), 2);
  EXPECT_DOUBLE_EQ(find_job_figure(run, 0, "restarts.lost_seconds").value(), 20);
  EXPECT_DOUBLE_EQ(find_job_figure(run, 0, "restarts.down_seconds").value(), 30);
  EXPECT_EQ(goodput_percent(run.jobs[2]), std::nullopt);
  run.jobs[0].end = run.jobs[0].start;  // It has not ended.
  EXPECT_EQ(goodput_percent(run.jobs[0]), std::nullopt);
}

// 500 operations and 1 GB in 250 ms.
TEST(Figures, OfAProbeAreRates) {
  const RunResult run = everything();
  EXPECT_DOUBLE_EQ(find_job_figure(run, 3, "probe.operations_per_second").value(), 2000);
  EXPECT_DOUBLE_EQ(find_job_figure(run, 3, "probe.gb_per_second").value(), 4);
  EXPECT_NEAR(find_job_figure(run, 3, "probe.latency_ms.p50").value(), 2, 0.02);
  EXPECT_EQ(find_job_figure(run, 0, "probe.operations"), std::nullopt);
}

TEST(Figures, OfInterferenceAreAgainstAlone) {
  const RunResult run = everything();
  EXPECT_DOUBLE_EQ(find_job_figure(run, 0, "interference.time_ratio").value(), 1.025);
  EXPECT_NEAR(find_job_figure(run, 0, "interference.au_difference").value(), -3.1, 1e-9);
  EXPECT_DOUBLE_EQ(find_job_figure(run, 1, "interference.latency_p99_ratio").value(), 2);
  EXPECT_EQ(find_job_figure(run, 1, "interference.au_difference"), std::nullopt);
  EXPECT_EQ(interference_of(run, "save"), nullptr);
}

TEST(Figures, AreMeansOverReplications) {
  std::vector<RunResult> runs(3, everything());
  runs[1].jobs[0].cache = cache_of(40, 60);
  runs[2].jobs[0].cache = cache_of(50, 50);
  const Spread spread = figure_over(runs, 0, "cache.hit_rate");
  EXPECT_EQ(spread.count, 3U);
  EXPECT_DOUBLE_EQ(spread.mean, 0.4);
  EXPECT_EQ(figure_over(runs, 0, "nothing").count, 0U);
}

TEST(Figures, HaveIntervalsWithinWhatTheyCanBe) {
  std::vector<RunResult> runs(2);
  const auto with = [&](double first, double second) {
    runs[0].jobs = runs[1].jobs = {JobResult()};
    runs[0].jobs[0].au_percent = first;
    runs[1].jobs[0].au_percent = second;
    runs[0].outcome.end = runs[1].outcome.end = RunEnd::finished;
    return figure_over(runs, 0, "au_percent");
  };
  EXPECT_EQ(with(2, 40).low, 0);
  EXPECT_EQ(with(60, 99).high, 100);
  EXPECT_LT(with(80, 81).low, 80);
  EXPECT_LT(with(80, 81).high, 100);
}

// Every row of the table has a value in some job.
TEST(Figures, HaveEveryRowOfTheTable) {
  RunResult run = everything();
  run.jobs.push_back(trained_job());
  run.jobs.back().startup.emplace().processes = 2;
  run.jobs.back().failure = JobFailure{at_seconds(60), "clients/1", at_seconds(20)};
  run.jobs.back().epochs.back().checkpoints.back().durable = at_seconds(420);
  for (const FigureRow& figure : figure_rows()) {
    bool found = false;
    for (std::size_t job = 0; job < run.jobs.size(); ++job)
      found |= find_job_figure(run, job, figure.path).has_value();
    EXPECT_TRUE(found) << figure.path;
  }
}

// Of 410 s a rank computes 368.8 s; 2 x 571 steps of 15 ranks and 7 samples in 410 s.
TEST(Figures, OfTheWholeTimeStandBesideDliosOwn) {
  const RunResult run = everything();
  EXPECT_NEAR(find_job_figure(run, 0, "utilisation_percent").value(), 100 * 368.8 / 410, 1e-9);
  const double rate = 2 * 571 * 15 * 7 / 410.0;
  EXPECT_NEAR(find_job_figure(run, 0, "delivered_samples_per_second").value(), rate, 1e-9);
  EXPECT_NEAR(find_job_figure(run, 0, "delivered_mib_per_second").value(), rate * 146600628.0 / 1048576,
              1e-6);
  EXPECT_EQ(job_figure(run, 1, "utilisation_percent"), std::nullopt);
}

TEST(Figures, AreMeasuredOnlyWhereTheirJobEnded) {
  RunResult run = everything();
  const auto validity = [&](const char* path) { return job_figure(run, 0, path).value().validity; };
  EXPECT_EQ(validity("seconds"), Validity::measured);
  run.jobs[0].au_percent.reset();
  EXPECT_EQ(validity("au_percent"), Validity::not_defined);
  run.jobs[0].state = JobState::running;
  EXPECT_EQ(validity("seconds"), Validity::cut_short);
  EXPECT_EQ(find_job_figure(run, 0, "seconds"), std::nullopt);
  EXPECT_EQ(figure_over({&run, 1}, 0, "seconds").count, 0U);
  run.jobs[0].state = JobState::not_begun;
  EXPECT_EQ(validity("seconds"), Validity::not_defined);
  run.jobs[0].state = JobState::failed;
  run.jobs[0].failure = JobFailure{at_seconds(60), "clients/1", at_seconds(20)};
  EXPECT_EQ(validity("failure.lost_seconds"), Validity::measured);
  EXPECT_EQ(validity("seconds"), Validity::cut_short);
}

// One run of three was cut: the joint figure is no mean of the others.
TEST(Figures, OfSeveralRunsAreMeasuredWhereAllAre) {
  std::vector<RunResult> runs(3, everything());
  runs[0].jobs[0].au_percent = 90;
  EXPECT_NEAR(named_figure(runs, "jobs.train.au_percent").value().value, (90 + 2 * 91.9) / 3, 1e-9);
  runs[2].jobs[0].state = JobState::running;
  EXPECT_EQ(named_figure(runs, "jobs.train.au_percent").value().validity, Validity::cut_short);
  EXPECT_EQ(named_figure(runs, "jobs.tra.au_percent"), std::nullopt);
  EXPECT_EQ(named_figure(runs, "jobs.serve.au_percent"), std::nullopt);
}

TEST(Figures, HaveEachPathOnce) {
  const RunResult run = everything();
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    std::set<std::string> paths;
    for (const Figure& figure : figures_of_job(run, job)) EXPECT_TRUE(paths.insert(figure.path()).second);
  }
}

// Law: whatever is allowed is simulated without an impossible figure: none is below zero or without end, no
// share is above the whole, and no rate moves more than the job has moved.
void expect_possible(const Scenario& scenario) {
  const RunResult run = Experiment(scenario).run();
  for (std::size_t job = 0; job < run.jobs.size(); ++job)
    for (const Figure& figure : figures_of_job(run, job)) {
      if (figure.validity == Validity::not_defined) continue;
      SCOPED_TRACE(run.jobs[job].name + " " + figure.path());
      EXPECT_TRUE(std::isfinite(figure.value)) << figure.value;
      EXPECT_GE(figure.value, 0);
      const bool percent = figure.row->unit == "percent", share = figure.row->unit == "fraction";
      EXPECT_LE(figure.value, (percent ? 100 : share ? 1 : HUGE_VAL) * (1 + 1e-9));
    }
  for (const ResourceResult& resource : run.resources) EXPECT_LE(resource.utilisation_max, 1 + 1e-9);
}

void expect_possible_at_the_bounds(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t number = first; number < first + count && !testing::Test::HasFailure(); ++number) {
    Swarm swarm(number, true);
    Scenario scenario = swarm.draw();
    scenario.measure.event_limit = 20'000;
    SCOPED_TRACE("scenario " + std::to_string(number) + "\n" + swarm.text());
    expect_possible(scenario);
  }
}

TEST(Figures, ArePossibleAtTheBoundsOfFields) { expect_possible_at_the_bounds(0, 40); }
TEST(FiguresLong, ArePossibleAtTheBoundsOfFields) { expect_possible_at_the_bounds(1000, 300); }

}  // namespace
}  // namespace headrace
