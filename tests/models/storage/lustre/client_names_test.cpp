// Names: unlinks, lookups of directories, and the windows of metadata requests.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/storage/lustre/client.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

FileInfo in_directory(std::int64_t index, std::int64_t directory, std::int32_t set = 0) {
  FileInfo file = test_file(index, 1_KiB);
  file.id.set = set;
  file.directory = directory;
  return file;
}

Task<> create_file(FileSystem& storage, FileInfo file) { co_await storage.create(file); }

// One request: L + h there, its service, L + h back; nothing is asked of a target, however many stripes.
TEST(LustreNames, AnUnlinkIsOneRequestToTheMds) {
  LustreSpec spec = exact_spec();
  spec.ost.count = 4;
  TestMachine machine(spec);
  EXPECT_EQ(machine.run(unlink_file(machine.client(), test_file(0, 1_GiB, 4))), kRoundTrip + 260_us);
  EXPECT_EQ(machine.requests_sent(), 1);
  EXPECT_EQ(machine.mds_requests(), 1);
}

// Read again, a file costs open and close: its lock and its pages are held. After an unlink, one of its name
// costs lock and read again.
TEST(LustreNames, AnUnlinkTakesLockAndPagesAlong) {
  TestMachine machine(exact_spec(), 1, kLatency, 1, 1_GiB);
  const auto requests = [&](Task<> body) {
    const std::int64_t before = machine.requests_sent();
    machine.run(std::move(body));
    return machine.requests_sent() - before;
  };
  const FileInfo file = test_file(0, 100_KiB);
  EXPECT_EQ(requests(read_whole(machine.client(), file, IoMode::buffered)), 4);
  EXPECT_EQ(requests(read_whole(machine.client(), file, IoMode::buffered)), 2);
  EXPECT_EQ(requests(unlink_file(machine.client(), file)), 1);
  EXPECT_EQ(requests(read_whole(machine.client(), file, IoMode::buffered)), 4);
}

Task<> unlink_while_open(FileSystem& storage, FileInfo file) {
  HeldFile held(storage, co_await storage.open(file));
  co_await storage.read(held.handle(), Bytes(), file.size, IoMode::direct);
  co_await storage.unlink(file);
  co_await storage.read(held.handle(), Bytes(), file.size, IoMode::direct);
  co_await storage.close(held.release());
}

// Whoever has it open reads on: the second read asks for the lock again, and for the bytes.
TEST(LustreNames, AnOpenFileOutlivesItsName) {
  TestMachine machine(exact_spec());
  machine.run(unlink_while_open(machine.client(), test_file(0, 100_KiB)));
  EXPECT_EQ(machine.requests_sent(), 4 + 1 + 2);
  EXPECT_EQ(machine.all_ost_read(), 2 * 100_KiB);
}

// k creates of 1 s through a window of m inside one of w: ceil(k / min(m, w)) rounds.
TEST(LustreNames, CreatesAndUnlinksHaveAWindowOfTheirOwn) {
  const auto rounds = [](Task<> (*body)(FileSystem&, FileInfo), std::int64_t modifying, std::int64_t all) {
    LustreSpec spec = exact_spec();
    spec.mds.threads = 512;
    spec.mds.create = spec.mds.unlink = spec.mds.open = Distribution(1_s);
    spec.client.max_mod_rpcs_in_flight = modifying;
    spec.client.metadata_max_rpcs_in_flight = all;
    TestMachine machine(spec);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 28; ++i) bodies.push_back(body(machine.client(), test_file(i, 0_B)));
    return std::lround(machine.run_all(std::move(bodies)) / 1_s);
  };
  EXPECT_EQ(rounds(create_file, 7, 8), 4);
  EXPECT_EQ(rounds(unlink_file, 7, 8), 4);
  EXPECT_EQ(rounds(create_file, 1, 8), 28);
  EXPECT_EQ(rounds(create_file, 7, 4), 7);
  EXPECT_EQ(rounds(create_file, 0, 14), 2);
  EXPECT_EQ(rounds(open_file, 1, 14), 2);
}

