#include "models/storage/filer/filer.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/models/support/store_machine.h"

namespace headrace {
namespace {

FilerSpec exact_filer() {
  FilerSpec spec;
  spec.heads.nic = exact_port();
  spec.heads.device = exact_drives();
  spec.lookup = Distribution(200_us);
  spec.create = Distribution(310_us);
  spec.close = Distribution(70_us);
  spec.request_overhead = Distribution(40_us);
  spec.connection_bandwidth = kWire;
  return spec;
}

std::unique_ptr<StoreMachine> machine_of(const FilerSpec& spec, std::int64_t nodes = 1) {
  return std::make_unique<StoreMachine>(*recipe<Store, Filer>(spec), nodes);
}

const FileInfo kServedFile = test_file(0, 1'000'000_B);

// open + READ + close: each a round trip, its service, and what the drives and the data take.
TEST(Filer, AFileIsTheSumOfItsRequests) {
  const auto machine = machine_of(exact_filer());
  EXPECT_EQ(machine->run(open_close(machine->client(), kServedFile)), 2 * kRoundTrip + 200_us + 70_us);
  EXPECT_EQ(machine->run(read_whole(machine->client(), kServedFile, IoMode::buffered)),
            3 * kRoundTrip + 200_us + (40_us + 1_ms + 100_us + kData) + 70_us);
}

// create + WRITE + COMMIT + close; whoever synced has nothing to commit with the close.
TEST(Filer, ACloseCommits) {
  const auto machine = machine_of(exact_filer());
  const Duration written = 310_us + (40_us + 1_ms + 25_us + kData) + (40_us + 1_ms) + 70_us;
  EXPECT_EQ(machine->run(write_whole(machine->client(), kServedFile, false)), 4 * kRoundTrip + written);
  EXPECT_EQ(machine->run(write_whole(machine->client(), kServedFile, true)), 4 * kRoundTrip + written);
  EXPECT_EQ(machine->total("store/heads/0", "requests"), 8);
  EXPECT_EQ(machine->total("store/heads/0", "bytes_written"), 2'000'000);
}

TEST(Filer, ACloseIsARequestOrNone) {
  FilerSpec spec = exact_filer();
  spec.close_is_request = false;
  const auto machine = machine_of(spec);
  EXPECT_EQ(machine->run(open_close(machine->client(), kServedFile)), kRoundTrip + 200_us);
}

Task<> stat_after(Simulation& sim, Duration wait, FileSystem& storage) {
  co_await sim.delay(wait);
  co_await storage.stat(kServedFile);
}

// An open always asks; a stat asks again when what is known is too old, or was dropped.
TEST(Filer, AttributesAreFreshForAWhile) {
  FilerSpec spec = exact_filer();
  spec.attributes_valid = 10_s;
  StoreMachine machine(*recipe<Store, Filer>(spec));
  TaskGroup group(machine.sim());
  const auto requests = [&] { return machine.total("store/heads/0", "requests"); };
  group.spawn("first", stat_after(machine.sim(), Duration(), machine.client()));
  machine.sim().run();
  EXPECT_EQ(requests(), 1);
  group.spawn("fresh", stat_after(machine.sim(), 9_s, machine.client()));
  machine.sim().run();
  EXPECT_EQ(requests(), 1);
  group.spawn("old", stat_after(machine.sim(), 2_s, machine.client()));
  machine.sim().run();
  EXPECT_EQ(requests(), 2);
  group.spawn("open", open_close(machine.client(), kServedFile));
  machine.sim().run();
  EXPECT_EQ(requests(), 4);
  machine.client().drop_caches();
  group.spawn("dropped", stat_after(machine.sim(), Duration(), machine.client()));
  machine.sim().run();
  EXPECT_EQ(requests(), 5);
}

// Little's law: with w slots of one request each, n requests take ceil(n / w) times what one takes.
TEST(Filer, AWindowLetsSoManyRequestsThrough) {
  for (const std::int64_t nconnect : {1, 2, 4}) {
    FilerSpec spec = exact_filer();
    spec.heads.device = endless_drives();
    spec.heads.device.flash().read_latency = Distribution(10_ms);
    spec.slots = 4;
    spec.nconnect = nconnect;
    spec.transfer_size = 64_KiB;
    const auto machine = machine_of(spec);
    const FileInfo file = test_file(0, 64 * 64_KiB);
    const Duration spent = machine->run(read_whole(machine->client(), file, IoMode::direct));
    const double one = (kRoundTrip + 40_us + 10_ms + (64_KiB) / kWire).in_seconds();
    // Beside it the open, the close, and 128 ns of a port for each request of a round.
    const std::int64_t rounds = 16 / nconnect;
    EXPECT_NEAR(spent.in_seconds(), static_cast<double>(rounds) * one + 290e-6, 20e-6) << nconnect;
    EXPECT_GT(machine->resource("clients' connections").utilisation_max, 0);
  }
}

// A connection carries its rate, however large the window; more of them carry as many times that.
TEST(Filer, AConnectionHasARate) {
  for (const std::int64_t nconnect : {1, 2, 4}) {
    FilerSpec spec = exact_filer();
    spec.heads.device = endless_drives();
    spec.connection_bandwidth = 1_GBps;
    spec.nconnect = nconnect;
    const auto machine = machine_of(spec);
    const Duration spent =
        machine->run(read_whole(machine->client(), test_file(0, 1000 * 1_MiB), IoMode::direct));
    EXPECT_NEAR(spent.in_seconds(), 1.048576 / static_cast<double>(nconnect), 2e-3) << nconnect;
  }
}

// Saturated, a head serves threads / service time; so do two for two directories, each its own.
TEST(Filer, AHeadServesWhatItsThreadsDo) {
  for (const std::int64_t heads : {1, 2}) {
    FilerSpec spec = exact_filer();
    spec.heads.count = heads;
    spec.heads.threads = 4;
    spec.lookup = Distribution(1_ms);
    spec.slots = 1000;
    const auto machine = machine_of(spec, 2);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 800; ++i) {
      FileInfo file = test_file(i, 0_B);
      file.directory = i % 2;
      bodies.push_back(stat_file(machine->client(static_cast<std::size_t>(i) % 2), file));
    }
    const Duration spent = machine->run_all(std::move(bodies));
    EXPECT_NEAR(spent.in_seconds(), 0.2 / static_cast<double>(heads), 20e-6) << heads;
  }
}

// A directory is one head's with all of its files, whichever of the head's drives they lie on.
TEST(Filer, AFileIsServedByTheHeadOfItsDirectory) {
  FilerSpec spec = exact_filer();
  spec.heads.count = 2;
  spec.heads.devices = 3;
  for (const std::int64_t directory : {0, 1}) {
    const auto machine = machine_of(spec);
    for (std::int64_t index = 0; index < 5; ++index) {
      FileInfo file = test_file(index, 1'000'000_B);
      file.directory = directory;
      machine->run(read_whole(machine->client(), file, IoMode::direct));
    }
    EXPECT_EQ(machine->total("store/heads/" + std::to_string(directory), "requests"), 5 * 3);
    EXPECT_EQ(machine->total("store/heads/" + std::to_string(1 - directory), "requests"), 0);
  }
}

FilerSpec cached_filer() {
  FilerSpec spec = exact_filer();
  spec.page_cache.emplace();
  spec.page_cache->capacity = 64_MiB;
  return spec;
}

Task<> write_over(FileSystem& storage, FileInfo file) {
  HeldFile held(storage, co_await storage.open(file));
  co_await storage.write(held.handle(), Bytes(), file.size);
  co_await storage.close(held.release());
}

// Close-to-open: who opens after another has closed fetches again, once; nobody else does, and not for what a
// node wrote itself.
TEST(Filer, AnOpenFindsOutWhetherOthersChangedTheFile) {
  const auto machine = machine_of(cached_filer(), 3);
  const auto fetched = [&](std::size_t node) {
    const Bytes before = machine->client(node).reads_of(0).fetched;
    machine->run(read_whole(machine->client(node), kServedFile, IoMode::buffered));
    return machine->client(node).reads_of(0).fetched - before;
  };
  for (std::size_t node = 0; node < 3; ++node) EXPECT_EQ(fetched(node), kServedFile.size);
  machine->run(write_over(machine->client(0), kServedFile));
  EXPECT_EQ(fetched(0), 0_B);
  EXPECT_EQ(fetched(1), kServedFile.size);
  EXPECT_EQ(fetched(1), 0_B);
  machine->run(write_over(machine->client(1), kServedFile));
  EXPECT_EQ(fetched(0), kServedFile.size);
  EXPECT_EQ(fetched(1), 0_B);
  EXPECT_EQ(fetched(2), kServedFile.size);
}

Task<> read_twice_around(StoreMachine& machine, FileInfo file, Bytes& second) {
  FileSystem& reader = machine.client(1);
  HeldFile held(reader, co_await reader.open(file));
  co_await reader.read(held.handle(), Bytes(), file.size, IoMode::buffered);
  co_await write_over(machine.client(0), file);
  const Bytes before = reader.reads_of(0).fetched;
  co_await reader.read(held.handle(), Bytes(), file.size, IoMode::buffered);
  second = reader.reads_of(0).fetched - before;
  co_await reader.close(held.release());
}

// Who has it open goes on with what it has.
TEST(Filer, AnOpenFileKeepsItsPages) {
  const auto machine = machine_of(cached_filer(), 2);
  Bytes second = 1_B;
  machine->run(read_twice_around(*machine, kServedFile, second));
  EXPECT_EQ(second, 0_B);
}

TEST(Changes, AreCountedForOthers) {
  Changes changes;
  const FileId file;
  changes.note(file, 1);
  changes.note(file, 1);
  changes.note(file, 2);
  EXPECT_EQ(changes.by_others(file, 1), 1u);
  EXPECT_EQ(changes.by_others(file, 2), 2u);
  EXPECT_EQ(changes.by_others(file, 3), 3u);
  EXPECT_EQ(changes.by_others(FileId{0, 1}, 1), 0u);
}

}  // namespace
}  // namespace headrace
