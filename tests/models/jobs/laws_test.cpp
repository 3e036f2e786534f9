// Closed forms of whole jobs: what a barrier costs, how work scales, what binds.
//
// Where a law is one of a numbered list, its number stands above its test, so that it is found by it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "models/cluster.h"
#include "models/jobs/job_spec.h"
#include "models/storage/lustre/lustre_spec.h"
#include "tests/models/support/free_host.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/job_bench.h"

namespace headrace {
namespace {

// Ranks whose steps are computation alone.
JobSpec computing_job(std::int64_t samples, std::int64_t batch, const Distribution& computation) {
  JobSpec job;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::synthetic;
  work.dataset.files = samples;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.batch_size = batch;
  work.loader.pin_memory = false;
  work.training.computation_time = computation;
  return job;
}

Duration run_time(const JobSpec& job, std::int64_t ranks) {
  JobBench bench(job, ranks);
  return bench.run().end.since_start();
}

// Returns the mean step of n ranks, in seconds. Over 200,000 draws of ranks 2 % are four deviations or more.
double mean_step(std::int64_t ranks, const Distribution& computation) {
  const std::int64_t steps = 200'000 / ranks;
  return run_time(computing_job(steps * ranks, 1, computation), ranks).in_seconds() /
         static_cast<double>(steps);
}

// Barrier maxima: a step ends with the slowest of n ranks. Exponential: E[max] = H_n times the mean.
TEST(Laws, ABarrierOfExponentialStepsCostsTheHarmonicNumber) {
  for (const std::int64_t ranks : {4, 8, 16, 32, 64}) {
    double harmonic = 0;
    for (std::int64_t i = 1; i <= ranks; ++i) harmonic += 1 / static_cast<double>(i);
    EXPECT_NEAR(mean_step(ranks, Distribution(Law::exponential, 100_ms)) / 0.1, harmonic, 0.02 * harmonic)
        << ranks;
  }
}

// Barrier maxima: normal: E[max] - mean = 1.03, 1.42, 1.77, 2.07, 2.35 deviations for n = 4, 8, … 64.
TEST(Laws, ABarrierOfNormalStepsCostsTheExpectedMaximum) {
  constexpr double kMaxima[] = {1.0294, 1.4236, 1.7660, 2.0697, 2.3437};
  std::int64_t ranks = 4;
  for (const double expected : kMaxima) {
    const double step = mean_step(ranks, Distribution(Law::normal, 100_ms, 20_ms));
    EXPECT_NEAR((step - 0.1) / 0.02, expected, 0.02 * expected) << ranks;
    ranks *= 2;
  }
}

// Training step: T = max(compute, load) with a deep prefetch and no variance, their sum without one. What k
// more steps take is k T, whatever the beginning took.
TEST(Laws, AStepTakesTheLongerOfComputeAndLoadOrTheirSum) {
  constexpr std::int64_t kBatch = 4;
  const auto step = [](std::int64_t workers, Duration compute, Duration each) {
    const auto time = [&](std::int64_t steps) {
      JobSpec job = computing_job(steps * kBatch, kBatch, Distribution(compute));
      job.workload()->loader.read_threads = workers;
      job.workload()->loader.prefetch_size = 8;
      job.workload()->loader.preprocess_time = Distribution(each);
      return run_time(job, 1);
    };
    return (time(300) - time(200)) / std::int64_t{100};
  };
  for (const Duration each : {1_ms, 5_ms, 30_ms}) {
    EXPECT_EQ(step(1, 20_ms, each), std::max(20_ms, kBatch * each));
    EXPECT_EQ(step(0, 20_ms, each), 20_ms + kBatch * each);
  }
}

// Scaling: with a serial part o of each epoch, E epochs of S samples on N ranks take E (o + S / (N B) t).
// Amdahl: T(1) / T(N) = 1 / (s + (1 - s) / N); Gustafson: with N times the samples, T(N) = T(1). Exactly.
TEST(Laws, WorkScalesByAmdahlAndGustafson) {
  constexpr std::int64_t kSamples = 3200;
  constexpr Duration kSerial = 700_ms;
  const auto time = [&](std::int64_t samples, std::int64_t ranks) {
    JobSpec job = computing_job(samples, 5, Distribution(10_ms));
    job.host.epoch_overhead = kSerial;
    job.workload()->training.epochs = 3;
    return run_time(job, ranks);
  };
  const Duration alone = time(kSamples, 1);
  for (const std::int64_t ranks : {1, 2, 8, 64}) {
    EXPECT_EQ(time(kSamples, ranks), 3 * (kSerial + kSamples / (5 * ranks) * 10_ms)) << ranks;
    EXPECT_EQ(time(kSamples * ranks, ranks), alone) << ranks;
    const double serial = 3 * kSerial / alone;
    EXPECT_NEAR(alone / time(kSamples, ranks), 1 / (serial + (1 - serial) / static_cast<double>(ranks)),
                1e-9);
  }
}

// Jitter: n ranks that end each step late by exponential times of mean m take t + m H(n) a step, with
// H(n) = 1 + 1/2 + … + 1/n, the mean of the largest of n exponential times of mean 1.
TEST(Laws, TheLastOfManyRanksEndsAStepLateByAHarmonicNumber) {
  constexpr std::int64_t kSteps = 4000;
  double harmonic = 0;
  for (std::int64_t ranks = 1; ranks <= 64; ++ranks) {
    harmonic += 1 / static_cast<double>(ranks);
    if (ranks != 1 && ranks != 4 && ranks != 64) continue;
    JobSpec job = computing_job(kSteps * ranks, 1, Distribution(10_ms));
    job.host.step_jitter = 0.05;
    EXPECT_NEAR(run_time(job, ranks) / (kSteps * 10_ms), 1 + 0.05 * harmonic, 0.004) << ranks;
  }
}

// DLIO's old versions lose time in each step that their new one does not; a job may say otherwise.
TEST(Laws, StepsAreJitteredByTheRulesOfOldDlioAlone) {
  JobSpec job = computing_job(1000, 1, Distribution(10_ms));
  job.dlio_version = DlioVersion::v2_0;
  EXPECT_EQ(run_time(job, 1), 1000 * 10_ms);
  job.host.step_jitter = 0.0135;
  const Duration jittered = run_time(job, 1);
  EXPECT_GT(jittered, 1000 * 10_ms);
  job.host.step_jitter.reset();
  job.dlio_version = DlioVersion::v1_0;
  EXPECT_EQ(run_time(job, 1), jittered);
}

// Runs a job on Lustre; each rank has a node of its own.
JobResult run_on_lustre(const JobSpec& spec, const LustreSpec& lustre, Bytes memory) {
  ClusterSpec machine;
  NodeSpec nodes = free_node();
  nodes.count = spec.nodes.count;
  nodes.accelerators = 1;
  nodes.memory = memory;
  machine.nodes.emplace_back("clients", nodes);
  machine.file_systems.emplace_back("scratch", FileSystemSpec(lustre));
  Simulation sim(1);
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), machine);
  const auto job = spec.work.make({JobSetting(Scope(sim, metrics).part("jobs/train"), "train", 0,
                                              cluster.seats(spec), cluster.file_sets()),
                                   spec});
  job->begin();
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(cluster.imbalance(), "");
  return job->result();
}

