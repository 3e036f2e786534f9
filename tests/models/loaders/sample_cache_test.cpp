#include "models/loaders/sample_cache.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

constexpr Bytes kObject = Bytes::count(9'000'000);

CacheKey key_of(std::uint64_t object) { return {object, 0}; }

class CacheRig {
 public:
  CacheRig(CacheTier tier, std::int64_t objects, std::string_view policy = "lru")
      : scope(sim, metrics, "test"),
        network(scope.part("network"), NetworkSpec()),
        node(scope.part("node"), node_spec(), network, 0),
        local(sim, 100_us, 200_us, 1_GBps, 50_us),
        cache(home(), spec_of(tier, objects, policy)),
        processes(sim) {}

  // Looks up the objects one after another and offers those that are not held; returns which were.
  std::vector<bool> ask(std::vector<std::uint64_t> objects, Duration rest = Duration()) {
    std::vector<bool> found;
    processes.spawn("reader", ask_all(std::move(objects), rest, found));
    sim.run();
    return found;
  }
  // Time for the background to write; daemons alone do not keep a run alive.
  void wait(Duration span) {
    processes.spawn("wait", pause(span));
    sim.run();
  }
  Task<> ask_all(std::vector<std::uint64_t> objects, Duration rest, std::vector<bool>& found) {
    for (const std::uint64_t object : objects) {
      const bool held = cache.lookup(key_of(object), kObject);
      found.push_back(held);
      if (held) {
        co_await cache.read(key_of(object), Bytes(), kObject);
      } else {
        cache.keep(key_of(object), kObject);
      }
      co_await sim.delay(rest);
    }
  }

  Simulation sim;
  Metrics metrics;
  Scope scope;
  Network network;
  Node node;
  RecordingFileSystem local;
  SampleCache cache;
  TaskGroup processes;

 private:
  CacheHome home() {
    FileId file;
    file.set = 7;
    return CacheHome(scope.part("cache", 0), node, &local, file, 0, 0);
  }
  static NodeSpec node_spec() {
    NodeSpec spec;
    spec.accelerator_memory.emplace();
    spec.accelerator_memory->bandwidth = 1000_GBps;
    return spec;
  }
  static CacheSpec spec_of(CacheTier tier, std::int64_t objects, std::string_view policy) {
    CacheSpec spec;
    spec.policy = chosen<CachePolicy>(policy);
    spec.tier = tier;
    spec.capacity = kObject * objects;
    return spec;
  }
  Task<> pause(Duration span) { co_await sim.delay(span); }
};

// A hit takes size / 9 GB/s: 1 ms; a miss and keeping take nothing here.
TEST(SampleCache, AHitInMemoryCostsOneCopy) {
  CacheRig rig(CacheTier::memory, 2);
  EXPECT_EQ(rig.ask({1, 2}), (std::vector<bool>{false, false}));
  EXPECT_EQ(rig.sim.now(), Time());
  EXPECT_EQ(rig.ask({1, 1, 2}), (std::vector<bool>{true, true, true}));
  EXPECT_EQ(rig.sim.now(), Time::at(3_ms));
  EXPECT_EQ(rig.cache.hits(), 3);
  EXPECT_EQ(rig.cache.misses(), 2);
  EXPECT_EQ(rig.cache.bytes_hit(), kObject * 3);
  EXPECT_EQ(rig.cache.bytes_missed(), kObject * 2);
  EXPECT_TRUE(rig.local.records().empty());
  EXPECT_EQ(rig.cache.imbalance(), "");
}

// In an accelerator a hit takes size / 1000 GB/s, 9 us, and no core.
TEST(SampleCache, AHitInAnAcceleratorIsReadThere) {
  CacheRig rig(CacheTier::accelerator, 2);
  EXPECT_TRUE(rig.cache.on_device());
  EXPECT_EQ(rig.ask({1, 2, 1, 2}), (std::vector<bool>{false, false, true, true}));
  EXPECT_EQ(rig.sim.now(), Time::at(18_us));
  EXPECT_EQ(rig.node.cores_utilisation(), 0);
  EXPECT_EQ(rig.node.memory_utilisation(), 0);
  EXPECT_TRUE(rig.local.records().empty());
}

