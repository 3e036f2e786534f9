// Fair share: of p places, k jobs that always have requests waiting hold p / k each, to one.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/models/support/scheduler_bench.h"

namespace headrace {
namespace {

std::unique_ptr<RequestScheduler> fair_share(std::int64_t jobs, std::int64_t places) {
  RequestScheduler::Context context;
  context.jobs = jobs;
  context.in_flight = places;
  return Chosen<RequestScheduler>("fair_share").make(context);
}

SchedulerBench::Client flood(std::int32_t job, std::int64_t outstanding, Duration service) {
  SchedulerBench::Client client;
  client.client = job;
  client.job = job;
  client.outstanding = outstanding;
  client.requests = 1'000'000;
  client.service = service;
  client.random = true;
  return client;
}

// Requests of a job under way at an instant, by what the bench saw.
std::int64_t in_flight(const SchedulerBench& bench, std::int32_t job, Time at) {
  return std::count_if(bench.records().begin(), bench.records().end(), [&](const auto& record) {
    return record.job == job && record.started <= at && at < record.ended;
  });
}

// Jobs that keep 50, 100, 200 waiting and whose requests last 1, 2, 4 ms: equal shares of 10 places at any
// time.
TEST(FairShare, JobsHoldEqualNumbersOfPlaces) {
  const auto scheduler = fair_share(3, 10);
  SchedulerBench bench(*scheduler, 10);
  for (std::int32_t job = 0; job < 3; ++job) bench.add_client(flood(job, 50 << job, (1 << job) * 1_ms));
  bench.run(Time::at(2_s));
  for (int i = 1; i < 200; ++i) {
    const Time at = Time::at(i * 10_ms + 1_ns);
    std::vector<std::int64_t> shares;
    for (std::int32_t job = 0; job < 3; ++job) shares.push_back(in_flight(bench, job, at));
    ASSERT_EQ(shares[0] + shares[1] + shares[2], 10);
    const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
    // At the start the first job finds all places free; its requests end within some of its service times.
    if (i < 3) continue;
    ASSERT_LE(*most - *least, 1) << "at " << i;
  }
}

// Work-conserving: a job alone has every place; one that comes takes over each place that is given back,
// until it has its share.
TEST(FairShare, AJobAloneHasEveryPlace) {
  const auto scheduler = fair_share(2, 8);
  SchedulerBench bench(*scheduler, 8);
  bench.add_client(flood(0, 20, 1_ms));
  SchedulerBench::Client second = flood(1, 20, 1_ms);
  second.first = Time::at(1_s);
  second.requests = 3000;
  bench.add_client(second);
  bench.run(Time::at(3_s));
  EXPECT_EQ(in_flight(bench, 0, Time::at(999_ms)), 8);
  EXPECT_EQ(in_flight(bench, 0, Time::at(1'200_ms)), 4);
  EXPECT_EQ(in_flight(bench, 1, Time::at(1'200_ms)), 4);
  EXPECT_EQ(bench.started(1), 3000);  // At four places of 1 ms: until about 1.75 s.
  EXPECT_EQ(in_flight(bench, 0, Time::at(2'900_ms)), 8);
}

// One place: jobs take turns, however much each has waiting.
TEST(FairShare, JobsTakeTurnsAtASinglePlace) {
  const auto scheduler = fair_share(3, 1);
  SchedulerBench bench(*scheduler, 1);
  for (std::int32_t job = 0; job < 3; ++job) bench.add_client(flood(job, 5 + 100 * job, 1_ms));
  bench.run(Time::at(1_s));
  for (std::size_t i = 6; i < bench.starts().size(); ++i)
    ASSERT_EQ(bench.starts()[i]->job, bench.starts()[i - 3]->job) << i;
}

}  // namespace
}  // namespace headrace
