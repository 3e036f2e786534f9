// Reads of pages that are held, and the laws of reuse through the whole client.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "models/storage/lustre/client.h"
#include "sim/random.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Bytes kMemory = 64_GiB;

TestMachine* fresh(const LustreSpec& spec, Bytes memory = kMemory) {
  return new TestMachine(spec, 1, kLatency, 1, memory);
}

// A second read of a file costs open, copy and close: neither lock nor request.
TEST(Pages, AHitCostsItsCopy) {
  TestMachine machine(exact_spec(), 1, kLatency, 1, kMemory);
  const Bytes size = 102'400_B;
  const FileInfo file = test_file(0, size);
  machine.run(read_whole(machine.client(), file, IoMode::buffered));
  EXPECT_EQ(machine.requests_sent(), 4);
  const Duration spent = machine.run(read_whole(machine.client(), file, IoMode::buffered));
  EXPECT_EQ(spent, (kRoundTrip + 200_us) + size / 10_GBps + (kRoundTrip + 70_us));
  EXPECT_EQ(machine.requests_sent(), 6);
  EXPECT_EQ(machine.total_bytes("page_cache_hits"), size);
  EXPECT_EQ(machine.total_bytes("page_cache_misses"), size);
}

TEST(Pages, AreHeldForLargeAndStripedFiles) {
  for (const std::int64_t stripes : {1, 3}) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 4;
    TestMachine machine(spec, 1, kLatency, 1, kMemory);
    FileInfo file = test_file(2, 300_MiB + 5_B, stripes);
    file.layout.stripe_size = 6_MiB;
    machine.run(read_whole(machine.client(), file, IoMode::buffered));
    const Duration spent =
        machine.run(read_in_pieces(machine.client(), file, 700'000_B, 0_ns, machine.sim()));
    EXPECT_EQ(machine.all_ost_read(), file.size);
    EXPECT_EQ(machine.total_bytes("page_cache_hits"), file.size);
    EXPECT_NEAR((spent - 2 * kRoundTrip - 270_us) / (file.size / 10_GBps), 1, 1e-4) << stripes;
  }
}

// What was written is held, too, whether it is on its target already or not.
TEST(Pages, WrittenOnesAreHeld) {
  TestMachine machine(exact_spec(), 1, kLatency, 1, kMemory);
  const FileInfo file = test_file(0, 50_MiB);
  machine.run(write_whole(machine.client(), file, true));
  machine.run(read_whole(machine.client(), file, IoMode::buffered));
  EXPECT_EQ(machine.all_ost_read(), 0_B);
  EXPECT_EQ(machine.total_bytes("page_cache_hits"), file.size);
}

// Direct reads ask for everything and leave nothing behind.
TEST(Pages, DirectReadsGoAroundThem) {
  TestMachine machine(exact_spec(), 1, kLatency, 1, kMemory);
  const FileInfo file = test_file(0, 3_MiB);
  machine.run(read_whole(machine.client(), file, IoMode::direct));
  machine.run(read_whole(machine.client(), file, IoMode::buffered));
  machine.run(read_whole(machine.client(), file, IoMode::direct));
  EXPECT_EQ(machine.ost_read(0), 9_MiB);
  EXPECT_EQ(machine.total_bytes("page_cache_hits"), 0_B);
  EXPECT_EQ(machine.total_bytes("page_cache_misses"), 3_MiB);
}

Task<> read_parts(FileSystem& storage, FileInfo file, std::vector<std::pair<Bytes, Bytes>> parts) {
  HeldFile held(storage, co_await storage.open(file));
  for (const auto& part : parts)
    co_await storage.read(held.handle(), part.first, part.second, IoMode::buffered);
  co_await storage.close(held.release());
}

// Only what is missing is asked for: before, behind and around a held run.
TEST(Pages, APartlyHeldPieceIsCompleted) {
  const auto fetched = [](std::vector<std::pair<Bytes, Bytes>> parts) {
    const std::unique_ptr<TestMachine> machine(fresh(exact_spec()));
    machine->run(read_parts(machine->client(), test_file(0, 1_GiB), std::move(parts)));
    return machine->ost_read(0);
  };
  EXPECT_EQ(fetched({{101_MiB, 1_MiB}, {100_MiB, 4_MiB}}), 4_MiB);
  EXPECT_EQ(fetched({{100_MiB, 1_MiB}, {200_MiB, 1_MiB}, {100_MiB, 4_MiB}}), 5_MiB);
  EXPECT_EQ(fetched({{102_MiB, 2_MiB}, {200_MiB, 1_MiB}, {100_MiB, 4_MiB}}), 5_MiB);
  EXPECT_EQ(fetched({{100_MiB, 4_MiB}, {200_MiB, 1_MiB}, {101_MiB, 1_MiB}}), 5_MiB);
  EXPECT_EQ(fetched({{100_MiB, 8_MiB}, {200_MiB, 1_MiB}, {102_MiB, 4_MiB}}), 9_MiB);
}

// Without memory, or with a share of nothing, every read is a request, and locks stay all the same.
TEST(Pages, NeedMemory) {
  for (const double share : {0.0, 0.5}) {
    LustreSpec spec = exact_spec();
    spec.client.max_cached_share = share;
    const std::unique_ptr<TestMachine> machine(fresh(spec, share == 0.0 ? kMemory : 0_B));
    for (int i = 0; i < 2; ++i)
      machine->run(read_whole(machine->client(), test_file(0, 1_MiB), IoMode::buffered));
    EXPECT_EQ(machine->ost_read(0), 2_MiB);
    EXPECT_EQ(machine->requests_sent(), 4 + 3);
    EXPECT_EQ(machine->total_bytes("page_cache_misses"), 0_B);
  }
}

TEST(Pages, AreDroppedOnRequest) {
  TestMachine machine(exact_spec(), 1, kLatency, 1, kMemory);
  for (int i = 0; i < 3; ++i) {
    machine.run(write_whole(machine.client(), test_file(0, 9_MiB), true));
    machine.client().drop_caches();
    machine.run(read_whole(machine.client(), test_file(0, 9_MiB), IoMode::buffered));
  }
  EXPECT_EQ(machine.ost_read(0), 27_MiB);
}

// Reads `epochs` times each of `files` files, one every millisecond, in a fresh order or always the same.
Task<> train(TestMachine& machine, std::int64_t files, int epochs, bool shuffled) {
  RandomStream random(7, "order");
  std::vector<std::int64_t> order(static_cast<std::size_t>(files));
  std::iota(order.begin(), order.end(), 0);
  Time next = machine.sim().now();
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (std::size_t i = order.size() - 1; shuffled && i > 0; --i)
      std::swap(order[i], order[random.below(i + 1)]);
    for (const std::int64_t index : order) {
      co_await read_whole(machine.client(), test_file(index, 100_KiB), IoMode::buffered);
      next += 1_ms;
      co_await machine.sim().delay(next - machine.sim().now());
    }
  }
}

