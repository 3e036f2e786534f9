#include "models/jobs/training/sample_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "models/formats/format.h"
#include "models/jobs/job_spec.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

constexpr Bytes kExchangedSample = Bytes::count(810'000);  // A square: the generator makes such sizes.

JobSpec exchanging_job(std::int64_t samples, std::int64_t epochs, double exchange) {
  JobSpec job;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::npz;
  work.dataset.files = samples;
  work.dataset.record_length = kExchangedSample;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.batch_size = 4;
  work.loader.read_threads = 0;
  work.training.epochs = epochs;
  work.training.computation_time = Distribution(5_ms);
  job.shuffle = chosen<ShufflePolicy>("partial", {{"exchange", exchange}});
  return job;
}

CacheSpec exchanging_cache(std::int64_t samples) {
  CacheSpec cache;
  cache.policy = chosen<CachePolicy>("never_evict");
  cache.capacity = kExchangedSample * samples;
  return cache;
}

class ExchangeRig {
 public:
  enum class Storage { shared, of_node };

  ExchangeRig(const JobSpec& spec, std::int64_t nodes, std::int64_t ranks_on_node, Storage kind)
      : scope(sim, metrics),
        network(scope.part("network"), NetworkSpec()),
        storage(sim, 100_us, 200_us, 1_GBps, 50_us) {
    std::vector<Seat> seats;
    for (std::int64_t n = 0; n < nodes; ++n) {
      Node& node = nodes_.emplace_back(scope.part("node", n), NodeSpec(), network, static_cast<NodeId>(n));
      for (std::int64_t r = 0; r < ranks_on_node; ++r) {
        Seat& seat = seats.emplace_back();
        seat.node = &node;
        seat.storage = &storage;
        seat.owns_storage = kind == Storage::of_node;
      }
    }
    sim.trace_into(trace);
    job = spec.work.make({JobSetting(scope.part("job"), "job", 0, seats, sets), spec});
    job->begin();
    sim.run();
    result = job->result();
  }

  // Sums over the ranks what they waited for what they sent.
  Duration waited() const {
    Duration sum;
    for (const TimeBudgetRow& row : by_cause(result.time_budget))
      if (row.cause == Cause::network_wait) sum += row.spent;
    return sum;
  }

  // Sums what the tracks of the ranks have of it.
  Duration traced(Cause cause) const {
    Duration sum;
    for (const Trace::Span& span : trace.spans())
      if (trace.names()[span.name] == word(cause)) sum += span.end - span.begin;
    return sum;
  }

  Trace trace;  // Of the job alone.
  Simulation sim{1};
  Metrics metrics;
  Scope scope;
  Network network;
  RecordingFileSystem storage;
  FileSets sets;
  std::deque<Node> nodes_;
  std::unique_ptr<Job> job;
  JobResult result;
};

// Of N samples on P nodes a share Q is dealt anew after each epoch but the last, and 1 - 1/P of that goes to
// another node: the mean over the deals is Q (1 - 1/P) N. Each deal is without repetition, so that four
// standard deviations of independent draws are enough.
TEST(SampleExchange, SendsWhatTheNodesOwnDrivesHeld) {
  constexpr std::int64_t kSamples = 1600, kNodes = 4, kEpochs = 4;
  for (const double exchange : {0.1, 0.3, 1.0}) {
    const ExchangeRig rig(exchanging_job(kSamples, kEpochs, exchange), kNodes, 1,
                          ExchangeRig::Storage::of_node);
    ASSERT_TRUE(rig.result.shuffle);
    const auto sent = static_cast<double>(rig.result.shuffle->bytes_exchanged / kExchangedSample);
    constexpr double kAway = 1 - 1.0 / kNodes;
    const double dealt = exchange * kSamples * (kEpochs - 1);
    EXPECT_NEAR(sent, dealt * kAway, 4 * std::sqrt(dealt * kAway * (1 - kAway))) << exchange;
    EXPECT_EQ(rig.result.shuffle->policy, "partial");
  }
}

// Nobody holds a sample of a shared storage: it is read there by who needs it.
TEST(SampleExchange, OfASharedStorageNothingIsSent) {
  const ExchangeRig rig(exchanging_job(400, 3, 0.5), 2, 1, ExchangeRig::Storage::shared);
  EXPECT_EQ(rig.result.shuffle->bytes_exchanged, Bytes());
  EXPECT_EQ(rig.storage.count(IoOperation::read), 3 * 400);
  EXPECT_EQ(rig.waited(), Duration());
}

// A rank needs room for its share and what it is sent, (1 + Q) / P of the data, as the paper says (0.0269 %
// of it on 4,096 for Q = 0.1): then no sample is read from the storage twice.
TEST(SampleExchange, RoomForTheShareAndWhatIsSentKeepsAll) {
  constexpr std::int64_t kSamples = 800, kRanks = 4;
  for (const double exchange : {0.1, 0.5}) {
    JobSpec spec = exchanging_job(kSamples, 4, exchange);
    const auto room = static_cast<std::int64_t>((1 + exchange) * kSamples / kRanks);
    spec.cache = exchanging_cache(room);
    const ExchangeRig kept(spec, kRanks, 1, ExchangeRig::Storage::shared);
    EXPECT_EQ(kept.result.cache->misses, kSamples);
    EXPECT_EQ(kept.result.cache->hits, 3 * kSamples);
    EXPECT_GT(kept.result.shuffle->bytes_exchanged, Bytes());
    EXPECT_EQ(kept.job->imbalance(), "");
    spec.cache = exchanging_cache(kSamples / kRanks / 2);
    const ExchangeRig half(spec, kRanks, 1, ExchangeRig::Storage::shared);
    EXPECT_LT(half.result.cache->hits, 3 * kSamples / 2 + 1);
    EXPECT_LT(half.result.shuffle->bytes_exchanged, kept.result.shuffle->bytes_exchanged);
    EXPECT_EQ(half.job->imbalance(), "");
  }
}

// Between the ranks of a node no byte passes a port, whether they share a cache or not.
TEST(SampleExchange, WithinANodeNothingTravels) {
  for (const CacheScope scope : {CacheScope::node, CacheScope::process}) {
    JobSpec spec = exchanging_job(400, 3, 0.5);
    spec.cache = exchanging_cache(600);
    spec.cache->scope = scope;
    const ExchangeRig rig(spec, 1, 4, ExchangeRig::Storage::shared);
    EXPECT_EQ(rig.result.shuffle->bytes_exchanged, Bytes());
    EXPECT_EQ(rig.result.cache->misses, 400);
    EXPECT_EQ(rig.result.cache->hits, 2 * 400);
  }
}

// All of a share that is handed on leaves behind the last step, message after message: a rank waits as long
// as it takes to send what the other one is dealt. Ports send and receive at once.
TEST(SampleExchange, WhatNoStepHidesIsWaitedFor) {
  constexpr std::int64_t kSamples = 400;
  const ExchangeRig rig(exchanging_job(kSamples, 2, 1), 2, 1, ExchangeRig::Storage::of_node);
  EXPECT_EQ(rig.traced(Cause::network_wait), rig.waited());
  Simulation sim;
  Metrics metrics;
  const Scope scope(sim, metrics);
  Network network(scope.part("network"), NetworkSpec());
  Node from(scope.part("node", 0), NodeSpec(), network, 0);
  const Node to(scope.part("node", 1), NodeSpec(), network, 1);
  TaskGroup group(sim);
  group.spawn("send", from.send(to, kExchangedSample));
  sim.run();
  const std::int64_t sent = rig.result.shuffle->bytes_exchanged / kExchangedSample;
  EXPECT_GT(sent, 100);
  EXPECT_EQ(rig.waited(), sent * sim.now().since_start());
}

// What is handed on is a tenth of an epoch, and leaves while the rest of it is read.
TEST(SampleExchange, StepsHideWhatFitsBehindThem) {
  const ExchangeRig rig(exchanging_job(400, 3, 0.1), 2, 1, ExchangeRig::Storage::of_node);
  EXPECT_GT(rig.result.shuffle->bytes_exchanged, Bytes());
  EXPECT_EQ(rig.waited(), Duration());
}

}  // namespace
}  // namespace headrace
