// Queues of one and several servers against the formulas of queueing theory.
//
// How many requests settle the mean wait to 2 % is derived at requests_for(); high loads need the long runs.
#include "models/jobs/inference/inference_service.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

#include "models/jobs/inference/inference_result.h"
#include "tests/models/support/inference_bench.h"

namespace headrace {
namespace {

constexpr double kService = 1e-3;  // Seconds.

// Erlang's C by the recursion of Erlang's B.
double erlang_c(int servers, double rho) {
  const double load = servers * rho;
  double blocked = 1;
  for (int n = 1; n <= servers; ++n) blocked = load * blocked / (n + load * blocked);
  return blocked / (1 - rho * (1 - blocked));
}

double mean_wait(const JobResult& result) { return result.find<InferenceResult>()->queue_wait.mean() * 1e-9; }

// Returns so many that 2 % of M/M/c's mean wait are three deviations. The queue's length has a relative
// variance of (1 + r) / (C r) - 1 at load r with Erlang's C; its values are as independent as one in 2 / (c
// mu (1 - sqrt r)^2) of time, in which c r mu requests come each second.
std::int64_t requests_for(int servers, double rho) {
  constexpr double kDeviation = 0.02 / 3;
  const double variance = (1 + rho) / (erlang_c(servers, rho) * rho) - 1;
  const double apart = 2 * rho / std::pow(1 - std::sqrt(rho), 2);  // Requests.
  return static_cast<std::int64_t>(variance * apart / (kDeviation * kDeviation));
}

class InferenceQueue : public testing::TestWithParam<double> {
 protected:
  JobResult run(std::int64_t servers, Distribution service, std::int64_t requests) const {
    const double rate = GetParam() * static_cast<double>(servers) / kService;
    InferenceBench bench(open_queue(rate, service, requests), 1, servers, 3);
    return bench.run();
  }

