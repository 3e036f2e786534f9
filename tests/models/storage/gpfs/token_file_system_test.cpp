// Several nodes and one file of GPFS: who reads or writes waits until others have given their tokens back.
#include "models/storage/gpfs/token_file_system.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "models/storage/gpfs/gpfs.h"
#include "sim/random.h"
#include "tests/models/support/store_machine.h"

namespace headrace {
namespace {

constexpr Duration kTokenMessage = kLatency + kHeader;
constexpr Bytes kTokenBlock = 1'000'000_B;

// From the request for a token to its grant, where another node first has to be called back and gives up what
// is clean: a message, a service, a message there, one back, a service, a message.
constexpr Duration kTokenTaken = 4 * kTokenMessage + 2 * 50_us;

GpfsSpec token_spec(bool pool) {
  GpfsSpec spec;
  spec.servers.count = 1;
  spec.servers.nic = exact_port();
  spec.servers.device = exact_drives();
  spec.token = Distribution(50_us);
  spec.lookup = Distribution(150_us);
  spec.create = Distribution(400_us);
  spec.request_overhead = Distribution(40_us);
  spec.block_size = kTokenBlock;
  if (pool) {
    spec.page_cache.emplace();
    spec.page_cache->capacity = 64_MiB;
    spec.page_cache->piece = kTokenBlock;
    spec.page_cache->copy_bandwidth = 10_GBps;
    spec.page_cache->dirty_expire = 86'400_s;
  }
  return spec;
}

struct SharedFile {
  explicit SharedFile(std::int64_t nodes, bool pool = false)
      : machine(*recipe<Store, Gpfs>(token_spec(pool)), nodes), handles(static_cast<std::size_t>(nodes)) {
    machine.run(create());
    for (std::size_t node = 1; node < handles.size(); ++node) machine.run(open(node));
  }
  Task<> create() { handles[0] = co_await machine.client(0).create(file); }
  Task<> open(std::size_t node) { handles[node] = co_await machine.client(node).open(file); }
  Task<> write(std::size_t node, Bytes offset, Bytes length) {
    co_await machine.client(node).write(handles[node], offset, length);
  }
  Task<> read(std::size_t node, Bytes offset, Bytes length) {
    co_await machine.client(node).read(handles[node], offset, length, IoMode::buffered);
  }
  Task<> sync(std::size_t node) { co_await machine.client(node).sync(handles[node]); }
  Task<> close(std::size_t node) { co_await machine.client(node).close(handles[node]); }
  std::int64_t requests() const { return machine.total("store/servers", "requests"); }

