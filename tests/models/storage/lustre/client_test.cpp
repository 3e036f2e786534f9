#include "models/storage/lustre/client.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/models/support/tally.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// Returns the time of one bulk request of n bytes and its reply, alone: overhead 40 us, device 100 us + n /
// (1 GB/s), n bytes of reply.
Duration bulk_read(Bytes n) { return kRoundTrip + 40_us + 100_us + n / 1_GBps + n / kWire; }

// A cold file of 100 KB costs four round trips: open, lock, read, close. Times add up exactly.
TEST(LustreClient, AColdSmallFileTakesFourRoundTrips) {
  TestMachine machine(exact_spec());
  const Bytes size = 102'400_B;
  const Duration spent = machine.run(read_whole(machine.client(), test_file(0, size), IoMode::buffered));
  const Duration copy = size / 10_GBps;
  EXPECT_EQ(spent,
            (kRoundTrip + 200_us) + (kRoundTrip + 30_us) + bulk_read(size) + copy + (kRoundTrip + 70_us));
  EXPECT_EQ(machine.requests_sent(), 4);
  EXPECT_EQ(machine.mds_requests(), 2);
  EXPECT_EQ(machine.bulk_requests(), 1);
}

// A direct read is the same without the copy.
TEST(LustreClient, ADirectReadIsNotCopied) {
  TestMachine machine(exact_spec());
  const Bytes size = 102'400_B;
  const Duration spent = machine.run(read_whole(machine.client(), test_file(0, size), IoMode::direct));
  EXPECT_EQ(spent, (kRoundTrip + 200_us) + (kRoundTrip + 30_us) + bulk_read(size) + (kRoundTrip + 70_us));
}

// stat = getattr, then a glimpse to each stripe, together: the last of s is sent s - 1 headers after the
// first.
TEST(LustreClient, AStatAsksTheMdsAndEveryStripe) {
  for (const std::int64_t stripes : {1, 2, 7}) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 8;
    TestMachine machine(spec);
    const Duration spent = machine.run(stat_file(machine.client(), test_file(3, 1_GiB, stripes)));
    EXPECT_EQ(spent, kRoundTrip + 90_us + kRoundTrip + 20_us + (stripes - 1) * kHeader) << stripes;
    EXPECT_EQ(machine.requests_sent(), 1 + stripes);
    EXPECT_EQ(machine.mds_requests(), 1);
  }
}

// create + write + fsync + close of one RPC: the write is a copy; its request carries the data there and a
// header back, the sync commits.
TEST(LustreClient, AnFsyncCommitsOnEveryStripe) {
  TestMachine machine(exact_spec());
  const Bytes size = 1'024'000_B;
  const Duration spent = machine.run(write_whole(machine.client(), test_file(0, size), true));
  const Duration write = kRoundTrip + size / kWire + 40_us + size / 1_GBps + 25_us;
  const Duration sync = kRoundTrip + 40_us + 1_ms;
  EXPECT_EQ(spent, (kRoundTrip + 310_us) + (kRoundTrip + 30_us) + size / 10_GBps + write + sync +
                       (kRoundTrip + 70_us));
  EXPECT_EQ(machine.requests_sent(), 5 + size.count() / kRequestHeader.count());
  EXPECT_EQ(machine.ost_written(0), size);
}

Task<> make_empty(FileSystem& storage, FileInfo file) {
  const FileHandle handle = co_await storage.create(file);
  co_await storage.write(handle, Bytes(), Bytes());
  co_await storage.read(handle, Bytes(), 1_KiB, IoMode::direct);
  co_await storage.close(handle);
}

TEST(LustreClient, AnEmptyFileHasNoBulkRequests) {
  TestMachine machine(exact_spec());
  EXPECT_EQ(machine.run(make_empty(machine.client(), test_file(0, 0_B))), 2 * kRoundTrip + 310_us + 70_us);
  EXPECT_EQ(machine.requests_sent(), 2);
}

// One lock a stripe, asked for once however many requests touch it and however often the file is opened;
// ceil(bytes / RPC size) requests on one stripe.
TEST(LustreClient, AnObjectIsLockedOnce) {
  LustreSpec spec = exact_spec();
  spec.ost.count = 4;
  TestMachine machine(spec);
  FileInfo file = test_file(0, 41_MiB, 1);
  machine.run(read_whole(machine.client(), file, IoMode::direct));
  EXPECT_EQ(machine.requests_sent(), 1 + 1 + 11 + 1);
  file.layout.stripe_count = 4;
  file.layout.stripe_size = 4_MiB;
  machine.run(read_whole(machine.client(), file, IoMode::buffered));
  EXPECT_EQ(machine.requests_sent(), 14 + 1 + 3 + 11 + 1);
  machine.client().drop_caches();
  machine.run(read_whole(machine.client(), file, IoMode::direct));
  EXPECT_EQ(machine.requests_sent(), 30 + 1 + 4 + 11 + 1);
}

