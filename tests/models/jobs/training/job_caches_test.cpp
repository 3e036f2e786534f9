#include "models/jobs/training/job_caches.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <vector>

#include "models/formats/format.h"
#include "models/jobs/job_spec.h"
#include "tests/models/support/free_host.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

constexpr Bytes kCachedSample = Bytes::count(810'000);        // A square: the generator makes such sizes.
constexpr Duration kDecode = Duration::nanoseconds(476'471);  // At 1.7 GB/s, rounded up.
constexpr Duration kMiss = 100_us + 200_us + 810_us + 50_us;  // Open, a request, 1 GB/s, close.
constexpr Duration kHit = 90_us;                              // At 9 GB/s.
constexpr Duration kLocalHit = 200_us + 810_us;               // The same device without its opens.
constexpr Duration kCompute = 5_ms;

// Ranks that read for themselves, one sample after another, so that an epoch is a sum.
JobSpec job_of(std::int64_t samples, std::int64_t epochs) {
  JobSpec job;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::npz;
  work.dataset.files = samples;
  work.dataset.record_length = kCachedSample;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.batch_size = 4;
  work.loader.read_threads = 0;
  work.training.epochs = epochs;
  work.training.computation_time = Distribution(kCompute);
  job.shuffle = chosen<ShufflePolicy>("global");
  return job;
}

CacheSpec cache_of(std::string_view policy, std::int64_t samples) {
  CacheSpec cache;
  cache.policy = chosen<CachePolicy>(policy);
  cache.capacity = kCachedSample * samples;
  return cache;
}

class CachesRig {
 public:
  CachesRig(const JobSpec& spec, std::int64_t nodes, std::int64_t ranks_on_node, std::uint64_t seed = 1)
      : sim(seed),
        scope(sim, metrics),
        network(scope.part("network"), NetworkSpec()),
        storage(sim, 100_us, 200_us, 1_GBps, 50_us),
        local(sim, 100_us, 200_us, 1_GBps, 50_us) {
    std::vector<Seat> seats;
    for (std::int64_t n = 0; n < nodes; ++n) {
      Node& node = nodes_.emplace_back(scope.part("node", n), free_node(), network, static_cast<NodeId>(n));
      Seat seat;
      seat.node = &node;
      seat.storage = &storage;
      seat.local = &local;
      seats.insert(seats.end(), static_cast<std::size_t>(ranks_on_node), seat);
    }
    job = spec.work.make({JobSetting(scope.part("job"), "job", 0, seats, sets), spec});
    job->begin();
    sim.run();
    result = job->result();
  }

  Simulation sim;
  Metrics metrics;
  Scope scope;
  Network network;
  RecordingFileSystem storage, local;
  FileSets sets;
  std::deque<Node> nodes_;
  std::unique_ptr<Job> job;
  JobResult result;
};

Duration length(const EpochResult& epoch) { return epoch.end - epoch.start; }

// Of n samples f n are held after the first epoch and no other is taken in: f n hits in every later one.
// An epoch takes n (f hit + (1 - f) miss + decode) + steps x compute.
TEST(JobCaches, NeverEvictHitsWhatFits) {
  for (const std::int64_t held : {0, 100, 260, 400}) {
    JobSpec spec = job_of(400, 3);
    spec.cache = cache_of("never_evict", std::max<std::int64_t>(1, held));
    if (held == 0) spec.cache->capacity = 1_B;
    const CachesRig rig(spec, 1, 1);
    ASSERT_TRUE(rig.result.cache.has_value());
    EXPECT_EQ(rig.result.cache->policy, "never_evict");
    EXPECT_EQ(rig.result.cache->tier, "memory");
    EXPECT_EQ(rig.result.cache->caches, 1);
    EXPECT_EQ(rig.result.cache->hits, 2 * held);
    EXPECT_EQ(rig.result.cache->misses, 1200 - 2 * held);
    EXPECT_EQ(rig.result.cache->evictions, 0);
    EXPECT_EQ(rig.result.cache->bytes_hit, kCachedSample * 2 * held);
    EXPECT_EQ(rig.storage.count(IoOperation::read), rig.result.cache->misses);
    ASSERT_EQ(rig.result.epochs.size(), 3u);
    const Duration whole = 400 * kDecode + 100 * kCompute;
    EXPECT_EQ(length(rig.result.epochs[0]), whole + 400 * kMiss);
    for (const EpochResult& epoch : rig.result.epochs) {
      EXPECT_EQ(epoch.delivered, kCachedSample * 400);
      EXPECT_EQ(epoch.from_storage, kCachedSample * (epoch.epoch == 1 ? 400 : 400 - held));
    }
    for (const std::size_t later : {1u, 2u})
      EXPECT_EQ(length(rig.result.epochs[later]), whole + held * kHit + (400 - held) * kMiss) << held;
    EXPECT_EQ(rig.job->imbalance(), "");
  }
}

// LRU under a fresh uniform order, f + (1 - f) ln(1 - f); four standard deviations of as many
// independent draws, which is more than those of an order without repetition. The time follows the count.
TEST(JobCaches, LruUnderAGlobalShuffleHitsByTheLaw) {
  constexpr std::int64_t kSamples = 4000;
  constexpr std::int64_t kLater = 5;
  for (const double f : {0.5, 0.75}) {
    JobSpec spec = job_of(kSamples, 1 + kLater);
    spec.cache = cache_of("lru", static_cast<std::int64_t>(f * kSamples));
    const CachesRig rig(spec, 1, 1);
    const double law = f + (1 - f) * std::log(1 - f);
    const auto hits = rig.result.cache->hits;
    EXPECT_NEAR(static_cast<double>(hits) / (kLater * kSamples), law,
                4 * std::sqrt(law * (1 - law) / (kLater * kSamples)))
        << f;
    Duration time;
    for (const EpochResult& epoch : rig.result.epochs) time += length(epoch);
    EXPECT_EQ(time, (1 + kLater) * (kSamples * kDecode + kSamples / 4 * kCompute) + hits * kHit +
                        rig.result.cache->misses * kMiss);
  }
}

// Bundles in the opposite order, f but for a bundle.
TEST(JobCaches, LruUnderReversedBundlesHitsWhatFits) {
  JobSpec spec = job_of(1000, 4);
  spec.shuffle = chosen<ShufflePolicy>("bundles_reversed", {{"bundle", 8}});
  spec.cache = cache_of("lru", 350);
  const CachesRig rig(spec, 1, 1);
  EXPECT_NEAR(static_cast<double>(rig.result.cache->hits) / 3, 350, 8);
}

// Where all fits: with an order that stays on its node, a node's or a rank's own cache finds all of the
// second epoch; with a global one a sample is read by the same node with 1/2, by the same rank with 1/4.
TEST(JobCaches, ScopeSaysWhoFindsIt) {
  const auto hit_rate = [](std::string_view shuffle, CacheScope scope) {
    JobSpec spec = job_of(1600, 2);
    spec.shuffle = chosen<ShufflePolicy>(shuffle);
    spec.cache = cache_of("lru", 1600);
    spec.cache->scope = scope;
    const CachesRig rig(spec, 2, 2);
    EXPECT_EQ(rig.result.cache->caches, scope == CacheScope::node ? 2 : 4);
    return static_cast<double>(rig.result.cache->hits) / 1600;
  };
  EXPECT_EQ(hit_rate("local", CacheScope::node), 1);
  EXPECT_EQ(hit_rate("local", CacheScope::process), 1);
  EXPECT_NEAR(hit_rate("global", CacheScope::node), 0.5, 4 * 0.5 / std::sqrt(1600));
  EXPECT_NEAR(hit_rate("global", CacheScope::process), 0.25, 4 * std::sqrt(0.25 * 0.75 / 1600));
}

// On drives a hit costs its read there, the first one also an open; half of the data fits.
TEST(JobCaches, OnDrivesAHitCostsItsReadThere) {
  JobSpec spec = job_of(400, 2);
  spec.cache = cache_of("never_evict", 200);
  spec.cache->tier = CacheTier::local_storage;
  const CachesRig rig(spec, 1, 1);
  EXPECT_EQ(rig.result.cache->tier, "local_storage");
  EXPECT_EQ(rig.result.cache->hits, 200);
  EXPECT_EQ(rig.local.count(IoOperation::write), 200);
  EXPECT_EQ(rig.local.count(IoOperation::read), 200);
  const Duration whole = 400 * kDecode + 100 * kCompute;
  EXPECT_EQ(length(rig.result.epochs[0]), whole + 400 * kMiss);
  EXPECT_EQ(length(rig.result.epochs[1]), whole + 200 * (kMiss + kLocalHit) + 100_us);
  EXPECT_EQ(rig.job->imbalance(), "");
}

// Bytes from the storage over all bytes, (1 + (E - 1)(1 - min(1, C/D))) / E.
TEST(JobCaches, TieringTakesItsShareOffTheStorage) {
  for (const std::int64_t data : {100, 200}) {
    JobSpec spec = job_of(4 * data, 3);
    spec.cache = cache_of("never_evict", 440);
    const CachesRig rig(spec, 1, 1);
    const double fits = std::min(1.0, 110.0 / static_cast<double>(data));
    const auto all =
        static_cast<double>((rig.result.cache->bytes_hit + rig.result.cache->bytes_missed).count());
    Bytes stored;
    for (const auto& record : rig.storage.records()) stored += record.length;
    EXPECT_NEAR(static_cast<double>(stored.count()) / all, (1 + 2 * (1 - fits)) / 3, 1e-12) << data;
  }
}

TEST(JobCaches, RunsOfOtherSeedsShuffleOtherwise) {
  const auto order_of_run = [](std::uint64_t seed, std::int64_t workload_seed) {
    JobSpec spec = job_of(40, 1);
    spec.workload()->training.seed = workload_seed;
    const CachesRig rig(spec, 1, 1, seed);
    std::vector<std::int64_t> files;
    for (const auto& record : rig.storage.records())
      if (record.operation == IoOperation::open) files.push_back(record.file.index);
    EXPECT_EQ(files.size(), 40u);
    return files;
  };
  EXPECT_EQ(order_of_run(1, 5), order_of_run(1, 5));
  EXPECT_NE(order_of_run(1, 5), order_of_run(2, 5));
  EXPECT_NE(order_of_run(1, 5), order_of_run(1, 6));
}

double variance(const std::vector<double>& x) {
  double sum = 0;
  double squares = 0;
  for (const double v : x) sum += v;
  const double mean = sum / static_cast<double>(x.size());
  for (const double v : x) squares += (v - mean) * (v - mean);
  return squares / static_cast<double>(x.size() - 1);
}

struct Paired {
  double together, apart;
};

// Run times of two jobs over N seeds: the variance of A(i) - B(i), and of A(i) - B(i + 1).
Paired compare(const JobSpec& a, const JobSpec& b) {
  constexpr std::uint64_t kSeeds = 60;
  std::vector<double> first, second;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    first.push_back(CachesRig(a, 1, 2, seed).result.end.since_start().in_seconds());
    second.push_back(CachesRig(b, 1, 2, seed).result.end.since_start().in_seconds());
  }
  std::vector<double> same, other;
  for (std::size_t i = 0; i < kSeeds; ++i) {
    same.push_back(first[i] - second[i]);
    other.push_back(first[i] - second[(i + 1) % kSeeds]);
  }
  return {variance(same), variance(other)};
}

// Both runs of a seed draw the same computation times and the same order, so a difference of policies has at
// most 0.3 of the variance of runs with seeds of their own. Two estimates from 60 seeds each are within a
// factor of 2 of their ratio with four standard deviations, and the true ratio is far below 0.15.
TEST(JobCaches, PoliciesAreComparedOnTheSameDraws) {
  JobSpec base = job_of(160, 3);
  base.workload()->training.computation_time = Distribution(Law::exponential, 20_ms);
  JobSpec lru = base;
  lru.cache = cache_of("lru", 100);
  JobSpec fifo = base;
  fifo.cache = cache_of("fifo", 100);
  const Paired caches = compare(lru, fifo);
  EXPECT_GT(caches.apart, 0);
  EXPECT_LE(caches.together, 0.3 * caches.apart);
  JobSpec partial = lru;
  partial.shuffle = chosen<ShufflePolicy>("partial");
  const Paired shuffles = compare(lru, partial);
  EXPECT_LE(shuffles.together, 0.3 * shuffles.apart);
  RecordProperty("caches", std::to_string(caches.together / caches.apart));
  RecordProperty("shuffles", std::to_string(shuffles.together / shuffles.apart));
}

}  // namespace
}  // namespace headrace
