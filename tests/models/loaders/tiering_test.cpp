// One-pass tiering: a cache on the drives of a node that keeps what is read first, and never gives it up.
#include <gtest/gtest.h>

#include "models/loaders/sample_cache.h"
#include "models/storage/local/local_client.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

constexpr Bytes kTieredSample = 128_MiB;

// A reader that passes over a data set once an epoch, through the cache; what it does not find comes from a
// parallel file system.
class Tiering {
 public:
  explicit Tiering(Bytes capacity)
      : scope(sim, metrics, "test"),
        network(scope.part("network"), NetworkSpec()),
        node(scope.part("node"), NodeSpec(), network, 0),
        drives(scope.part("nvme"), scope.part("nvme/node/0"), LocalSpec()),
        storage(sim, 1_ms, 1_ms, 1_GBps, 1_ms),
        cache(CacheHome(scope.part("cache"), node, &drives, FileId(), 0, 0), spec_of(capacity)),
        processes_(sim) {}

  RunEnd read(Bytes data, std::int64_t epochs) {
    processes_.spawn("reader", read_epochs(data / kTieredSample, epochs));
    return sim.run().end;
  }
  double share_of_storage(Bytes data, std::int64_t epochs) const {
    Bytes read;
    for (const auto& record : storage.records()) read += record.length;
    return static_cast<double>(read.count()) / static_cast<double>((epochs * data).count());
  }

  Simulation sim;
  Metrics metrics;
  Scope scope;
  Network network;
  Node node;
  LocalClient drives;
  RecordingFileSystem storage;
  SampleCache cache;

 private:
  static CacheSpec spec_of(Bytes capacity) {
    CacheSpec spec;
    spec.policy = chosen<CachePolicy>("never_evict");
    spec.tier = CacheTier::local_storage;
    spec.capacity = capacity;
    return spec;
  }
  Task<> read_epochs(std::int64_t samples, std::int64_t epochs) {
    FileInfo file;
    file.id.set = 1;
    file.size = kTieredSample;
    const FileHandle handle = co_await storage.open(file);
    HeldFile held(storage, handle);
    for (std::int64_t i = 0; i < epochs * samples; ++i) {
      CacheKey key;
      key.object = static_cast<std::uint64_t>(i % samples);
      if (cache.lookup(key, kTieredSample)) {
        co_await cache.read(key, Bytes(), kTieredSample);
      } else {
        co_await storage.read(handle, Bytes(), kTieredSample, IoMode::buffered);
        cache.keep(key, kTieredSample);
      }
    }
    co_await storage.close(held.release());
  }

  TaskGroup processes_;
};

// With capacity C, data D and E epochs, bytes of the storage / all bytes = (1 + (E - 1)(1 - min(1, C / D))) /
// E: the first pass reads all, the later ones what found no room. 110 GiB and 3 epochs: .333 of 100 GiB, .633
// of 200 GiB. Samples divide both, so it is exact.
TEST(Tiering, LaterPassesReadWhatFoundNoRoom) {
  constexpr Bytes kCapacity = 110_GiB;
  for (const Bytes data : {100_GiB, 200_GiB, 400_GiB}) {
    Tiering tiering(kCapacity);
    ASSERT_EQ(tiering.read(data, 3), RunEnd::finished);
    const double kept =
        std::min(1.0, static_cast<double>(kCapacity.count()) / static_cast<double>(data.count()));
    EXPECT_DOUBLE_EQ(tiering.share_of_storage(data, 3), (1 + 2 * (1 - kept)) / 3);
    EXPECT_EQ(tiering.drives.used(), std::min(data, kCapacity));
    EXPECT_EQ(tiering.drives.imbalance(), "");
  }
}

TEST(Tiering, HasTheKnownSharesOfThreeEpochs) {
  Tiering fits(110_GiB), overflows(110_GiB);
  fits.read(100_GiB, 3);
  overflows.read(200_GiB, 3);
  EXPECT_NEAR(fits.share_of_storage(100_GiB, 3), 0.333, 0.0005);
  EXPECT_NEAR(overflows.share_of_storage(200_GiB, 3), 0.633, 0.0005);
}

}  // namespace
}  // namespace headrace