// A direct read sends all its requests at once: with room in the window, one bulk latency and the whole
// transfer, never one after another. All arrive at the device together but for headers.
TEST(LustreClient, ADirectReadSendsEverythingAtOnce) {
  LustreSpec spec = exact_spec();
  spec.client.max_rpcs_in_flight = 64;
  TestMachine machine(spec);
  const Bytes size = 10 * 4_MiB;
  const Duration spent = machine.run(read_whole(machine.client(), test_file(0, size), IoMode::direct));
  const Duration others = 3 * kRoundTrip + 200_us + 30_us + 70_us;
  const Duration device = 10 * (4_MiB / 1_GBps) + 100_us + 40_us;  // Its path never rests.
  EXPECT_EQ(spent, others + kRoundTrip + device + 4_MiB / kWire);
}

// A call costs its thread c, and a direct one p for each page beside: the first request leaves when its pages
// are given, and the call ends no sooner than all of them are.
TEST(LustreClient, ACallAndItsPagesAreWork) {
  LustreSpec spec = exact_spec();
  spec.client.call_overhead = 10_us;
  spec.client.direct_page = 1_us;
  const Duration others = 3 * kRoundTrip + 200_us + 30_us + 70_us;
  const auto spent = [&](Bytes size, IoMode mode) {
    TestMachine machine(spec);
    return machine.run(read_whole(machine.client(), test_file(0, size), mode));
  };
  EXPECT_EQ(spent(8_KiB, IoMode::direct), others + 10_us + 2_us + bulk_read(8_KiB));
  EXPECT_EQ(spent(8_KiB, IoMode::buffered), others + bulk_read(8_KiB) + 10_us + 8_KiB / 10_GBps);
  spec.client.direct_page = 100_us;
  EXPECT_EQ(spent(40_MiB, IoMode::direct), others + 10_us + 10'240 * 100_us - kRoundTrip - 30_us);
}

Task<> read_told(TestMachine& machine, FileInfo file, Duration& core, Duration& memory) {
  const FileHandle handle = co_await machine.client().open(file);
  Tally tally(machine.sim().now());
  co_await machine.client().read(handle, 0_B, file.size, IoMode::buffered, tally);
  core = tally.of(Activity::core);
  memory = tally.of(Activity::memory);
  co_await machine.client().close(handle);
}

// Copies after the last arrival are the thread's own work, however much of them waited for it: no time goes
// to a core that others have.
TEST(LustreClient, ASlowCopyIsToldAsMemory) {
  LustreSpec spec = exact_spec();
  spec.client.copy_bandwidth = Bandwidth::bytes_per_second(0.1e9);
  TestMachine machine(spec);
  Duration core, memory;
  machine.run(read_told(machine, test_file(0, 64_MiB), core, memory));
  EXPECT_EQ(core, Duration());
  EXPECT_GT(memory / (64_MiB / spec.client.copy_bandwidth), 0.85);
}

// The reader cannot return before its bytes are copied: T >= size / copy, and = that and the first arrival
// where the copy is the slowest part.
TEST(LustreClient, TheCopyIsABound) {
  LustreSpec spec = exact_spec();
  spec.client.copy_bandwidth = Bandwidth::bytes_per_second(0.1e9);
  spec.client.max_rpcs_in_flight = 64;
  TestMachine machine(spec);
  const Bytes size = 64_MiB;
  const Duration spent = machine.run(read_whole(machine.client(), test_file(0, size), IoMode::buffered));
  const Duration others = 3 * kRoundTrip + 200_us + 30_us + 70_us;
  const Duration expected = others + bulk_read(4_MiB) + size / spec.client.copy_bandwidth;
  EXPECT_NEAR(spent / expected, 1, 1e-6);
}

// Read-ahead. With a round trip that dwarfs transfers, one call asks for all that it wants at once, up to
// max_read_ahead_per_file = C ahead of what has arrived: n RPCs take n / (C / rpc) rounds.
TEST(LustreClient, OneCallAsksForAllThatItWants) {
  const auto rounds = [](std::int64_t rpcs, Bytes limit) {
    LustreSpec spec = exact_spec();
    spec.ost.device.flash().read_bandwidth = Bandwidth::bytes_per_second(1e15);
    spec.ost.device.flash().read_latency = Distribution(1_s);
    spec.client.max_rpcs_in_flight = 256;
    spec.client.max_read_ahead_per_file = limit;
    TestMachine machine(spec);
    FileInfo file = test_file(0, rpcs * 4_MiB);
    return std::lround(machine.run(read_whole(machine.client(), file, IoMode::buffered)) / 1_s);
  };
  EXPECT_EQ(rounds(2, 256_MiB), 1);
  EXPECT_EQ(rounds(64, 256_MiB), 1);
  EXPECT_EQ(rounds(65, 256_MiB), 2);
  EXPECT_EQ(rounds(32, 16_MiB), 8);
  EXPECT_EQ(rounds(31, 4_MiB), 31);  // One at a time.
}

Task<> read_slowly(TestMachine& machine, FileInfo file, Bytes piece, std::vector<Bytes>& ahead) {
  const FileHandle handle = co_await machine.client().open(file);
  for (Bytes at; at < file.size; at += piece) {
    co_await machine.client().read(handle, at, piece, IoMode::buffered);
    co_await machine.sim().delay(1_s);
    ahead.push_back(machine.ost_read(0) - at - piece);
  }
}

// Bytes that are fetched beyond the reader are its window, one RPC for each call, in whole RPCs: never more
// than max_read_ahead_per_file and an RPC.
TEST(LustreClient, ReadsAheadByOneRpcMoreWithEachCall) {
  LustreSpec spec = exact_spec();
  spec.client.max_read_ahead_per_file = 32_MiB;
  TestMachine machine(spec);
  const FileInfo file = test_file(0, 256_MiB);
  std::vector<Bytes> ahead;
  machine.run(read_slowly(machine, file, 1_MiB, ahead));
  ASSERT_EQ(ahead.size(), 256u);
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    const Bytes read = static_cast<std::int64_t>(i + 1) * 1_MiB;
    const Bytes window = std::min(static_cast<std::int64_t>(i + 1) * 4_MiB, 32_MiB);
    const Bytes until = std::min(read + window, file.size);
    ASSERT_EQ(ahead[i] + read, (until + 4_MiB - 1_B) / 4_MiB * 4_MiB) << "after " << i;
  }
}