JobSpec reading_job(std::int64_t files, std::int64_t ranks) {
  JobSpec job = computing_job(files, 4, Distribution(1_ms));
  job.workload()->dataset.format = Format::npz;
  job.workload()->dataset.record_length = 64_KiB;
  job.workload()->loader.read_threads = 2;
  job.shuffle = chosen<ShufflePolicy>("global");
  job.nodes.group = "clients";
  job.nodes.count = ranks;
  job.storage = "scratch";
  return job;
}

// Node caches: with a global reshuffle, H nodes and memory for all, a file is read from the storage
// H (1 - (1 - 1/H)^E) times in E epochs. A node's count has a deviation below 0.75, so that of the mean of
// 4,000 files is 0.7 % at most.
TEST(Laws, NodesReadEachFileAsOftenAsAnOccupancySays) {
  for (const std::int64_t nodes : {2, 4, 8}) {
    for (const std::int64_t epochs : {3, 6}) {
      JobSpec job = reading_job(4000, nodes);
      job.workload()->training.epochs = epochs;
      const JobResult result = run_on_lustre(job, LustreSpec(), 64_GiB);
      Bytes fetched;
      for (const EpochResult& epoch : result.epochs) fetched += epoch.from_storage;
      const double once = static_cast<double>(result.epochs.at(0).delivered.count());
      const auto h = static_cast<double>(nodes);
      const double expected = h * (1 - std::pow(1 - 1 / h, static_cast<double>(epochs)));
      EXPECT_NEAR(static_cast<double>(fetched.count()) / once, expected, 0.02 * expected)
          << nodes << " nodes, " << epochs << " epochs";
    }
  }
}