// Share of the bytes, after the first epoch, that were held.
double reuse(const LustreSpec& spec, Bytes memory, std::int64_t files, int epochs, bool shuffled) {
  const std::unique_ptr<TestMachine> machine(fresh(spec, memory));
  machine->run(train(*machine, files, epochs, shuffled));
  const auto later = static_cast<double>(files * (epochs - 1) * (100_KiB).count());
  return static_cast<double>(machine->total_bytes("page_cache_hits").count()) / later;
}

// Lock age: files read once an epoch of length T in a fresh random order: the gap between two
// reads of a file is triangular on (0, 2T), so with memory for all, hits are a^2 / 2 for a = age / T <= 1 and
// 1 - (2 - a)^2 / 2 up to a = 2. 25 epochs of 500 files: the deviation of the share is below .0045.
TEST(Pages, AreReusedAsLongAsTheirLockIsYoung) {
  for (const double a : {0.5, 1.0, 1.4, 2.1}) {
    LustreSpec spec = exact_spec();
    spec.client.lock_max_age = Duration::seconds(a / 2);
    const double expected = a <= 1 ? a * a / 2 : 1 - std::pow(2 - std::min(a, 2.0), 2) / 2;
    EXPECT_NEAR(reuse(spec, kMemory, 500, 26, true), expected, 0.01) << a;
  }
}

// Lock age: In a fixed order all gaps are T: an epoch longer than the age reuses nothing, a shorter one all.
TEST(Pages, InAFixedOrderAreReusedAllOrNotAtAll) {
  LustreSpec spec = exact_spec();
  spec.client.lock_max_age = 200_ms;
  EXPECT_EQ(reuse(spec, kMemory, 210, 5, false), 0);
  EXPECT_EQ(reuse(spec, kMemory, 190, 5, false), 1);
}

// The number of unused locks is a cache of its own, least recently used first: with n of F files' locks,
// share f = n / F, hits are f + (1 - f) ln(1 - f), as with pages for that share under old locks.
TEST(Pages, AreReusedAsFarAsLeastRecentlyUsedReaches) {
  for (const double f : {0.25, 0.75}) {
    const double expected = f + (1 - f) * std::log(1 - f);
    LustreSpec spec = exact_spec();
    spec.client.max_cached_share = 0.5;
    const auto files = static_cast<std::int64_t>(f * 500);
    EXPECT_NEAR(reuse(spec, 2 * files * 100_KiB, 500, 26, true), expected, 0.01) << f;
    spec.client.lock_lru_size = files;
    EXPECT_NEAR(reuse(spec, kMemory, 500, 26, true), expected, 0.01) << f;
  }
}

}  // namespace
}  // namespace headrace
