#include "models/jobs/inference/inference_sweep.h"

#include <gtest/gtest.h>

#include "tests/models/support/inference_bench.h"

namespace headrace {
namespace {

// 1000 samples of 1,000,000 B, 10 a file: 1 ms each on a store of 1 GB/s, and 10 of them 6.67 ms to decode at
// 1.5 GB/s.
constexpr Duration kDecoded = Duration::nanoseconds(6'666'667);

InferenceSpec sweep(Duration service, std::int64_t batch) {
  InferenceSpec spec;
  spec.mode = InferenceMode::offline;
  spec.service_time = Distribution(service);
  spec.max_batch = batch;
  spec.transfer_size = Bytes::count(10'000'000);
  DatasetSpec data;
  data.files = 100;
  data.samples_per_file = 10;
  data.record_length = Bytes::count(1'000'000);
  spec.dataset = data;
  return spec;
}

// The slower of the two sets the pace; the other adds its part of the first or the last batch, and an open.
TEST(InferenceSweep, IsAsFastAsTheSlowerOfStorageAndServers) {
  // Batches of 10 take 5 ms and their data 10 ms, an open of 1 ms and their decoding.
  const JobResult by_storage = InferenceBench(sweep(5_ms, 10)).run();
  EXPECT_EQ(by_storage.end, Time::at(100 * (11_ms + kDecoded) + 5_ms));
  EXPECT_EQ(spent(by_storage, 0, Cause::compute), 500_ms);
  expect_time_adds_up(by_storage);
  // They take 20 ms: storage is ahead but for the first.
  const JobResult by_servers = InferenceBench(sweep(20_ms, 10)).run();
  EXPECT_EQ(by_servers.end, Time::at(11_ms + kDecoded + 100 * 20_ms));
  EXPECT_EQ(spent(by_servers, 0, Cause::batch_wait), 11_ms + kDecoded);
  EXPECT_NEAR(by_servers.find<InferenceResult>()->completed_per_second,
              1000 / (2.011 + kDecoded.in_seconds()), 1e-6);
  EXPECT_EQ(by_servers.find<InferenceResult>()->batch_mean, 10);
}

// On a node that is half as fast a batch and its decoding take twice as long; the storage is as it was.
TEST(InferenceSweep, IsSlowOnASlowNode) {
  NodeSpec slow = InferenceBench::exact_node();
  slow.slow_nodes.emplace();
  slow.slow_nodes->factor = 2;
  slow.slow_nodes->share = 1;
  const JobResult found = InferenceBench(sweep(20_ms, 10), 1, 1, 1, 1_GBps, slow).run();
  EXPECT_EQ(found.end, Time::at(11_ms + 2 * kDecoded + 100 * 40_ms));
}

// Formats cost what a core decodes of them, and samples that are made in place nothing.
TEST(InferenceSweep, DecodesAsTheFormatSays) {
  const auto seconds = [](Format format) {
    InferenceSpec spec = sweep(1_us, 10);
    spec.dataset->format = format;
    return InferenceBench(spec).run().end.since_start().in_seconds();
  };
  const double csv = 1e9 / 70e6, npz = 1e9 / 1700e6;
  EXPECT_NEAR(seconds(Format::csv), 1.1 + csv, 0.001);
  EXPECT_NEAR(seconds(Format::npz), 1.1 + npz, 0.001);
  EXPECT_EQ(seconds(Format::synthetic), 1e-4) << "100 batches of 1 us";
}

// Whatever the ranks, threads and transfers, and however samples vary: each sample once, each byte once.
TEST(InferenceSweep, ReadsEveryByteOfTheDataSetOnce) {
  InferenceSpec spec = sweep(1_us, 7);
  spec.dataset->record_length_stdev = Bytes::count(200'000);
  for (const std::int64_t ranks : {1, 3, 8}) {
    for (const std::int64_t threads : {1, 4}) {
      spec.read_threads = threads;
      spec.transfer_size = Bytes::count(777'777 * threads);
      InferenceBench bench(spec, 1, ranks);
      const JobResult result = bench.run();
      const Dataset data(*spec.dataset, 0, LayoutSpec(),
                         RandomStream(bench.sim().seed(), "jobs/bench/dataset"));
      Bytes all;
      for (std::int64_t f = 0; f < data.files(); ++f) all += data.file(f).size;
      EXPECT_EQ(result.find<InferenceResult>()->bytes_read, all);
      EXPECT_EQ(result.find<InferenceResult>()->completed, 1000);
      EXPECT_EQ(bench.storage().open_handles(), 0);
      Bytes read;
      for (const auto& record : bench.storage().records()) {
        if (record.operation != IoOperation::read) continue;
        read += record.length;
        EXPECT_LE(record.offset + record.length, data.file(record.file.index).size);
      }
      EXPECT_EQ(read, all);
      expect_time_adds_up(result);
    }
  }
}

// Reading ahead is bounded: while the first batch is in service, two more are read and no further.
TEST(InferenceSweep, ReadsAheadByItsDepth) {
  InferenceSpec spec = sweep(100_s, 10);
  spec.prefetch_batches = 2;
  InferenceBench bench(spec);
  RunLimits limits;
  limits.until = Time::at(50_s);
  const JobResult result = bench.run(limits);
  EXPECT_EQ(result.find<InferenceResult>()->bytes_read, Bytes::count(30'000'000));
  EXPECT_EQ(result.find<InferenceResult>()->inside, 10);
}

TEST(InferenceSweep, OfMoreRanksThanSamplesEnds) {
  InferenceSpec spec = sweep(1_ms, 10);
  spec.dataset->files = 1;
  InferenceBench bench(spec, 2, 16);
  const JobResult result = bench.run();
  EXPECT_EQ(bench.outcome.end, RunEnd::finished);
  EXPECT_EQ(result.find<InferenceResult>()->completed, 10);
  expect_time_adds_up(result);
}

// The server has waited 17.7 ms of 50 s for its first batch, and is at that ever since.
TEST(InferenceSweep, IsBusyWithTheBatchUnderWay) {
  InferenceBench bench(sweep(100_s, 10));
  RunLimits limits;
  limits.until = Time::at(50_s);
  EXPECT_NEAR(bench.run(limits).find<InferenceResult>()->busy_share, 1 - (0.011 + kDecoded.in_seconds()) / 50,
              1e-9);
}

// Two servers share three samples: the second one has a single sample, computes once and is idle then.
TEST(InferenceSweep, IsIdleBehindItsShare) {
  InferenceSpec spec = sweep(20_ms, 1);
  spec.dataset->files = 1;
  spec.dataset->samples_per_file = 3;
  const JobResult result = InferenceBench(spec, 1, 2).run();
  EXPECT_EQ(spent(result, 0, Cause::compute), 40_ms);
  EXPECT_EQ(spent(result, 1, Cause::compute), 20_ms);
  EXPECT_GE(spent(result, 1, Cause::idle), 19_ms);
}

}  // namespace
}  // namespace headrace
