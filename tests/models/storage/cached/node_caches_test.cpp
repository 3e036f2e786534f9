#include "models/storage/cached/node_caches.h"

#include <gtest/gtest.h>

#include "models/storage/filer/filer.h"
#include "models/storage/gpfs/gpfs.h"
#include "models/storage/local/local_store.h"
#include "tests/models/support/store_machine.h"

namespace headrace {
namespace {

PageCacheSpec of(Bytes capacity) {
  PageCacheSpec spec;
  spec.capacity = capacity;
  return spec;
}

// Whatever the store, the second reading of a node costs it no byte; another node has memory of its own.
template <class Kind, class Spec>
void expect_kept(Spec spec) {
  spec.page_cache = of(100_MiB);
  StoreMachine machine(*recipe<Store, Kind>(spec), 2);
  const FileInfo file = test_file(3, 20'000'000_B);
  const auto read = [&](std::size_t node) {
    machine.run(read_whole(machine.client(node), file, IoMode::buffered));
    return machine.sum("store/page_caches", "page_cache_misses");
  };
  EXPECT_EQ(read(0), 20e6);
  EXPECT_EQ(read(0), 20e6);
  EXPECT_EQ(read(1), 40e6);
  EXPECT_EQ(machine.sum("store/page_caches", "page_cache_hits"), 20e6);
  machine.run(write_whole(machine.client(), test_file(4, 20'000'000_B), true));
  EXPECT_EQ(machine.store().imbalance(), "");
}

TEST(NodeCaches, StandOverStoresOfSeveralKinds) {
  expect_kept<LocalStore>(LocalSpec());
  expect_kept<Filer>(FilerSpec());
  expect_kept<Gpfs>(GpfsSpec());
}

TEST(NodeCaches, AreAShareOfTheMemory) {
  Simulation sim;
  Metrics metrics;
  LocalSpec spec;
  spec.page_cache = PageCacheSpec();
  spec.page_cache->memory_share = 0.25;
  LocalStore store(Scope(sim, metrics), spec);
  Host host;
  EXPECT_NE(dynamic_cast<LocalClient*>(&store.client(host)), nullptr);  // Of a node without memory.
  host.node = 1;
  host.memory = 40'000'000_B;
  FileSystem& client = store.client(host);
  TaskGroup group(sim);
  group.spawn("reads", read_whole(client, test_file(1, 30'000'000_B), IoMode::buffered));
  sim.run();
  EXPECT_LE(dynamic_cast<CachedFileSystem&>(client).held(), 10'000'000_B);
  EXPECT_GT(dynamic_cast<CachedFileSystem&>(client).held(), 8'000'000_B);
  EXPECT_EQ(&store.client(host), &client);
}

}  // namespace
}  // namespace headrace