Task<> timed_open(TestMachine& machine, FileInfo file, Duration& spent) {
  const Time start = machine.sim().now();
  co_await machine.client().open(file);
  spent = machine.sim().now() - start;
}

// Creates that wait for their window leave a place to an open: it is sent behind 7 of 20 and waits for none.
TEST(LustreNames, AnOpenPassesWaitingCreates) {
  LustreSpec spec = exact_spec();
  spec.mds.create = Distribution(1_s);
  spec.client.max_mod_rpcs_in_flight = 7;
  TestMachine machine(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 20; ++i) bodies.push_back(create_file(machine.client(), test_file(i, 0_B)));
  Duration spent;
  bodies.push_back(timed_open(machine, test_file(99, 0_B), spent));
  machine.run_all(std::move(bodies));
  EXPECT_EQ(spent, kRoundTrip + 7 * kHeader + 200_us);
}

// The first file of a data set costs d lookups, one after another; one in another directory of it one; one in
// a directory that is known none.
TEST(LustreNames, ADirectoryIsLookedUpOnce) {
  LustreSpec spec = exact_spec();
  spec.client.path_depth = 3;
  TestMachine machine(spec);
  const auto spent = [&](const FileInfo& file) { return machine.run(open_file(machine.client(), file)); };
  const Duration open = kRoundTrip + 200_us, lookup = kRoundTrip + 50_us;
  EXPECT_EQ(spent(in_directory(0, 0)), 3 * lookup + open);
  EXPECT_EQ(spent(in_directory(1, 0)), open);
  EXPECT_EQ(spent(in_directory(2, 1)), lookup + open);
  EXPECT_EQ(spent(in_directory(2, 0, 1)), 3 * lookup + open);
  EXPECT_EQ(machine.run(stat_file(machine.client(), in_directory(3, 2))),
            lookup + kRoundTrip + 90_us + kRoundTrip + 20_us);
  machine.client().drop_caches();
  EXPECT_EQ(spent(in_directory(3, 0)), 3 * lookup + open);
  EXPECT_EQ(machine.requests_sent(), 6 + 3 + 0 + 1 + 3 + 1 + 1 + 3);
}

// All who come while it is looked up wait for the same answer, and each client asks for itself: k files on
// each of two clients are 2 (d + k) requests.
TEST(LustreNames, WhoComesMeanwhileWaitsForTheSameLookups) {
  LustreSpec spec = exact_spec();
  spec.client.path_depth = 2;
  TestMachine machine(spec, 2);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 16; ++i)
    bodies.push_back(open_file(machine.client(static_cast<std::size_t>(i % 2)), in_directory(i, 0)));
  const Duration spent = machine.run_all(std::move(bodies));
  EXPECT_EQ(machine.requests_sent(0), 2 + 8);
  EXPECT_EQ(machine.requests_sent(1), 2 + 8);
  // Both clients' messages are behind one another at the port of the server, up to 16 of them.
  EXPECT_NEAR((spent - 3 * kRoundTrip - 2 * 50_us - 200_us).in_seconds(), 0, 16e-9);
}

// Who asked may go away: the others wait for his lookups all the same, and nobody for those who went.
TEST(LustreNames, ALookupOutlivesWhoAsked) {
  LustreSpec spec = exact_spec();
  spec.client.path_depth = 2;
  for (const Duration patience : {1_us, 30_us, 70_us, 130_us}) {
    TestMachine machine(spec);
    {
      TaskGroup asks(machine.sim());
      asks.spawn("asks", open_file(machine.client(), in_directory(0, 0)));
      RunLimits limits;
      limits.until = Time() + patience;
      machine.sim().run(limits);
      asks.spawn("waits, and goes too", open_file(machine.client(), in_directory(1, 0)));
      limits.until = Time() + patience + 1_us;
      machine.sim().run(limits);
    }
    machine.run(open_file(machine.client(), in_directory(2, 0)));
    EXPECT_LT(machine.sim().now(), Time::at(10_s + 1000_s));
    EXPECT_EQ(machine.outcome().end, RunEnd::finished);
    EXPECT_LE(machine.requests_sent(), 2 + 1 + (patience > 120_us ? 2 : 0)) << patience.ns();
    EXPECT_EQ(machine.lustre_client().imbalance(), "");
  }
}