TEST(SampleCache, GivesUpWhatItsPolicySays) {
  CacheRig rig(CacheTier::memory, 2);
  EXPECT_EQ(rig.ask({1, 2, 1, 3, 1, 2}), (std::vector<bool>{false, false, true, false, true, false}));
  EXPECT_EQ(rig.cache.evictions(), 2);
}

// Written one after another at 200 us + 9 ms each, after 100 us to create the file: object 1 is there at
// 9.3 ms, object 2 at 18.5 ms. Until then it is missed, and is not written twice.
TEST(SampleCache, OnDrivesAnObjectIsHeldOnceItIsWritten) {
  CacheRig rig(CacheTier::local_storage, 4);
  EXPECT_EQ(rig.ask({1, 2, 1}, 3_ms), (std::vector<bool>{false, false, false}));  // At 0, 3 and 6 ms.
  EXPECT_EQ(rig.cache.imbalance(), "");
  rig.wait(300_us);  // It is 9.3 ms.
  EXPECT_EQ(rig.ask({1, 2}, Duration()), (std::vector<bool>{true, true}));
  // The hit opens the file to read and takes 100 us + 200 us + 9 ms, up to 18.6 ms; so object 2 is there, and
  // is read through the same handle.
  EXPECT_EQ(rig.sim.now(), Time::at(9300_us + 9300_us + 9200_us));
  EXPECT_EQ(rig.local.texts(),
            (std::vector<std::string>{"create 7/0", "write 7/0 [0, 9000000)", "write 7/0 [9000000, 18000000)",
                                      "open 7/0", "read 7/0 [0, 9000000)", "read 7/0 [0, 9000000)"}));
  EXPECT_EQ(rig.cache.imbalance(), "");
}

// The queue has 64 places and one write is under way: of 100 objects offered at once 65 are kept.
TEST(SampleCache, OnDrivesKeepingNeverWaits) {
  CacheRig rig(CacheTier::local_storage, 1000);
  rig.wait(1_us);  // The writer is ready.
  std::vector<std::uint64_t> objects;
  for (std::uint64_t i = 0; i < 100; ++i) objects.push_back(i);
  const Time begun = rig.sim.now();
  rig.ask(objects);
  EXPECT_EQ(rig.sim.now(), begun);
  EXPECT_EQ(rig.cache.imbalance(), "");
  rig.wait(10_s);
  const std::vector<bool> found = rig.ask(objects);
  std::size_t kept = 0;
  for (const bool held : found) kept += held ? 1 : 0;
  EXPECT_EQ(kept, SampleCache::kMostWaiting + 1);
  EXPECT_EQ(rig.local.count(IoOperation::write), 65);
  EXPECT_EQ(rig.cache.imbalance(), "");
}

// A policy that gives nobody up refuses the third object: nothing is written for it.
TEST(SampleCache, OnDrivesWritesOnlyWhatItKeeps) {
  CacheRig rig(CacheTier::local_storage, 2, "never_evict");
  rig.ask({1, 2, 3}, 20_ms);
  EXPECT_EQ(rig.ask({1, 2, 3}, 20_ms), (std::vector<bool>{true, true, false}));
  EXPECT_EQ(rig.local.count(IoOperation::write), 2);
}

// Written round and round inside the capacity.
TEST(SampleCache, TheFileOnDrivesNeverOutgrowsTheCache) {
  CacheRig rig(CacheTier::local_storage, 3);
  rig.ask({1, 2, 3, 4, 5, 1, 2, 3}, 20_ms);
  for (const auto& record : rig.local.records()) EXPECT_LE(record.offset + record.length, kObject * 3);
  EXPECT_EQ(rig.cache.evictions(), 5);
}

// Readers at once have a handle each; one that goes away in the middle gives its own back.
TEST(SampleCache, HandlesAreSharedAndReturned) {
  CacheRig rig(CacheTier::local_storage, 4);
  rig.ask({1, 2}, 20_ms);
  std::vector<bool> found;
  {
    TaskGroup group(rig.sim);
    for (int i = 0; i < 3; ++i) group.spawn("reader", rig.ask_all({1}, Duration(), found));
    rig.wait(1_ms);
  }
  EXPECT_EQ(rig.local.under_way(), 0);
  rig.ask({1, 2, 1, 2}, 1_ms);
  EXPECT_EQ(rig.local.most_open_handles(), 4);  // The writer's and three.
  EXPECT_EQ(rig.local.count(IoOperation::open), 3);
}

}  // namespace
}  // namespace headrace