  StoreMachine machine;
  FileInfo file = test_file(0, 64 * kTokenBlock);
  std::vector<FileHandle> handles;
};

Duration written_through(Bytes n) { return kRoundTrip + n / kWire + 40_us + n / 1_GBps + 25_us; }
Duration read_from_drives(Bytes n) { return kRoundTrip + n / kWire + 40_us + n / 1_GBps + 100_us; }

void expect_span(Duration spent, Duration expected) {
  EXPECT_NEAR(spent.in_seconds(), expected.in_seconds(), 20e-9);
}

// Who makes a file has all of it. A second node takes what lies from its place on; then both go on without
// asking.
TEST(TokenFileSystem, ASecondWriterTakesWhatIsAheadOfIt) {
  SharedFile shared(2);
  std::int64_t before = shared.requests();
  const auto requests = [&] { return shared.requests() - std::exchange(before, shared.requests()); };
  expect_span(shared.machine.run(shared.write(0, 0_B, kTokenBlock)), written_through(kTokenBlock));
  EXPECT_EQ(requests(), 1);
  expect_span(shared.machine.run(shared.write(1, 32 * kTokenBlock, kTokenBlock)),
              kTokenTaken + written_through(kTokenBlock));
  EXPECT_EQ(requests(), 3);
  expect_span(shared.machine.run(shared.write(1, 33 * kTokenBlock, kTokenBlock)),
              written_through(kTokenBlock));
  expect_span(shared.machine.run(shared.write(0, kTokenBlock, kTokenBlock)), written_through(kTokenBlock));
  EXPECT_EQ(requests(), 2);
}

// A small write into a block that another node wrote to: the block is read first, once.
TEST(TokenFileSystem, ABlockOfAnotherIsReadBeforeAPartOfItIsWritten) {
  SharedFile shared(2);
  shared.machine.run(shared.write(0, 0_B, 1000_B));
  expect_span(shared.machine.run(shared.write(1, 1000_B, 1000_B)),
              kTokenTaken + read_from_drives(kTokenBlock) + written_through(1000_B));
  expect_span(shared.machine.run(shared.write(1, 2000_B, 1000_B)), written_through(1000_B));
  // Nobody wrote to this one yet.
  expect_span(shared.machine.run(shared.write(1, 40 * kTokenBlock, 1000_B)), written_through(1000_B));
}

// A reader waits until the writer's pages are written, and the writer has to fetch them again then.
TEST(TokenFileSystem, AReaderGetsWhatTheOtherWrote) {
  SharedFile shared(2, true);
  shared.machine.run(shared.write(0, 0_B, kTokenBlock));
  EXPECT_EQ(shared.machine.total("store/servers", "bytes_written"), 0);
  const Duration spent = shared.machine.run(shared.read(1, 0_B, kTokenBlock));
  expect_span(spent, kTokenTaken + written_through(kTokenBlock) + read_from_drives(kTokenBlock) +
                         kTokenBlock / 10_GBps);
  EXPECT_EQ(shared.machine.total("store/servers", "bytes_written"), kTokenBlock.count());
  EXPECT_GT(shared.machine.run(shared.read(0, 0_B, kTokenBlock)), read_from_drives(kTokenBlock));
  expect_span(shared.machine.run(shared.read(1, 0_B, kTokenBlock)), kTokenBlock / 10_GBps);  // Readers share.
}

// Nothing is written to a set of files: no token is asked for, and pages are kept until somebody does.
TEST(TokenFileSystem, PagesFromBeforeTheFirstWriteGoWithIt) {
  StoreMachine machine(*recipe<Store, Gpfs>(token_spec(true)), 2);
  const FileInfo file = test_file(0, kTokenBlock);
  const auto fetched = [&] {
    machine.run(read_whole(machine.client(1), file, IoMode::buffered));
    return machine.client(1).reads_of(0).fetched;
  };
  EXPECT_EQ(fetched(), kTokenBlock);
  EXPECT_EQ(fetched(), kTokenBlock);
  EXPECT_EQ(machine.total("store/servers", "requests"), 3);
  machine.run(write_whole(machine.client(0), file, true));
  EXPECT_EQ(fetched(), 2 * kTokenBlock);
  EXPECT_EQ(fetched(), 2 * kTokenBlock);
}

// A file that another makes anew or removes is not held.
TEST(TokenFileSystem, AFileThatIsMadeAnewIsNotHeld) {
  SharedFile shared(2, true);
  shared.machine.run(shared.write(1, 0_B, kTokenBlock));
  shared.machine.run(shared.close(1));
  shared.machine.run(unlink_file(shared.machine.client(0), shared.file));
  shared.machine.run(write_whole(shared.machine.client(0), shared.file, true));
  const Bytes before = shared.machine.client(1).reads_of(0).fetched;
  shared.machine.run(read_at(shared.machine.client(1), shared.file, 0_B, kTokenBlock, IoMode::buffered));
  EXPECT_GE(shared.machine.client(1).reads_of(0).fetched, before + kTokenBlock);
}

TEST(TokenFileSystem, DroppedCachesHoldNoTokens) {
  SharedFile shared(2, true);
  shared.machine.run(shared.write(0, 0_B, kTokenBlock));
  shared.machine.run(shared.sync(0));
  shared.machine.client(0).drop_caches();
  shared.machine.settle();
  const std::int64_t before = shared.requests();
  shared.machine.run(shared.read(1, 5 * kTokenBlock, kTokenBlock));
  EXPECT_EQ(shared.requests() - before, 2);  // Nobody is called.
}

Task<> work_on_shared(SharedFile& shared, std::size_t node, std::uint64_t seed, int operations) {
  RandomStream random(seed, "work");
  FileSystem& client = shared.machine.client(node);
  HeldFile held(client, co_await client.open(shared.file));
  for (int i = 0; i < operations; ++i) {
    const Bytes offset = Bytes::count(static_cast<std::int64_t>(random.below(8'000'000)));
    const Bytes length = Bytes::count(1 + static_cast<std::int64_t>(random.below(1'500'000)));
    const std::uint64_t what = random.below(8);
    if (what < 4) {
      co_await client.write(held.handle(), offset, length);
    } else if (what < 7) {
      const IoMode mode = what == 6 ? IoMode::direct : IoMode::buffered;
      co_await client.read(held.handle(), offset, length, mode);
    } else {
      co_await client.sync(held.handle());
    }
  }
  co_await client.close(held.release());
}

// Any number of nodes at any bytes of one file come to their end, given up in between or not.
TEST(TokenFileSystem, NobodyWaitsForever) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SharedFile shared(4, seed % 2 == 0);
    if (seed % 3 == 0) {
      TaskGroup group(shared.machine.sim());
      for (std::size_t i = 0; i < 8; ++i)
        group.spawn("given up", work_on_shared(shared, i % 4, 1000 * seed + i, 1000));
      RunLimits limits;
      limits.events = shared.machine.sim().events() + 1000 * seed;
      ASSERT_EQ(shared.machine.sim().run(limits).end, RunEnd::event_limit);
    }
    std::vector<Task<>> bodies;
    for (std::size_t i = 0; i < 8; ++i) bodies.push_back(work_on_shared(shared, i % 4, 100 * seed + i, 40));
    shared.machine.run_all(std::move(bodies));
    EXPECT_EQ(shared.machine.outcome().end, RunEnd::finished) << seed;
  }
}

}  // namespace
}  // namespace headrace