Task<> list_directory(FileSystem& storage, std::int64_t entries) {
  co_await storage.list(in_directory(0, 3), entries);
}

// ceil(n / m) requests one after another, each answered with 64 bytes a name: n names take as many round
// trips and services, and their bytes.
TEST(LustreNames, ADirectoryIsListedInParts) {
  LustreSpec spec = exact_spec();
  spec.client.readdir_entries = 1000;
  for (const std::int64_t entries : {0, 1, 1000, 1001, 5600}) {
    TestMachine machine(spec);
    const std::int64_t requests = std::max<std::int64_t>(1, (entries + 999) / 1000);
    // 64,000 bytes take 125 ns of the wire.
    EXPECT_EQ(machine.run(list_directory(machine.client(), entries)),
              requests * (kRoundTrip + 2_ms) + entries / 1000 * 125_ns + entries % 1000 * 64_B / kWire)
        << entries;
    EXPECT_EQ(machine.requests_sent(), requests);
  }
}

// Makes a metadata server whose device takes 60 us and 2 GB/s to read the bytes of files.
LustreSpec data_spec() {
  LustreSpec spec = exact_spec();
  spec.mds.data_overhead = Distribution(15_us);
  spec.mds.device.flash().read_latency = Distribution(60_us);
  spec.mds.device.flash().read_bandwidth = 2_GBps;
  spec.mds.device.flash().write_latency = Distribution(20_us);
  spec.mds.device.flash().write_bandwidth = 2_GBps;
  spec.mds.device.flash().commit = Distribution(300_us);
  return spec;
}

const LayoutSpec& on_mdt() {
  static const LayoutSpec kSpec = [] {
    LayoutSpec spec;
    spec.mdt_size = 64_KiB;
    return spec;
  }();
  return kSpec;
}

FileInfo small_file(std::int64_t index, Bytes size) {
  FileInfo file = test_file(index, size);
  file.layout = on_mdt();
  return file;
}

Bytes mdt_total(TestMachine& machine, const char* what) {
  return Bytes::count(machine.total("lustre/mds/0", what));
}

// All bytes of files on a metadata server leave by its port, which is a resource then.
TEST(LustreData, ThePortOfTheMdtIsAResource) {
  TestMachine machine(data_spec());
  const Bytes size = 51'200_B;
  machine.run(read_whole(machine.client(), small_file(0, size), IoMode::buffered));
  const double run = machine.sim().now().since_start().in_seconds();
  for (const ResourceResult& one : machine.lustre().resources("x"))
    if (one.name == "x: MDS network ports") {
      EXPECT_NEAR(one.utilisation_mean * run, ((size + 2 * kRequestHeader) / kWire).in_seconds(), 1e-7);
      return;
    }
  ADD_FAILURE();
}

// open with n bytes = round trip, open service, device 60 us + n / (2 GB/s), n bytes more of reply; the read
// is a copy; close. Two requests.
TEST(LustreData, AFileOnTheMdtIsOpenedWithItsData) {
  TestMachine machine(data_spec());
  const Bytes size = 51'200_B;
  const Duration spent = machine.run(read_whole(machine.client(), small_file(0, size), IoMode::buffered));
  const Duration data = 60_us + size / 2_GBps + size / kWire;
  EXPECT_EQ(spent, kRoundTrip + 200_us + data + size / 10_GBps + kRoundTrip + 70_us);
  EXPECT_EQ(machine.requests_sent(), 2);
  EXPECT_EQ(machine.all_ost_read(), 0_B);
  EXPECT_EQ(mdt_total(machine, "bytes_read"), size);
}