// Samples held once, 1 / W of them by each of W nodes, and read uniformly: 1 - 1/W of the reads are not
// the node's own. The memory of a node is data / W, exactly: what the first epoch left with it.
TEST(Laws, UniformReadsOfASpreadDataSetAreElsewhere) {
  constexpr std::int64_t kFiles = 8000;
  for (const std::int64_t nodes : {2, 4, 8}) {
    JobSpec job = reading_job(kFiles, nodes);
    job.workload()->training.epochs = 2;
    job.cache.emplace();
    job.cache->policy = chosen<CachePolicy>("never_evict");
    job.cache->capacity = 64_KiB * (kFiles / nodes);
    const JobResult result = run_on_lustre(job, LustreSpec(), Bytes());
    const EpochResult& first = result.epochs.at(0);
    const EpochResult& second = result.epochs.at(1);
    EXPECT_EQ(first.delivered, 64_KiB * kFiles);
    EXPECT_EQ(first.from_storage, first.delivered);
    EXPECT_EQ(result.cache->bytes_hit, second.delivered - second.from_storage);
    const double elsewhere = 1 - 1 / static_cast<double>(nodes);
    EXPECT_NEAR(
        static_cast<double>(second.from_storage.count()) / static_cast<double>(second.delivered.count()),
        elsewhere, 4 * std::sqrt(elsewhere * (1 - elsewhere) / kFiles))
        << nodes;
  }
}

// Makes a target of so many reads a second, so fast for large ones, behind servers that bind nothing.
LustreSpec roofline_store(std::int64_t iops, Bandwidth bandwidth) {
  LustreSpec spec;
  spec.oss.count = spec.ost.count = 1;
  spec.mds.threads = 1024;
  for (Distribution* service :
       {&spec.mds.open, &spec.mds.close, &spec.ost.request_overhead, &spec.ost.lock_enqueue})
    *service = Distribution(1_us);
  FlashSpec& flash = spec.ost.device.flash();
  flash.read_iops = iops;
  flash.read_bandwidth = bandwidth;
  flash.read_latency = Distribution(50_us);
  return spec;
}

// Samples a second in the long run: those of k more steps over their time.
double sample_rate(Bytes size, Duration compute, std::int64_t steps) {
  constexpr std::int64_t kRanks = 4;
  constexpr std::int64_t kBatch = 4;
  const auto time = [&](std::int64_t count) {
    JobSpec job = reading_job(count * kBatch * kRanks, kRanks);
    job.workload()->training.computation_time = Distribution(compute);
    job.workload()->dataset.record_length = size;
    job.workload()->loader.read_threads = 8;
    job.workload()->loader.prefetch_size = 32;
    return run_on_lustre(job, roofline_store(10'000, 1_GBps), Bytes()).end.since_start().in_seconds();
  };
  return static_cast<double>(steps * kBatch * kRanks) / (time(2 * steps) - time(steps));
}

// Storage roofline: samples/s = min(N B / t, IOPS / reads per sample, BW / bytes per sample), with N B / t =
// 16 / t, 10,000 reads a second and 1 GB/s. The ridge is at BW / IOPS = 100 kB. Sizes are squares.
TEST(Laws, SamplesComeAtTheLeastOfThreeRoofs) {
  constexpr double kIops = 10'000;
  for (const std::int64_t side : {50, 200, 316, 500, 1000}) {
    const Bytes size = Bytes::count(side * side);
    const double expected = std::min(kIops, 1e9 / static_cast<double>(size.count()));
    EXPECT_NEAR(sample_rate(size, 1_ms, 2000), expected, 0.01 * expected) << size.count();
    EXPECT_NEAR(sample_rate(size, 40_ms, 200), 400, 4) << size.count();
  }
  EXPECT_NEAR(sample_rate(Bytes::count(100'489), 1_ms, 2000) * 100'489, 1e9, 0.01e9);  // 317: behind it.
  EXPECT_NEAR(sample_rate(Bytes::count(99'225), 1_ms, 2000), kIops, 0.01 * kIops);     // 315: before it.
}

}  // namespace
}  // namespace headrace
