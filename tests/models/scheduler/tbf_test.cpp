// Token buckets: request k = 1 .. n of those that come at once to a full bucket of b tokens starts at
// ceil(max(0, k - b) / rate).

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/scheduler_bench.h"

namespace headrace {
namespace {

constexpr double kByJob = 1;

Duration start_of(std::int64_t k, std::int64_t burst, std::int64_t rate) {
  const std::int64_t due = std::max<std::int64_t>(0, k - burst) * 1'000'000'000;
  return Duration::nanoseconds((due + rate - 1) / rate);
}

std::unique_ptr<RequestScheduler> tbf(std::int64_t rate, std::int64_t burst, double by = 0) {
  return chosen<RequestScheduler>(
             "tbf", {{"rate", static_cast<double>(rate)}, {"burst", static_cast<double>(burst)}, {"by", by}})
      .make({});
}

SchedulerBench::Client burst_of(NodeId node, std::int32_t job, std::int64_t requests, Time at = Time()) {
  SchedulerBench::Client client;
  client.client = node;
  client.job = job;
  client.outstanding = client.requests = requests;
  client.first = at;
  return client;
}

TEST(Tbf, TheRateIsExactToANanosecond) {
  for (const std::int64_t rate : {1, 3, 7, 999, 10'000, 12'345, 999'999'937}) {
    for (const std::int64_t burst : {1, 2, 3, 100}) {
      const auto scheduler = tbf(rate, burst);
      SchedulerBench bench(*scheduler, 1'000'000);
      bench.add_client(burst_of(1, 0, 1000));
      bench.run();
      ASSERT_EQ(bench.starts().size(), 1000u);
      for (std::int64_t k = 1; k <= 1000; ++k)
        ASSERT_EQ(bench.starts()[static_cast<std::size_t>(k - 1)]->started,
                  Time::at(start_of(k, burst, rate)))
            << rate << " a second, burst " << burst << ", request " << k;
    }
  }
}

// Requests that come one by one as soon as the last one started get the same rate: nothing is lost between
// them.
TEST(Tbf, AClosedLoopGetsTheWholeRate) {
  const auto scheduler = tbf(7, 1);
  SchedulerBench bench(*scheduler, 10);
  SchedulerBench::Client client = burst_of(1, 0, 700);
  client.outstanding = 1;
  client.service = 1_ms;
  bench.add_client(client);
  bench.run();
  EXPECT_EQ(bench.starts().back()->started, Time::at(start_of(700, 1, 7)));
}

// After a rest of t a bucket holds min(b, t rate) tokens more: 4 a second, 3 at most.
TEST(Tbf, ARestSavesUpToTheBurst) {
  const auto scheduler = tbf(4, 3);
  SchedulerBench bench(*scheduler, 100);
  bench.add_client(burst_of(1, 0, 5));                    // At 0, 0, 0, 0.25, 0.5 s; empty then.
  bench.add_client(burst_of(1, 0, 3, Time::at(875_ms)));  // One and a half tokens: 0.875, 1, 1.25.
  bench.add_client(burst_of(1, 0, 4, Time::at(100_s)));   // Full again.
  bench.run();
  std::vector<Duration> starts;
  for (const auto* record : bench.starts()) starts.push_back(record->started.since_start());
  EXPECT_EQ(starts, (std::vector<Duration>{0_s, 0_s, 0_s, 250_ms, 500_ms, 875_ms, 1000_ms, 1250_ms, 100_s,
                                           100_s, 100_s, 100_s + 250_ms}));
}

// A bucket for each client, or one for each job: k clients of one job have k times the rate or once.
TEST(Tbf, BucketsBelongToClientsOrToJobs) {
  for (const double by : {0.0, kByJob}) {
    const auto scheduler = tbf(1000, 1, by);
    SchedulerBench bench(*scheduler, 1'000'000);
    for (NodeId node = 0; node < 4; ++node) bench.add_client(burst_of(node, 0, 100));
    bench.add_client(burst_of(9, 1, 100));
    bench.run();
    Time last;
    for (std::size_t source = 0; source < 4; ++source) EXPECT_EQ(bench.started(source), 100);
    for (const auto* record : bench.starts())
      if (record->job == 0) last = record->started;
    EXPECT_EQ(last, Time::at(start_of(by == kByJob ? 400 : 100, 1, 1000)));
  }
}

// The servers are what is short: clients with tokens to spare take turns.
TEST(Tbf, ClientsWithTokensShareTheServers) {
  const auto scheduler = tbf(1'000'000, 1000);
  SchedulerBench bench(*scheduler, 1);
  for (NodeId node = 0; node < 3; ++node) {
    SchedulerBench::Client client = burst_of(node, 0, 1'000'000);
    client.outstanding = 10 + 100 * node;
    client.service = 1_ms;
    bench.add_client(client);
  }
  bench.run(Time::at(3_s));
  for (std::size_t source = 0; source < 3; ++source)
    EXPECT_NEAR(static_cast<double>(bench.started(source)), 1000, 1);
}

}  // namespace
}  // namespace headrace
