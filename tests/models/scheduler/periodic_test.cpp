// Periodic windows: a request of job j of J starts at t only if floor((t mod P) J / P) = j.

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/scheduler_bench.h"

namespace headrace {
namespace {

std::unique_ptr<RequestScheduler> periodic(std::int64_t jobs, Duration period) {
  RequestScheduler::Context context;
  context.jobs = jobs;
  context.in_flight = 1000;
  return chosen<RequestScheduler>("periodic", {{"period", period.in_seconds()}}).make(context);
}

SchedulerBench::Client busy(std::int32_t job) {
  SchedulerBench::Client client;
  client.client = job;
  client.job = job;
  client.outstanding = 10;
  client.requests = 1'000'000;
  client.service = 700_us;
  client.random = true;
  return client;
}

// Windows never overlap, also where the period is no multiple of the jobs; each begins on its first
// nanosecond.
TEST(Periodic, JobsStartInTheirOwnWindowsOnly) {
  for (const std::int64_t jobs : {1, 2, 3, 7}) {
    const Duration period = Duration::nanoseconds(100'000'001);
    const auto scheduler = periodic(jobs, period);
    SchedulerBench bench(*scheduler, 1000);
    for (std::int32_t job = 0; job < jobs; ++job) bench.add_client(busy(job));
    bench.run(Time::at(2_s));
    std::vector<Duration> first(static_cast<std::size_t>(jobs), period);
    for (const auto* record : bench.starts()) {
      const std::int64_t phase = record->started.ns() % period.ns();
      ASSERT_EQ(phase * jobs / period.ns(), record->job);
      auto& earliest = first[static_cast<std::size_t>(record->job)];
      earliest = std::min(earliest, Duration::nanoseconds(phase));
    }
    for (std::int64_t job = 0; job < jobs; ++job) {
      const Duration opens = Duration::nanoseconds((job * period.ns() + jobs - 1) / jobs);
      EXPECT_EQ(first[static_cast<std::size_t>(job)], opens) << job << " of " << jobs;
    }
  }
}

// A window whose job has nothing to do stays empty: one job of four has a quarter of the time.
TEST(Periodic, AnUnusedWindowIsNotGivenAway) {
  const auto share = [](std::int64_t jobs) {
    const auto scheduler = periodic(jobs, 100_ms);
    SchedulerBench bench(*scheduler, 1000);
    SchedulerBench::Client client = busy(0);
    client.random = false;
    bench.add_client(client);
    bench.run(Time::at(10_s));
    return static_cast<double>(bench.starts().size());
  };
  // Ten at a time, 36 times in a window of 25 ms, 143 times in one of 100 ms.
  EXPECT_NEAR(share(1), 10 * (10'000 / 0.7), 10);
  EXPECT_NEAR(share(4), 10 * 100 * 36, 10);
}

TEST(Periodic, SaysWhenTheNextWindowOpens) {
  const auto scheduler = periodic(4, 100_ms);
  std::vector<ScheduledRequest> requests(2);
  requests[0].job = 1;
  requests[1].job = 3;
  for (ScheduledRequest& request : requests) scheduler->add(request, Time());
  EXPECT_EQ(scheduler->next_chance(Time()), Time::at(25_ms));
  EXPECT_EQ(scheduler->next_chance(Time::at(30_ms)), Time::at(30_ms));
  EXPECT_EQ(scheduler->next_chance(Time::at(50_ms)), Time::at(75_ms));
  EXPECT_EQ(scheduler->take(Time::at(75_ms)), &requests[1]);
  EXPECT_EQ(scheduler->next_chance(Time::at(75_ms)), Time::at(125_ms));
  EXPECT_EQ(scheduler->take(Time::at(125_ms) - 1_ns), nullptr);
  EXPECT_EQ(scheduler->take(Time::at(125_ms)), &requests[0]);
}

}  // namespace
}  // namespace headrace
