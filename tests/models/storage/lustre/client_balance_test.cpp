// The client's account balances at every moment, whatever runs and however it ends.
#include <gtest/gtest.h>

#include <vector>

#include "models/storage/lustre/client.h"
#include "sim/random.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// Reads, writes and syncs at random, in files that it shares with others and in parts that overlap.
Task<> anything(TestMachine& machine, std::size_t client, RandomStream random, int files) {
  FileSystem& storage = machine.client(client);
  for (int i = 0; i < files; ++i) {
    FileInfo file = test_file(static_cast<std::int64_t>(random.below(12)), 9_MiB + 4321_B,
                              1 + static_cast<std::int64_t>(random.below(3)));
    file.layout.stripe_count = 1 + file.id.index % 3;
    HeldFile held(storage, co_await storage.create(file));
    for (int k = 0; k < 6; ++k) {
      const Bytes at = Bytes::count(static_cast<std::int64_t>(random.below(9 << 20)));
      const Bytes length = Bytes::count(static_cast<std::int64_t>(random.below(3 << 20)));
      const std::uint64_t what = random.below(8);
      if (what == 0) co_await storage.sync(held.handle());
      if (what == 1) co_await storage.read(held.handle(), at, length, IoMode::direct);
      if (what >= 2 && what < 5) co_await storage.read(held.handle(), at, length, IoMode::buffered);
      if (what >= 5) co_await storage.write(held.handle(), at, length);
    }
    co_await storage.close(held.release());
  }
}

LustreSpec small_spec(std::string_view policy) {
  LustreSpec spec;
  spec.oss.count = 2;
  spec.ost.count = 3;
  spec.client.rpc_size = 1_MiB;
  spec.client.max_rpcs_in_flight = 2;
  spec.client.max_dirty = 1_MiB + 1_KiB;
  spec.client.lock_max_age = 20_ms;
  spec.client.lock_lru_size = 8;
  spec.client.page_cache = Chosen<CachePolicy>(policy);
  return spec;
}

class Balance : public ::testing::TestWithParam<std::string_view> {};

// Asked at random events in the middle of it all, with caches dropped and processes stopped now and then.
TEST_P(Balance, HoldsAtEveryMoment) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    TestMachine machine(small_spec(GetParam()), 2, 2_us, seed, 48_MiB);
    RandomStream random(seed, "moments");
    for (int round = 0; round < 3; ++round) {
      TaskGroup group(machine.sim());
      for (std::size_t i = 0; i < 6; ++i)
        group.spawn("anything", anything(machine, i % 2, random.at(i), 1000));
      for (int moment = 0; moment < 20; ++moment) {
        RunLimits limits;
        limits.events = machine.sim().events() + random.below(200);
        machine.sim().run(limits);
        if (random.below(5) == 0) machine.client(0).drop_caches();
        for (std::size_t client = 0; client < 2; ++client)
          ASSERT_EQ(machine.lustre_client(client).imbalance(), "") << "seed " << seed;
      }
    }
    machine.settle();
  }
}

// To the end: all that was written is on the targets, and all that was asked for came from pages or requests.
TEST_P(Balance, HoldsAtTheEnd) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    TestMachine machine(small_spec(GetParam()), 2, 2_us, seed, 48_MiB);
    std::vector<Task<>> bodies;
    for (std::size_t i = 0; i < 6; ++i)
      bodies.push_back(anything(machine, i % 2, RandomStream(seed, "files").at(i), 20));
    machine.run_all(std::move(bodies));
    ASSERT_EQ(machine.outcome().end, RunEnd::finished);
    Bytes written, read;
    for (std::int64_t ost = 0; ost < 3; ++ost) written += machine.ost_written(ost);
    for (std::size_t client = 0; client < 2; ++client) read += machine.lustre_client(client).read_back();
    EXPECT_EQ(written, machine.total_bytes("bytes_written"));
    EXPECT_EQ(read, machine.all_ost_read());
    EXPECT_GT(machine.total_bytes("page_cache_hits"), 0_B);
  }
}

// Those that need no future.
INSTANTIATE_TEST_SUITE_P(Policies, Balance,
                         ::testing::Values("lru", "fifo", "sieve", "s3fifo", "never_evict"));

}  // namespace
}  // namespace headrace