// A file of up to max_read_ahead_whole is fetched whole by a read of any part of it; of a larger one, the
// first read fetches its window, and one elsewhere only what it asks for.
TEST(LustreClient, SmallFilesAreFetchedWhole) {
  const auto fetched = [](Bytes size, Bytes offset, Bytes length) {
    TestMachine machine(exact_spec());
    machine.run(read_at(machine.client(), test_file(0, size), offset, length, IoMode::buffered));
    return machine.ost_read(0);
  };
  EXPECT_EQ(fetched(4_MiB, 0_B, 1_B), 4_MiB);
  EXPECT_EQ(fetched(4_MiB, 1_MiB, 1_B), 3_MiB);
  EXPECT_EQ(fetched(1_GiB, 0_B, 1_B), 8_MiB);  // One RPC from byte 1 on, in whole RPCs.
  EXPECT_EQ(fetched(1_GiB, 100_MiB + 1_B, 128_KiB), 128_KiB);
  EXPECT_EQ(fetched(1_GiB, 102_MiB, 4_MiB), 4_MiB);  // Two requests, aligned.
  EXPECT_EQ(fetched(10_MiB, 9_MiB, 4_MiB), 1_MiB);   // Up to the end of the file.
}

Task<> read_twice(FileSystem& storage, FileInfo file, Bytes first, Bytes second, Bytes length) {
  const FileHandle handle = co_await storage.open(file);
  co_await storage.read(handle, first, length, IoMode::buffered);
  co_await storage.read(handle, second, length, IoMode::buffered);
  co_await storage.close(handle);
}

// The second read in a row opens the window in the middle of a file, too; a jump closes it.
TEST(LustreClient, ReadingOnOpensTheWindow) {
  const auto fetched = [](Bytes first, Bytes second) {
    TestMachine machine(exact_spec());
    machine.run(read_twice(machine.client(), test_file(0, 1_GiB), first, second, 1_MiB));
    return machine.ost_read(0);
  };
  EXPECT_EQ(fetched(100_MiB, 200_MiB), 2_MiB);
  EXPECT_EQ(fetched(100_MiB, 101_MiB), 8_MiB);  // 2 MiB, and then a window of 4, to an RPC's end.
}

// A file that is opened, read and closed makes one read, from its lock to its copy, and two operations on
// names.
TEST(LustreClient, RecordsWhatEachOperationTook) {
  TestMachine machine(exact_spec());
  const Bytes size = 102'400_B;
  machine.run(read_whole(machine.client(), test_file(0, size), IoMode::buffered));
  ASSERT_EQ(machine.metric("lustre/clients", "read_operation", "count"), 1);
  const Duration read = kRoundTrip + 30_us + bulk_read(size) + size / 10_GBps;
  EXPECT_EQ(machine.metric("lustre/clients", "read_operation", "mean"), static_cast<double>(read.ns()));
  EXPECT_EQ(machine.metric("lustre/clients", "metadata_operation", "count"), 2);
  EXPECT_EQ(machine.metric("lustre/clients", "write_operation", "count"), 0);
}

Task<> open_and_close(FileSystem& storage, FileInfo file, FileHandle& handle) {
  handle = co_await storage.open(file);
  co_await storage.close(handle);
}

// Files that are open one after another share one handle: a client that opens many does not grow.
TEST(LustreClient, GivesTheHandleOfAClosedFileAgain) {
  TestMachine machine(exact_spec());
  FileHandle first = 0, later = 0;
  machine.run(open_and_close(machine.client(), test_file(0, 1_MiB), first));
  for (std::int64_t i = 1; i < 20; ++i) {
    machine.run(open_and_close(machine.client(), test_file(i, 1_MiB), later));
    EXPECT_EQ(later, first) << i;
  }
}

}  // namespace
}  // namespace headrace
