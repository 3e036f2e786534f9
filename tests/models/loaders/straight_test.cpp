// What goes straight from the storage into the accelerators, beside what is read into the memory of the node.

#include <gtest/gtest.h>

#include <algorithm>

#include "models/loaders/sample_reader.h"
#include "models/storage/local/local_store.h"
#include "sim/task_group.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

constexpr Bytes kStraightSample = Bytes::count(100'000'000);

// A node of cores, memory and accelerators, with four NVMe drives of 14.5 GB/s.
struct Straight {
  explicit Straight(Bandwidth link = 58_GBps)
      : scope(sim, metrics),
        network(scope.part("network"), NetworkSpec()),
        node(scope.part("node"), node_spec(link), network, 0),
        local(scope.part("nvme"), drives()),
        fixed(sim, 1_ms, 2_ms, 1_GBps, 3_ms),
        set(data(), 0, LayoutSpec(), scope.random("sizes")) {}

  LoaderContext context(FileSystem& storage, LoaderContext::Feed feed) {
    LoaderContext context(scope.part("rank"), node, storage, set, LoaderSpec());
    context.feed = feed;
    return context;
  }
  // Bytes a second of so many readers, `samples` each.
  double rate(FileSystem& storage, LoaderContext::Feed feed, int readers, int samples) {
    TaskGroup group(sim);
    const Time begun = sim.now();
    for (int r = 0; r < readers; ++r) group.spawn("reader", read(context(storage, feed), r, samples));
    EXPECT_EQ(sim.run().end, RunEnd::finished);
    const double bytes = static_cast<double>(kStraightSample.count()) * readers * samples;
    return bytes / (sim.now() - begun).in_seconds();
  }

  static NodeSpec node_spec(Bandwidth link) {
    NodeSpec spec;
    spec.cores = 64;
    spec.memory_bandwidth = 60_GBps;
    spec.pcie.emplace();
    spec.pcie->bandwidth = link;
    spec.pcie->direct = 53.0 / 58;
    return spec;
  }
  static LocalSpec drives() {
    LocalSpec spec;
    spec.device.flash().read_bandwidth = 58_GBps;
    spec.device.flash().read_latency = Distribution(100_us);
    return spec;
  }
  static DatasetSpec data() {
    DatasetSpec spec;
    spec.format = Format::npy;
    spec.files = 1000;
    spec.record_length = kStraightSample;
    return spec;
  }
  static Task<> read(LoaderContext context, int reader, int samples) {
    RandomStream preprocess(1, "preprocess");
    SampleReader own(context, preprocess);
    for (int i = 0; i < samples; ++i) co_await own.read(reader * samples + i);
  }

  Simulation sim;
  Metrics metrics;
  Scope scope;
  Network network;
  Node node;
  LocalStore local;
  RecordingFileSystem fixed;
  Dataset set;
};

// Alone: open + max(read, size / (0.914 link)) + close, where memory takes open + read + close + decode.
TEST(Straight, TakesTheLongerOfTheReadAndItsWay) {
  constexpr auto kStraight = LoaderContext::Feed::straight;
  const double size = static_cast<double>(kStraightSample.count());
  const double read = 1e-3 + 2e-3 + size / 1e9 + 3e-3;
  Straight wide;
  EXPECT_NEAR(size / wide.rate(wide.fixed, kStraight, 1, 1), read, 1e-7);
  Straight narrow(500_MBps);
  EXPECT_NEAR(size / narrow.rate(narrow.fixed, kStraight, 1, 1), 4e-3 + size / (0.5e9 * 53 / 58), 1e-7);
  Straight memory;
  EXPECT_NEAR(size / memory.rate(memory.fixed, LoaderContext::Feed::batches, 1, 1), read + size / 2.3e9,
              1e-7);
}

// By a buffer the ways come one after another: open + read + size / bus + size / link + close.
TEST(Straight, ABufferOfTheHostLiesOnTheWay) {
  const double size = static_cast<double>(kStraightSample.count());
  Straight bench(500_MBps);
  const double read = 1e-3 + 2e-3 + size / 1e9 + 3e-3;
  EXPECT_NEAR(size / bench.rate(bench.fixed, LoaderContext::Feed::bounced, 1, 1),
              read + size / 60e9 + size / 0.5e9, 1e-7);
}

// Two bytes move on the bus for each: of 60 GB/s 30 come through.
TEST(Straight, ABufferOfTheHostTakesTheMemoryBusTwice) {
  Straight bench;
  Host host;
  FileSystem& drives = bench.local.client(host);
  EXPECT_NEAR(bench.rate(drives, LoaderContext::Feed::bounced, 64, 40) / 30.0e9, 1, 0.02);
  EXPECT_LT(bench.node.cores_utilisation(), 1.0);
}

TEST(Straight, ReadsAroundThePageCache) {
  for (const auto feed :
       {LoaderContext::Feed::straight, LoaderContext::Feed::bounced, LoaderContext::Feed::batches}) {
    Straight bench;
    bench.rate(bench.fixed, feed, 1, 1);
    const bool direct = feed != LoaderContext::Feed::batches;
    EXPECT_EQ(bench.fixed.records()[1].mode, direct ? IoMode::direct : IoMode::buffered);
  }
}

// Drives of 58 GB/s bring 53.0 through a link of as much, and the host has no part in it. By memory three
// bytes move on the bus for each decoded, so that a bus of 60 GB/s lets 20 through.
TEST(Straight, FourDrivesFeedAnAcceleratorAt53) {
  Straight bench;
  Host host;
  FileSystem& drives = bench.local.client(host);
  EXPECT_NEAR(bench.rate(drives, LoaderContext::Feed::straight, 16, 20) / 53.0e9, 1, 0.01);
  EXPECT_EQ(bench.node.memory_utilisation(), 0);
  EXPECT_EQ(bench.node.cores_utilisation(), 0);
  Straight memory;
  FileSystem& again = memory.local.client(host);
  EXPECT_NEAR(memory.rate(again, LoaderContext::Feed::batches, 64, 40) / 20.0e9, 1, 0.02);
  EXPECT_GT(memory.node.memory_utilisation(), 0.95);
}

}  // namespace
}  // namespace headrace