  void check_erlang(std::initializer_list<int> numbers_of_servers) const {
    const double rho = GetParam();
    for (const int servers : numbers_of_servers) {
      const Distribution service(Law::exponential, 1_ms);
      const JobResult result = run(servers, service, requests_for(servers, rho));
      const double wait = erlang_c(servers, rho) * kService / (servers * (1 - rho));
      EXPECT_NEAR(mean_wait(result), wait, 0.02 * wait) << servers << " servers";
      EXPECT_NEAR(result.find<InferenceResult>()->busy_share, rho, 0.005);
      expect_time_adds_up(result);
    }
  }
  // rho s / 2 (1 - rho), and with a law of variation cv times (1 + cv^2).
  void check_pollaczek_khinchine() const {
    const double rho = GetParam();
    const double fixed = rho * kService / (2 * (1 - rho));
    EXPECT_NEAR(mean_wait(run(1, Distribution(1_ms), requests_for(1, rho))), fixed, 0.02 * fixed);
    const Distribution gamma(Law::gamma, 1_ms, 1500_us);
    const double general = fixed * (1 + 2.25);
    EXPECT_NEAR(mean_wait(run(1, gamma, 2 * requests_for(1, rho))), general, 0.03 * general);
  }
};

// M/M/k, M/D/1 and M/G/1: within 2, 2 and 3 % of the formulas above.
TEST_P(InferenceQueue, WaitsAsErlangSays) { check_erlang({1, 2}); }
TEST_P(InferenceQueue, WaitsAsPollaczekAndKhinchineSay) { check_pollaczek_khinchine(); }

class InferenceQueueLong : public InferenceQueue {};
TEST_P(InferenceQueueLong, WaitsAsErlangSays) { check_erlang({1, 4, 16}); }
TEST_P(InferenceQueueLong, WaitsAsPollaczekAndKhinchineSay) { check_pollaczek_khinchine(); }

// Little: As an identity of the run: N = X R, whatever the law, the queues and the batches.
TEST_P(InferenceQueue, HoldsToLittlesLaw) {
  InferenceSpec spec = open_queue(GetParam() * 4 / kService, Distribution(Law::gamma, 1_ms, 2_ms), 50'000);
  for (const QueueScope queue : {QueueScope::shared, QueueScope::per_server}) {
    spec.queue = queue;
    InferenceBench bench(spec, 1, 4);
    const InferenceResult found = *bench.run().find<InferenceResult>();
    EXPECT_NEAR(found.in_system / (found.completed_per_second * found.latency.mean() * 1e-9), 1, 1e-6);
    spec.max_batch = 3;
  }
}

INSTANTIATE_TEST_SUITE_P(Loads, InferenceQueue, testing::Values(0.5));
INSTANTIATE_TEST_SUITE_P(Loads, InferenceQueueLong, testing::Values(0.5, 0.8, 0.9));

// M/M/1/K: of K places in all, one is in service. A share (1 - r) r^K / (1 - r^(K + 1)) of the requests finds
// all of them taken; 1 / (K + 1) at r = 1.
TEST(InferenceLoss, IsThatOfABoundedQueue) {
  constexpr std::int64_t kRequests = 1'000'000;
  for (const auto& [rho, places] :
       {std::pair(0.5, 2), std::pair(0.8, 5), std::pair(1.0, 5), std::pair(1.5, 2)}) {
    InferenceSpec spec = open_queue(rho / kService, Distribution(Law::exponential, 1_ms), kRequests);
    spec.queue_capacity = places - 1;
    InferenceBench bench(spec);
    const InferenceResult found = *bench.run().find<InferenceResult>();
    const double loss =
        rho == 1 ? 1.0 / (places + 1) : (1 - rho) * std::pow(rho, places) / (1 - std::pow(rho, places + 1));
    const double share = static_cast<double>(found.dropped) / kRequests;
    EXPECT_NEAR(share, loss, 0.02 * loss) << "rho " << rho << ", " << places << " places";
    EXPECT_EQ(found.arrived, kRequests);
    EXPECT_EQ(found.completed + found.dropped, found.arrived);
  }
}

// Nothing is dropped where the source waits, and no queue is longer than its room; a source that may not run
// ahead is slower than it would be.
TEST(InferenceBackPressure, NeverDropsAndSlowsTheSource) {
  InferenceSpec spec = open_queue(2 / kService, Distribution(Law::exponential, 1_ms), 200'000);
  spec.queue_capacity = 4;
  spec.overflow = Overflow::wait;
  for (const QueueScope queue : {QueueScope::shared, QueueScope::per_server}) {
    spec.queue = queue;
    InferenceBench bench(spec);
    const InferenceResult found = *bench.run().find<InferenceResult>();
    EXPECT_EQ(found.dropped, 0);
    EXPECT_EQ(found.completed, 200'000);
    EXPECT_GT(found.held_back, 0);
    EXPECT_EQ(found.in_system_max, 6);  // Four wait, one is served, one is in its source's hands.
    EXPECT_LT(found.offered_per_second, 1.05 / kService);
  }
}

// A source of one request in hand and K places is M/M/1 with room for K + 1 and arrivals switched off while
// it is full, the held one aside: its throughput is mu (1 - p0) of the birth-death chain with K + 2 states
// below and the held state: p(n) = r^n for n = 0 .. K + 2.
TEST(InferenceBackPressure, HasTheThroughputOfItsChain) {
  constexpr double kRho = 1.5;
  InferenceSpec spec = open_queue(kRho / kService, Distribution(Law::exponential, 1_ms), 1'000'000);
  spec.queue_capacity = 2;
  spec.overflow = Overflow::wait;
  InferenceBench bench(spec);
  double sum = 0;
  for (int n = 0; n <= 4; ++n) sum += std::pow(kRho, n);
  const double rate = (1 - 1 / sum) / kService;
  EXPECT_NEAR(bench.run().find<InferenceResult>()->completed_per_second, rate, 0.01 * rate);
}

// Requests at 0, 1 and 2 ms, batches of 4 that wait 5 ms for more: all leave at 5 ms. The next, alone at 50
// ms, leaves at 55.
TEST(InferenceBatches, WaitNoLongerThanTheyMay) {
  InferenceSpec spec = replayed({0_s, 1_ms, 2_ms, 50_ms}, Distribution(10_ms));
  spec.max_batch = 4;
  spec.max_wait = 5_ms;
  InferenceBench bench(spec);
  const JobResult result = bench.run();
  EXPECT_EQ(result.find<InferenceResult>()->batches, 2);
  EXPECT_EQ(result.find<InferenceResult>()->queue_wait.max(), (5_ms).ns());
  EXPECT_EQ(result.find<InferenceResult>()->queue_wait.sum(), 5e6 + 4e6 + 3e6 + 5e6);
  EXPECT_EQ(result.end, Time::at(65_ms));
  EXPECT_EQ(result.find<InferenceResult>()->batch_mean, 2);
}

// Full batches leave at once; what is left over waits, and its clock runs while the server is busy.
TEST(InferenceBatches, LeaveAtOnceWhenFull) {
  InferenceSpec spec = replayed({1_ms, 1_ms, 1_ms, 1_ms, 1_ms}, Distribution(10_ms));
  spec.max_batch = 4;
  spec.max_wait = 1_s;
  InferenceBench bench(spec);
  const JobResult result = bench.run();
  EXPECT_EQ(result.find<InferenceResult>()->queue_wait.min(), 0);
  EXPECT_EQ(result.end, Time::at(1_ms + 1_s + 10_ms));
  EXPECT_EQ(spent(result, 0, Cause::compute), 20_ms);
  expect_time_adds_up(result);
}

TEST(InferenceBatches, WithoutPatienceTakeWhatIsThere) {
  InferenceSpec spec = replayed({0_s, 1_ms, 2_ms, 3_ms}, Distribution(10_ms));
  spec.max_batch = 2;
  spec.service_time_per_request = 1_ms;
  InferenceBench bench(spec);
  const JobResult result = bench.run();
  EXPECT_EQ(result.find<InferenceResult>()->batches, 3);  // One, two, and the last.
  EXPECT_EQ(result.end, Time::at(11_ms + 12_ms + 11_ms));
}

// Saturated, a server that takes b at once answers b times as many.
TEST(InferenceBatches, MultiplyWhatASaturatedServerAnswers) {
  InferenceSpec spec = open_queue(1e5, Distribution(1_ms), 100'000);
  spec.max_batch = 8;
  InferenceBench bench(spec);
  const InferenceResult found = *bench.run().find<InferenceResult>();
  EXPECT_NEAR(found.completed_per_second, 8 / kService, 0.01 * 8 / kService);
  EXPECT_NEAR(found.batch_mean, 8, 0.01);
}

TEST(InferenceSource, EndsByCountByTimeOrWithItsTrace) {
  InferenceSpec spec = replayed({1_ms, 2_ms, 3_ms, 4_ms}, Distribution(1_ms));
  EXPECT_EQ(InferenceBench(spec).run().find<InferenceResult>()->arrived, 4);
  spec.requests = 3;
  EXPECT_EQ(InferenceBench(spec).run().find<InferenceResult>()->arrived, 3);
  spec.duration = 2_ms;
  EXPECT_EQ(InferenceBench(spec).run().find<InferenceResult>()->arrived, 2);
  spec.duration = 500_us;
  const JobResult none = InferenceBench(spec).run();
  EXPECT_EQ(none.find<InferenceResult>()->arrived, 0);
  EXPECT_EQ(none.find<InferenceResult>()->window, Duration());
}

TEST(InferenceWarmUp, IsLeftOutOfTheStatisticsAndNotOfTheCounts) {
  // The first two wait for each other, the last two, from 1 s on, do not.
  InferenceSpec spec = replayed({0_s, 0_s, 1_s, 2_s}, Distribution(100_ms));
  spec.warm_up = 2;
  InferenceBench bench(spec);
  const InferenceResult found = *bench.run().find<InferenceResult>();
  EXPECT_EQ(found.completed, 4);
  EXPECT_EQ(found.latency.count(), 2u);
  EXPECT_EQ(found.latency.max(), (100_ms).ns());
  EXPECT_EQ(found.window, 1100_ms);
  EXPECT_NEAR(found.in_system, 0.2 / 1.1, 1e-9);
  EXPECT_NEAR(found.busy_share, 0.2 / 1.1, 1e-9);
  EXPECT_NEAR(found.completed_per_second, 2 / 1.1, 1e-9);
  EXPECT_NEAR(found.offered_per_second, 2 / 1.1, 1e-9);
}

// A port of a byte a nanosecond: a request of 1 ms, 1 ns on its way, its service, a reply of 2 ms, 1 ns back.
// With a queue for each server it waits for its server behind the wire; with one queue for all the server
// waits for it.
TEST(InferenceNetwork, CarriesRequestsAndReplies) {
  InferenceSpec spec = replayed({10_ms}, Distribution(5_ms));
  spec.request_size = Bytes::count(1'000'000);
  spec.reply_size = Bytes::count(2'000'000);
  spec.client_bandwidth = 1000_GBps;
  for (const QueueScope queue : {QueueScope::shared, QueueScope::per_server}) {
    spec.queue = queue;
    InferenceBench bench(spec);
    const JobResult result = bench.run();
    EXPECT_NEAR(result.find<InferenceResult>()->latency.mean(), 8e6, 10);
    const bool shared = queue == QueueScope::shared;
    EXPECT_NEAR(spent(result, 0, Cause::network_wait).in_seconds(), shared ? 1e-3 : 0, 1e-8);
    EXPECT_EQ(spent(result, 0, Cause::compute), 5_ms);
    expect_time_adds_up(result);
  }
}

// A batch of n from one queue is n requests on the wire, one after another, and n replies: n (1 + 2) ms and
// 2 ns of latency around one service of 5 ms. To a queue for each server they go as they come, which takes as
// long.
TEST(InferenceNetwork, CarriesEachRequestOfABatch) {
  for (const QueueScope queue : {QueueScope::shared, QueueScope::per_server})
    for (const std::int64_t batch : {1, 2, 5}) {
      InferenceSpec spec =
          replayed(std::vector<Duration>(static_cast<std::size_t>(batch), 10_ms), Distribution(5_ms));
      spec.queue = queue;
      spec.max_batch = batch;
      spec.max_wait = 1_s;
      spec.request_size = Bytes::count(1'000'000);
      spec.reply_size = Bytes::count(2'000'000);
      spec.client_bandwidth = 1000_GBps;
      const JobResult result = InferenceBench(spec).run();
      const InferenceResult& found = *result.find<InferenceResult>();
      EXPECT_EQ(found.batches, 1);
      EXPECT_NEAR(found.latency.mean(), 5e6 + static_cast<double>(batch) * 3e6, 10);
      const double waited = queue == QueueScope::shared ? static_cast<double>(batch) * 1e-3 : 0;
      EXPECT_NEAR(spent(result, 0, Cause::network_wait).in_seconds(), waited, 1e-8);
    }
}

// A run that is stopped: what arrived is completed, dropped or inside, and times add up to the stop.
TEST(InferenceService, AddsUpAtAnyMoment) {
  InferenceSpec spec = open_queue(3 / kService, Distribution(Law::exponential, 1_ms), 0);
  spec.duration = 100_s;
  spec.queue_capacity = 20;
  spec.max_batch = 4;
  spec.max_wait = 2_ms;
  spec.request_size = 1_KiB;
  for (const QueueScope queue : {QueueScope::shared, QueueScope::per_server}) {
    spec.queue = queue;
    InferenceBench bench(spec, 2, 1);
    double done = 0;
    for (std::int64_t stop = 1; stop <= 20; ++stop) {
      RunLimits limits;
      limits.until = Time::at(stop * 7_ms);
      const JobResult result = bench.run(limits);
      EXPECT_EQ(bench.outcome.end, RunEnd::time_limit);
      const InferenceResult& found = *result.find<InferenceResult>();
      EXPECT_EQ(found.arrived, found.completed + found.dropped + found.inside);
      expect_time_adds_up(result);
      EXPECT_GT(bench.job().done(), done);
      done = bench.job().done();
    }
  }
}

// On a node that takes half as long again, so does each of 100 answers.
TEST(InferenceService, IsSlowOnASlowNode) {
  NodeSpec slow = InferenceBench::exact_node();
  slow.slow_nodes.emplace();
  slow.slow_nodes->factor = 1.5;
  slow.slow_nodes->share = 1;
  InferenceBench bench(open_queue(0.5 / kService, Distribution(1_ms), 100), 1, 1, 1, 1_GBps, slow);
  EXPECT_EQ(spent(bench.run(), 0, Cause::compute), 150_ms);
}

// Two servers and a bounded queue each: a blind balancer loses more than one that looks.
TEST(InferenceBalancers, ThatLookLoseLess) {
  InferenceSpec spec = open_queue(4 * 0.9 / kService, Distribution(Law::exponential, 1_ms), 100'000);
  spec.queue = QueueScope::per_server;
  spec.queue_capacity = 3;
  const auto dropped = [&](const char* balancer) {
    spec.balancer.emplace(balancer);
    InferenceBench bench(spec, 1, 4);
    return bench.run().find<InferenceResult>()->dropped;
  };
  EXPECT_LT(dropped("power_of_two"), dropped("random") / 2);
  EXPECT_LT(dropped("least_loaded"), dropped("power_of_two"));
  EXPECT_LT(dropped("round_robin"), dropped("random"));
}

TEST(InferenceService, IsAFunctionOfItsSeed) {
  const auto sum = [](std::uint64_t seed) {
    InferenceBench bench(open_queue(500, Distribution(Law::exponential, 1_ms), 10'000), 1, 1, seed);
    const double found = bench.run().find<InferenceResult>()->latency.sum();
    return std::pair(found, bench.outcome.fingerprint);
  };
  EXPECT_EQ(sum(5), sum(5));
  EXPECT_NE(sum(5), sum(6));
}

}  // namespace
}  // namespace headrace
