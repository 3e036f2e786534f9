// The memory of object storage servers: what is read twice, or was just written, needs no drives.
#include "models/storage/lustre/server_cache.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Bytes kCachedSize = 1'000'000_B;
constexpr Duration kDrives = 1_ms + 100_us;  // Of kCachedSize bytes, read.

LustreSpec cached(Bytes memory = 1_GiB, double max_file_share = 1) {
  LustreSpec spec = exact_spec();
  ServerCacheSpec& cache = spec.oss.read_cache.emplace();
  cache.memory = memory;
  cache.max_file_share = max_file_share;
  return spec;
}

Duration read_by(TestMachine& machine, std::size_t client, const FileInfo& file) {
  return machine.run(read_whole(machine.client(client), file, IoMode::direct));
}

Bytes hits(const TestMachine& machine) {
  return Bytes::count(machine.total("lustre/oss/0", "read_cache_hits"));
}

// Without a cache both readers take as long; with one, the second takes the time of the drives less.
TEST(ServerCache, ASecondClientNeedsNoDrives) {
  TestMachine plain(exact_spec(), 2), machine(cached(), 2);
  const FileInfo file = test_file(0, kCachedSize);
  const Duration first = read_by(plain, 0, file);
  EXPECT_EQ(read_by(plain, 1, file), first);
  EXPECT_EQ(read_by(machine, 0, file), first);
  EXPECT_EQ(read_by(machine, 1, file), first - kDrives);
  EXPECT_EQ(hits(machine), kCachedSize);
  EXPECT_EQ(machine.ost_read(0), 2 * kCachedSize);  // Served, from wherever.
  EXPECT_EQ(machine.total("lustre/ost/0/device", "bytes"), kCachedSize.count());
  EXPECT_EQ(machine.lustre().imbalance(), "");
}

// Of a part that is held only the rest is missing, and the request goes to the drives as a whole.
TEST(ServerCache, AMissingByteIsAMiss) {
  TestMachine machine(cached(), 3);
  const FileInfo file = test_file(0, kCachedSize);
  machine.run(read_at(machine.client(0), file, 0_B, kCachedSize / 2, IoMode::direct));
  read_by(machine, 1, file);
  EXPECT_EQ(hits(machine), 0_B);
  machine.run(read_at(machine.client(2), file, kCachedSize / 4, kCachedSize / 2, IoMode::direct));
  EXPECT_EQ(hits(machine), kCachedSize / 2);
}

TEST(ServerCache, LongRequestsAndLargeFilesGoAroundIt) {
  const auto hits_of_second = [](LustreSpec spec, Bytes size) {
    TestMachine machine(spec, 2);
    read_by(machine, 0, test_file(0, size));
    read_by(machine, 1, test_file(0, size));
    return hits(machine);
  };
  const Bytes memory = 640_MiB;  // A 64th of it are 10 MiB.
  EXPECT_EQ(hits_of_second(cached(memory, 1.0 / 64), 10_MiB), 10_MiB);
  EXPECT_EQ(hits_of_second(cached(memory, 1.0 / 64), 10_MiB + 1_B), 0_B);
  LustreSpec long_requests = cached();
  long_requests.client.rpc_size = 8_MiB;
  EXPECT_EQ(hits_of_second(long_requests, 16_MiB), 0_B);
  EXPECT_EQ(hits_of_second(long_requests, 8_MiB - 1_B), 8_MiB - 1_B);
}

// What is written is on the drives before the answer either way, and in memory only with write-through.
TEST(ServerCache, WhatWasWrittenIsHeld) {
  for (const bool through : {true, false}) {
    LustreSpec spec = cached();
    spec.oss.read_cache->write_through = through;
    TestMachine machine(spec, 2), plain(exact_spec(), 2);
    const FileInfo file = test_file(0, kCachedSize);
    const auto write = [&](TestMachine& m) { return m.run(write_whole(m.client(0), file, true)); };
    EXPECT_EQ(write(machine), write(plain));
    EXPECT_EQ(read_by(machine, 1, file), read_by(plain, 1, file) - (through ? kDrives : Duration()));
  }
}

Task<> random_reads(FileSystem& storage, std::int64_t files, int reads, std::uint64_t seed) {
  RandomStream draws(seed, "reads");
  for (int i = 0; i < reads; ++i) {
    const auto index = static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(files)));
    const FileInfo file = test_file(index, kCachedSize);
    co_await read_whole(storage, file, IoMode::direct);
  }
}

// Of N files that are read at random, each as likely, M held by any order are hit with M / N: here 24 of 96,
// once the cache is full. Deviation of the share of 4000 reads: sqrt(0.25 x 0.75 / 4000) = 0.007, five of
// those. A read takes a miss, less the drives for each hit.
TEST(ServerCache, HitsAreTheShareThatFits) {
  TestMachine machine(cached(24 * kCachedSize));
  machine.run(random_reads(machine.client(), 96, 400, 1));
  const Bytes before = hits(machine);
  const Duration spent = machine.run(random_reads(machine.client(), 96, 4000, 2));
  const double share =
      static_cast<double>((hits(machine) - before).count()) / 4000 / static_cast<double>(kCachedSize.count());
  EXPECT_NEAR(share, 0.25, 0.035);
  TestMachine plain(exact_spec());
  plain.run(random_reads(plain.client(), 96, 400, 1));
  const Duration without = plain.run(random_reads(plain.client(), 96, 4000, 2));
  EXPECT_NEAR((without - spent) / kDrives, share * 4000, 1);
}

// Read in turn, as an epoch does, files of twice the memory never hit under LRU; within it all do.
TEST(ServerCache, AnEpochPastItsMemoryNeverHits) {
  for (const auto& [files, expected] : {std::pair<std::int64_t, std::int64_t>{48, 0}, {24, 24}}) {
    TestMachine machine(cached(24 * kCachedSize));
    for (int epoch = 0; epoch < 2; ++epoch)
      for (std::int64_t i = 0; i < files; ++i) read_by(machine, 0, test_file(i, kCachedSize));
    EXPECT_EQ(hits(machine), expected * kCachedSize);
  }
}

TEST(ServerCache, AnOutageOfTheServerLosesIt) {
  TestMachine machine(cached(), 3);
  const FileInfo file = test_file(0, kCachedSize);
  read_by(machine, 0, file);
  Place place;
  place.part = Part::oss;
  machine.lustre().fault_site()->goes_down(place, Outage());
  machine.lustre().fault_site()->comes_up(place);
  read_by(machine, 1, file);
  EXPECT_EQ(hits(machine), 0_B);
  read_by(machine, 2, file);
  EXPECT_EQ(hits(machine), kCachedSize);
}

// 512 MB at 1 GB/s, and the second time with what the window and the wires let through.
TEST(ServerCache, HoldsInARunWithFlows) {
  FidelitySpec flow;
  flow.fidelity = Fidelity::flow;
  TestMachine machine(cached(), 2, kLatency, 1, Bytes(), flow);
  const FileInfo file = test_file(0, 512'000'000_B);
  EXPECT_NEAR(read_by(machine, 0, file) / 512_ms, 1, 0.03);
  EXPECT_LT(read_by(machine, 1, file) / 512_ms, 0.2);
  EXPECT_EQ(hits(machine), file.size);
  EXPECT_EQ(machine.lustre().imbalance(), "");
}

}  // namespace
}  // namespace headrace