// A direct read of it is a request of its own; the lock came with the open.
TEST(LustreData, ADirectReadAsksTheMdt) {
  TestMachine machine(data_spec());
  const Bytes size = 51'200_B;
  const Duration spent = machine.run(read_whole(machine.client(), small_file(0, size), IoMode::direct));
  const Duration data = 60_us + size / 2_GBps + size / kWire;
  EXPECT_EQ(spent, kRoundTrip + 200_us + data + kRoundTrip + 15_us + data + kRoundTrip + 70_us);
  EXPECT_EQ(machine.requests_sent(), 3);
}

// What came with an open are pages: the next open asks for no data, and another offset is read from them.
TEST(LustreData, WhatCameWithAnOpenIsCached) {
  TestMachine machine(data_spec(), 1, kLatency, 1, 1_GiB);
  const FileInfo file = small_file(0, 51'200_B);
  machine.run(read_whole(machine.client(), file, IoMode::buffered));
  EXPECT_EQ(machine.run(read_at(machine.client(), file, 10'240_B, 10'240_B, IoMode::buffered)),
            2 * kRoundTrip + 200_us + 70_us + 10'240_B / 10_GBps);
  EXPECT_EQ(machine.requests_sent(), 4);
  EXPECT_EQ(mdt_total(machine, "bytes_read"), file.size);
  machine.client().drop_caches();
  machine.run(read_whole(machine.client(), file, IoMode::buffered));
  EXPECT_EQ(mdt_total(machine, "bytes_read"), 2 * file.size);
}

// create, lock, write, commit and close go to the MDS alone; a stat needs no glimpse.
TEST(LustreData, IsWrittenAndSyncedOnTheMdt) {
  TestMachine machine(data_spec());
  const Bytes size = 51'200_B;
  const FileInfo file = small_file(0, size);
  const Duration write = kRoundTrip + size / kWire + 15_us + 20_us + size / 2_GBps;
  EXPECT_EQ(machine.run(write_whole(machine.client(), file, true)), kRoundTrip + 310_us + kRoundTrip + 50_us +
                                                                        size / 10_GBps + write + kRoundTrip +
                                                                        15_us + 300_us + kRoundTrip + 70_us);
  EXPECT_EQ(mdt_total(machine, "bytes_written"), size);
  EXPECT_EQ(machine.ost_written(0), 0_B);
  EXPECT_EQ(machine.run(stat_file(machine.client(), file)), kRoundTrip + 90_us);
  EXPECT_EQ(machine.lustre().imbalance(), "");
}

// Of a larger file the first bytes are read from the MDT and the others from OSTs, both by requests.
TEST(LustreData, ALargerFileBeginsOnTheMdt) {
  TestMachine machine(data_spec());
  const FileInfo file = small_file(0, 3_MiB);
  machine.run(read_whole(machine.client(), file, IoMode::buffered));
  EXPECT_EQ(mdt_total(machine, "bytes_read"), 64_KiB);
  EXPECT_EQ(machine.ost_read(0), 3_MiB - 64_KiB);
  EXPECT_EQ(machine.requests_sent(), 1 + 2 + 2 + 1);  // Open, a lock and a read each, close.
  EXPECT_EQ(machine.lustre().imbalance(), "");
}

TEST(LustreData, AnOpenGivenUpLeavesItsPages) {
  TestMachine machine(data_spec(), 1, kLatency, 1, 1_GiB);
  {
    TaskGroup group(machine.sim());
    group.spawn("given up", open_file(machine.client(), small_file(0, 51'200_B)));
    RunLimits limits;
    limits.until = Time::at(100_us);
    machine.sim().run(limits);
  }
  machine.settle();
  machine.run(read_whole(machine.client(), small_file(0, 51'200_B), IoMode::buffered));
  EXPECT_EQ(machine.requests_sent(), 1 + 2);
  EXPECT_EQ(mdt_total(machine, "bytes_read"), 51'200_B);
}

}  // namespace
}  // namespace headrace
