// Several clients and one file: who writes or reads waits until others have given their locks back.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/storage/lustre/client.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Duration kMessage = kLatency + kHeader;
constexpr Duration kEnqueue = 30_us;

// Returns the time of one write request of n bytes and its answer, alone.
Duration written_alone(Bytes n) { return kRoundTrip + n / kWire + 40_us + n / 1_GBps + 25_us; }
Duration read_alone(Bytes n) { return kRoundTrip + n / kWire + 40_us + n / 1_GBps + 100_us; }

// Time from the request for a lock to its grant, where another client first has to be called back, to write
// so many bytes, and to cancel.
Duration taken_over(Bytes dirty) {
  return kMessage + kEnqueue + kMessage + (dirty > Bytes() ? written_alone(dirty) : Duration()) + kMessage +
         kEnqueue + kMessage;
}

struct Shared {
  explicit Shared(std::int64_t clients, std::int64_t stripes = 1, Bytes memory = Bytes())
      : machine(spec_of(stripes), clients, kLatency, 1, memory) {
    file.layout.stripe_count = stripes;
  }
  static LustreSpec spec_of(std::int64_t osts) {
    LustreSpec spec = exact_spec();
    spec.ost.count = osts;
    return spec;
  }

  Task<> create(std::size_t client) { handles[client] = co_await machine.client(client).create(file); }
  Task<> open(std::size_t client) { handles[client] = co_await machine.client(client).open(file); }
  Task<> write(std::size_t client, Bytes offset, Bytes length) {
    co_await machine.client(client).write(handles[client], offset, length);
  }
  Task<> read(std::size_t client, Bytes offset, Bytes length) {
    co_await machine.client(client).read(handles[client], offset, length, IoMode::buffered);
  }
  Task<> sync(std::size_t client) { co_await machine.client(client).sync(handles[client]); }

  TestMachine machine;
  FileInfo file = test_file(0, 64_MiB);
  std::vector<FileHandle> handles = std::vector<FileHandle>(16);
};

// t = enqueue, callback, the other's dirty bytes written, cancel, grant, and the copy.
TEST(LockConflicts, AWriterWaitsUntilTheOtherHasWritten) {
  Shared shared(2);
  shared.machine.run(shared.create(0));
  shared.machine.run(shared.open(1));
  shared.machine.run(shared.write(0, 0_B, 1_MiB));
  EXPECT_EQ(shared.machine.ost_written(0), 0_B);
  EXPECT_EQ(shared.machine.run(shared.write(1, 8_MiB, 1_MiB)), taken_over(1_MiB) + 1_MiB / 10_GBps);
  EXPECT_EQ(shared.machine.ost_written(0), 1_MiB);
  EXPECT_EQ(shared.machine.run(shared.write(1, 9_MiB, 1_MiB)), 1_MiB / 10_GBps);  // It has the lock now.
}

// A reader finds what another wrote at the server, and the writer has lost its pages and its lock.
TEST(LockConflicts, AReaderGetsWhatTheOtherWrote) {
  Shared shared(2, 1, 8_GiB);
  shared.machine.run(shared.create(0));
  shared.machine.run(shared.open(1));
  shared.machine.run(shared.write(0, 0_B, 1_MiB));
  const Duration spent = shared.machine.run(shared.read(1, 0_B, 64_KiB));
  EXPECT_GE(spent, taken_over(1_MiB) + read_alone(64_KiB));
  EXPECT_EQ(shared.machine.ost_written(0), 1_MiB);
  const Bytes before = shared.machine.ost_read(0);
  shared.machine.run(shared.read(0, 0_B, 64_KiB));
  EXPECT_GT(shared.machine.ost_read(0), before);
}

// Whenever the first writer to a job's files comes while a reader asks for his lock, the next write finds
// that lock: its bytes are fetched.
TEST(LockConflicts, AReaderBesideTheFirstWriterIsKnown) {
  const auto write_late = [](Shared& all, Duration late) -> Task<> {
    co_await all.machine.sim().delay(late);
    co_await all.write(1, 0_B, 1_MiB);
  };
  for (int instant = 0; instant < 80; ++instant) {
    Shared shared(2, 1, 8_GiB);
    for (const std::size_t client : {0U, 1U}) shared.machine.run(shared.open(client));
    std::vector<Task<>> bodies;
    bodies.push_back(shared.read(0, 0_B, 64_KiB));
    bodies.push_back(write_late(shared, instant * 3_us));
    shared.machine.run_all(std::move(bodies));
    shared.machine.run(shared.write(1, 0_B, 1_MiB));
    const Bytes before = shared.machine.ost_read(0);
    shared.machine.run(shared.read(0, 0_B, 64_KiB));
    EXPECT_GT(shared.machine.ost_read(0), before) << instant;
  }
}

// Two that write parts far apart at the same time soon have one each, and disturb each other no more: all of
// it costs less than four turns.
TEST(LockConflicts, WritersOfPartsApartSoonHaveOneEach) {
  Shared shared(2);
  shared.machine.run(shared.create(0));
  shared.machine.run(shared.open(1));
  const auto written = [](Shared& all, std::size_t client, Bytes begin) -> Task<> {
    for (Bytes at = begin; at < begin + 24_MiB; at += 1_MiB) co_await all.write(client, at, 1_MiB);
  };
  std::vector<Task<>> bodies;
  bodies.push_back(written(shared, 0, 0_B));
  bodies.push_back(written(shared, 1, 32_MiB));
  EXPECT_LE(shared.machine.run_all(std::move(bodies)), 24_MiB / 10_GBps + 4 * taken_over(4_MiB));
}

// Files of their own, or other stripes of one, are no conflict: bytes on two targets by two clients.
TEST(LockConflicts, StripesAreDomainsOfTheirOwn) {
  Shared shared(2, 2);
  shared.machine.run(shared.create(0));
  shared.machine.run(shared.open(1));
  shared.machine.run(shared.write(0, 0_B, 1_MiB));
  EXPECT_EQ(shared.machine.run(shared.write(1, 1_MiB, 1_MiB)), 2 * kMessage + kEnqueue + 1_MiB / 10_GBps);
}

// Clients that write one stripe in turn are slower than one that writes it all, and all bytes arrive.
TEST(LockConflicts, StridedWritersTakeTurns) {
  const auto spent = [](std::int64_t clients) {
    Shared shared(clients);
    shared.machine.run(shared.create(0));
    std::vector<Task<>> opens, bodies;
    for (std::int64_t i = 1; i < clients; ++i) opens.push_back(shared.open(static_cast<std::size_t>(i)));
    shared.machine.run_all(std::move(opens));
    const auto strided = [](Shared& all, std::size_t client, std::int64_t of) -> Task<> {
      constexpr Bytes kPiece = 47'008_B;
      for (std::int64_t i = static_cast<std::int64_t>(client); i < 240; i += of)
        co_await all.write(client, i * kPiece, kPiece);
      co_await all.sync(client);
    };
    for (std::int64_t i = 0; i < clients; ++i)
      bodies.push_back(strided(shared, static_cast<std::size_t>(i), clients));
    const Duration all = shared.machine.run_all(std::move(bodies));
    EXPECT_EQ(shared.machine.ost_written(0), 240 * 47'008_B);
    EXPECT_EQ(shared.machine.lustre().imbalance(), "");
    return all;
  };
  const Duration alone = spent(1);
  const Duration two = spent(2);
  EXPECT_GT(two / alone, 1.5);
  EXPECT_GT(spent(8) / alone, 2);
}

}  // namespace
}  // namespace headrace
