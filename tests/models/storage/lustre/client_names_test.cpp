// Names: unlinks, lookups of directories, and the windows of metadata requests.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "models/storage/lustre/client.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

LustreSpec names_spec() {
  LustreSpec spec = exact_spec();
  spec.mds.unlink = Distribution(260_us);
  spec.mds.lookup = Distribution(50_us);
  return spec;
}

FileInfo in_directory(std::int64_t index, std::int64_t directory, std::int32_t set = 0) {
  FileInfo file = test_file(index, 1_KiB);
  file.id.set = set;
  file.directory = directory;
  return file;
}

Task<> unlink_file(FileSystem& storage, FileInfo file) { co_await storage.unlink(file); }
Task<> open_file(FileSystem& storage, FileInfo file) { co_await storage.open(file); }
Task<> create_file(FileSystem& storage, FileInfo file) { co_await storage.create(file); }

// One request: L + h there, its service, L + h back; nothing is asked of a target, however many stripes.
TEST(LustreNames, AnUnlinkIsOneRequestToTheMds) {
  LustreSpec spec = names_spec();
  spec.ost.count = 4;
  TestMachine machine(spec);
  EXPECT_EQ(machine.run(unlink_file(machine.client(), test_file(0, 1_GiB, 4))), kRoundTrip + 260_us);
  EXPECT_EQ(machine.requests_sent(), 1);
  EXPECT_EQ(machine.mds_requests(), 1);
}

// Read again, a file costs open and close: its lock and its pages are held. After an unlink, one of its name
// costs lock and read again.
TEST(LustreNames, AnUnlinkTakesLockAndPagesAlong) {
  TestMachine machine(names_spec(), 1, kLatency, 1, 1_GiB);
  const auto requests = [&](Task<> body) {
    const std::int64_t before = machine.requests_sent();
    machine.run(std::move(body));
    return machine.requests_sent() - before;
  };
  const FileInfo file = test_file(0, 100_KiB);
  EXPECT_EQ(requests(read_whole(machine.client(), file, ReadMode::buffered)), 4);
  EXPECT_EQ(requests(read_whole(machine.client(), file, ReadMode::buffered)), 2);
  EXPECT_EQ(requests(unlink_file(machine.client(), file)), 1);
  EXPECT_EQ(requests(read_whole(machine.client(), file, ReadMode::buffered)), 4);
}

Task<> unlink_while_open(FileSystem& storage, FileInfo file) {
  HeldFile held(storage, co_await storage.open(file));
  co_await storage.read(held.handle(), Bytes(), file.size, ReadMode::direct);
  co_await storage.unlink(file);
  co_await storage.read(held.handle(), Bytes(), file.size, ReadMode::direct);
  co_await storage.close(held.release());
}

// Whoever has it open reads on: the second read asks for the lock again, and for the bytes.
TEST(LustreNames, AnOpenFileOutlivesItsName) {
  TestMachine machine(names_spec());
  machine.run(unlink_while_open(machine.client(), test_file(0, 100_KiB)));
  EXPECT_EQ(machine.requests_sent(), 4 + 1 + 2);
  EXPECT_EQ(machine.all_ost_read(), 2 * 100_KiB);
}

// k creates of 1 s through a window of m inside one of w: ceil(k / min(m, w)) rounds.
TEST(LustreNames, CreatesAndUnlinksHaveAWindowOfTheirOwn) {
  const auto rounds = [](Task<> (*body)(FileSystem&, FileInfo), std::int64_t modifying, std::int64_t all) {
    LustreSpec spec = names_spec();
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
  EXPECT_EQ(rounds(open_file, 1, 14), 2);
}

Task<> timed_open(TestMachine& machine, FileInfo file, Duration& spent) {
  const Time start = machine.sim().now();
  co_await machine.client().open(file);
  spent = machine.sim().now() - start;
}

// Creates that wait for their window leave a place to an open: it is sent behind 7 of 20 and waits for none.
TEST(LustreNames, AnOpenPassesWaitingCreates) {
  LustreSpec spec = names_spec();
  spec.mds.create = Distribution(1_s);
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
  LustreSpec spec = names_spec();
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
  LustreSpec spec = names_spec();
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
  LustreSpec spec = names_spec();
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

}  // namespace
}  // namespace headrace
