// The swarm: in every random scenario of everything that there is the laws of all models hold.
//
// Each runs for some ten thousand events at most. A run that is cut, or that stalls and says who waits, is as
// good as one that ends: what it says until then must be possible.

#include "tests/scenarios/swarm.h"

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "models/jobs/inference/inference_result.h"
#include "models/jobs/probe/probe_result.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {
namespace {

void check_machine(const RunResult& result) {
  EXPECT_EQ(result.imbalance, "");
  EXPECT_FALSE(result.resources.empty());
  for (const ResourceResult& resource : result.resources) {
    EXPECT_GT(resource.instances, 0) << resource.name;
    EXPECT_GE(resource.utilisation_mean, 0) << resource.name;
    EXPECT_LE(resource.utilisation_mean, resource.utilisation_max * (1 + 1e-12)) << resource.name;
    EXPECT_LE(resource.utilisation_max, 1 + 1e-9) << resource.name;
  }
  for (const MetricRow& row : result.rows) {
    EXPECT_TRUE(std::isfinite(row.value)) << row.component << " " << row.metric << " " << row.statistic;
    EXPECT_GE(row.value, 0) << row.component << " " << row.metric << " " << row.statistic;
  }
}

void check_span(const SpanResult& span, Time end) {
  EXPECT_LE(span.start, span.end);
  EXPECT_LE(span.end, end);
  EXPECT_GE(span.bytes, 0_B);
  EXPECT_GE(span.from_storage, 0_B);
  if (span.durable != Time()) {
    EXPECT_GE(span.durable, span.start);
  }
}

// Rank 0 goes on no later than the last rank.
void check_all_ranks(const SpanResult& checkpoint, Time end) {
  EXPECT_LE(checkpoint.end, checkpoint.all_end);
  EXPECT_LE(checkpoint.all_end, end);
}

void check_epochs(const JobResult& job, Time end) {
  Time last = Time();
  for (const EpochResult& epoch : job.epochs) {
    EXPECT_GE(epoch.start, last) << epoch.epoch;
    EXPECT_GE(epoch.end, epoch.start) << epoch.epoch;
    EXPECT_LE(epoch.end, end) << epoch.epoch;
    EXPECT_GE(epoch.steps, 0);
    EXPECT_LE(epoch.first_batch_mean, epoch.first_batch_max);
    EXPECT_GE(epoch.first_batch_mean, Duration());
    EXPECT_GE(epoch.delivered, 0_B);
    EXPECT_GE(epoch.from_storage, 0_B);
    for (const auto* spans : {&epoch.blocks, &epoch.checkpoints, &epoch.evaluations})
      for (const SpanResult& span : *spans) check_span(span, end);
    for (const SpanResult& span : epoch.checkpoints) check_all_ranks(span, end);
    last = epoch.end;
  }
  for (const SpanResult& span : job.checkpoints) {
    check_span(span, end);
    check_all_ranks(span, end);
  }
}

// Checks that what a rank did adds up to its time, to the nanosecond, also where a limit or a failure cut
// it.
void check_budget(const JobResult& job) {
  std::map<std::int64_t, Duration> sums;
  for (const TimeBudgetRow& row : job.time_budget) {
    EXPECT_GE(row.spent, Duration()) << row.rank << " " << word(row.cause);
    sums[row.rank] += row.spent;
  }
  for (const auto& [rank, sum] : sums) {
    SCOPED_TRACE("rank " + std::to_string(rank));
    const Duration whole = job.end - job.start;
    EXPECT_EQ(sum.ns(), whole.ns());
  }
}

void check_requests(const InferenceResult& result) {
  EXPECT_EQ(result.arrived, result.completed + result.dropped + result.inside);
  for (const std::int64_t count :
       {result.completed, result.dropped, result.inside, result.held_back, result.batches})
    EXPECT_GE(count, 0);
  EXPECT_GE(result.busy_share, 0);
  EXPECT_LE(result.busy_share, 1 + 1e-9);
  EXPECT_LE(result.in_system, result.in_system_max + 1e-9);
  EXPECT_GE(result.model_load, Duration());
}

void check_laws(const Scenario& scenario, const RunResult& result) {
  ASSERT_TRUE(scenario.measure.event_limit);  // The swarm gives one to each.
  EXPECT_LE(result.outcome.events, static_cast<std::uint64_t>(*scenario.measure.event_limit));
  EXPECT_EQ(result.outcome.end == RunEnd::stalled, !result.outcome.still_waiting.empty());
  check_machine(result);
  const bool finished = result.outcome.end == RunEnd::finished;
  for (const JobResult& job : result.jobs) {
    SCOPED_TRACE(job.name);
    check_epochs(job, result.outcome.at);
    if (finished) {
      EXPECT_GE(job.end, job.start);
    }
    check_budget(job);
    if (job.find<InferenceResult>() != nullptr) check_requests(*job.find<InferenceResult>());
    if (finished && job.find<InferenceResult>() != nullptr && !job.failure) {
      EXPECT_EQ(job.find<InferenceResult>()->inside, 0);
    }
    if (job.cache) {
      EXPECT_LE(job.cache->evictions, job.cache->misses);
    }
    if (job.find<ProbeResult>() != nullptr) {
      EXPECT_GE(job.find<ProbeResult>()->bytes, 0_B);
    }
  }
}

// Checks that the resolved text is the scenario: what is read from it is the same, and so is what it does.
void check_once_more(const Scenario& scenario, const RunResult& result) {
  const ScenarioRead read = read_scenario(write_scenario(scenario), "again.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(scenario_hash(*read.scenario), scenario_hash(scenario));
  const RunResult again = Experiment(*read.scenario).run();
  EXPECT_EQ(again.outcome.fingerprint, result.outcome.fingerprint);
  EXPECT_EQ(again.outcome.events, result.outcome.events);
  EXPECT_EQ(again.rows, result.rows);
}

void check_one(std::uint64_t number, bool twice) {
  Swarm swarm(number);
  const Scenario scenario = swarm.draw();
  SCOPED_TRACE("scenario " + std::to_string(number) + "\n" + swarm.text());
  if (testing::Test::HasFailure()) return;
  const RunResult result = Experiment(scenario).run();
  check_laws(scenario, result);
  if (twice) check_once_more(scenario, result);
}

// Checks so many scenarios; stops at the first that fails, for the others are as likely to say the same.
void check_swarm(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t number = first; number < first + count && !testing::Test::HasFailure(); ++number)
    check_one(number, number % 5 == 0);
}

// In parts, so that one whose scenario ends the program has a name.
class Swarms : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Swarms, LawsHold) { check_swarm(10 * GetParam(), 10); }
INSTANTIATE_TEST_SUITE_P(Parts, Swarms, testing::Range<std::uint64_t>(0, 20));

TEST(SwarmLong, LawsHold) { check_swarm(10'000, 2000); }

// As many as are run are enough for every row of the tables to be drawn.
TEST(SwarmDraws, EveryStoreJobAndDisturbance) {
  std::set<std::string> stores, disturbances;
  std::set<std::string> jobs;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const Scenario scenario = Swarm(number).draw();
    for (const auto& [name, system] : scenario.platform.file_systems)
      stores.insert(std::string(system.given().front()));
    for (const auto& [name, job] : scenario.jobs) jobs.emplace(job.facts().kind);
    for (const auto& [name, fault] : scenario.disturbances.faults) disturbances.insert(name);
    for (const auto& [name, load] : scenario.disturbances.background) disturbances.insert(name);
  }
  EXPECT_EQ(stores.size(), Store::table().size());
  EXPECT_EQ(jobs.size(), JobKind::all().size());
  for (const auto& row : Fault::table())
    EXPECT_TRUE(disturbances.contains(std::string(row.name))) << row.name;
  for (const auto& row : BackgroundLoad::table())
    EXPECT_TRUE(disturbances.contains(std::string(row.name))) << row.name;
}

}  // namespace
}  // namespace headrace
