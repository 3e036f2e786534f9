// Laws that hold for every kind of store there is.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/cluster_spec.h"
#include "models/storage/filer/filer_spec.h"
#include "models/storage/gpfs/gpfs_spec.h"
#include "models/storage/local/local_spec.h"
#include "models/storage/tiers/tiers_spec.h"
#include "sim/random.h"
#include "tests/models/support/store_machine.h"
#include "tests/models/support/tally.h"

namespace headrace {
namespace {

class StoreLaws : public testing::TestWithParam<Registration<Store>> {
 protected:
  // Makes the store as it is where a text gives its group and nothing in it but what it needs: one that
  // stands on others has some of other kinds. It copies nothing up: what is read would be written, too.
  StoreLaws() {
    auto* const tiers = static_cast<TiersSpec*>(spec_->parameters(typeid(TiersSpec)));
    if (tiers == nullptr) return;
    tiers->above = "fast";
    tiers->below = "slow";
    tiers->reads = TierReads::never;
    parts_.emplace_back("fast", GivenGroup<Store>(LocalSpec()));
    parts_.emplace_back("slow", GivenGroup<Store>(FilerSpec()));
  }
  const Recipe<Store>& spec() const { return *spec_; }
  const StoreMachine::Parts& parts() const { return parts_; }
  // Returns how often a byte that is written moves: to the upper tier, from there, and below.
  std::int64_t moves() const { return parts_.empty() ? 1 : 3; }

  // Lets nodes keep pages where the kind has a group that says so; of Lustre a node with memory does.
  void keep_pages() {
    const auto give = [&](std::optional<PageCacheSpec>& pages) { pages.emplace().capacity = 100'000'000_B; };
    if (void* const spec = spec_->parameters(typeid(FilerSpec)))
      give(static_cast<FilerSpec*>(spec)->page_cache);
    if (void* const spec = spec_->parameters(typeid(GpfsSpec)))
      give(static_cast<GpfsSpec*>(spec)->page_cache);
  }

 private:
  std::unique_ptr<Recipe<Store>> spec_ = GetParam().recipe();
  StoreMachine::Parts parts_;
};

// Bytes that went through the ports of nodes or the drives, in one direction or the other.
Bytes moved(const StoreMachine& machine) {
  std::int64_t ports = 0;
  for (std::size_t node = 0; node < machine.clients(); ++node)
    ports += machine.total("network/client/" + std::to_string(node) + "/", "bytes");
  return Bytes::count(std::max(ports, machine.total("store/", "bytes")));
}

FileInfo odd_file(std::int64_t index) {
  FileInfo file = test_file(index, 1_B + 1'234'567_B * (index % 20));
  file.directory = index % 3;
  return file;
}

TEST_P(StoreLaws, WhatIsAskedComesBack) {
  StoreMachine machine(spec(), 2, 1, FidelitySpec(), parts());
  std::vector<Task<>> bodies;
  Bytes asked;
  for (std::int64_t i = 0; i < 40; ++i) {
    FileSystem& client = machine.client(static_cast<std::size_t>(i) % 2);
    bodies.push_back(read_whole(client, odd_file(i), i % 3 == 0 ? IoMode::direct : IoMode::buffered));
    asked += odd_file(i).size;
  }
  machine.run_all(std::move(bodies));
  EXPECT_GE(moved(machine), asked);
  EXPECT_LE(moved(machine), asked + asked / 20);  // With headers.
  EXPECT_EQ(machine.total("store", "bytes_written"), 0);
}

TEST_P(StoreLaws, WhatIsWrittenArrives) {
  StoreMachine machine(spec(), 2, 1, FidelitySpec(), parts());
  std::vector<Task<>> bodies;
  Bytes asked;
  for (std::int64_t i = 0; i < 40; ++i) {
    bodies.push_back(write_whole(machine.client(static_cast<std::size_t>(i) % 2), odd_file(i), i % 2 == 0));
    asked += odd_file(i).size;
  }
  machine.run_all(std::move(bodies));
  EXPECT_GE(moved(machine), asked);
  EXPECT_LE(moved(machine), moves() * asked + asked / 20);  // With headers.
  EXPECT_GE(machine.total("store", "bytes_written"), asked.count());
  EXPECT_EQ(machine.total("store", "bytes_read"), moves() == 1 ? 0 : asked.count());
}

Task<> write_back(StoreMachine& machine, FileInfo file, Bytes& written) {
  co_await write_whole(machine.client(), file, false);
  co_await machine.client().written_back(file.id);
  written = Bytes::count(machine.total("store", "bytes_written"));
}

// Whatever a close leaves in memory, what is written back has been written by servers or drives.
TEST_P(StoreLaws, WhatIsWrittenBackIsWritten) {
  for (const std::int64_t index : {0, 3, 19}) {
    StoreMachine machine(spec(), 1, 1, FidelitySpec(), parts());
    Bytes written;
    machine.run(write_back(machine, odd_file(index), written));
    EXPECT_GE(written, odd_file(index).size) << index;
  }
}

Task<> write_directly(StoreMachine& machine, FileInfo file, Bytes& written) {
  FileSystem& storage = machine.client();
  HeldFile held(storage, co_await storage.create(file));
  co_await storage.write(held.handle(), Bytes(), file.size, nobody(), IoMode::direct);
  co_await storage.close(held.release());
  written = Bytes::count(machine.total("store", "bytes_written"));
}

// A direct write leaves nothing in memory behind a close.
TEST_P(StoreLaws, DirectWritesAreWrittenAtTheClose) {
  for (const std::int64_t index : {0, 3, 19}) {
    StoreMachine machine(spec(), 1, 1, FidelitySpec(), parts());
    Bytes written;
    machine.run(write_directly(machine, odd_file(index), written));
    EXPECT_GE(written, odd_file(index).size) << index;
  }
}

Task<> use_all(FileSystem& storage, std::int64_t first, std::int64_t count, Simulation& sim) {
  for (std::int64_t i = first; i < first + count; ++i) {
    const FileInfo file = odd_file(i);
    co_await stat_file(storage, file);
    co_await write_whole(storage, file, i % 2 == 0);
    co_await read_whole(storage, file, IoMode::direct);
    co_await read_in_pieces(storage, file, 700'000_B, 10_us, sim);
    co_await stat_file(storage, file);
  }
}

// Stopped at a random event, again and again; then new ones come to their end on the same clients.
TEST_P(StoreLaws, AbandonedOperationsLeaveNothingBehind) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    StoreMachine machine(spec(), 2, seed, FidelitySpec(), parts());
    RandomStream random(seed, "stops");
    for (int round = 0; round < 4; ++round) {
      {
        TaskGroup group(machine.sim());
        for (std::int64_t i = 0; i < 8; ++i)
          group.spawn("busy",
                      use_all(machine.client(static_cast<std::size_t>(i) % 2), 100 * i, 1000, machine.sim()));
        RunLimits limits;
        limits.events = machine.sim().events() + random.below(4000);
        ASSERT_EQ(machine.sim().run(limits).end, RunEnd::event_limit);
        ASSERT_EQ(machine.store().imbalance(), "");
      }
      ASSERT_EQ(machine.store().imbalance(), "");
      if (round % 2 == 0) machine.settle();
    }
    machine.settle();
    ASSERT_EQ(machine.sim().pending(), 0u);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 8; ++i)
      bodies.push_back(
          use_all(machine.client(static_cast<std::size_t>(i) % 2), 5000 + 100 * i, 2, machine.sim()));
    machine.run_all(std::move(bodies));
  }
}

// With everything under way, in the order of its building.
TEST_P(StoreLaws, MayEndInMidRun) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    StoreMachine machine(spec(), 2, seed, FidelitySpec(), parts());
    TaskGroup group(machine.sim());
    for (std::int64_t i = 0; i < 8; ++i)
      group.spawn("busy",
                  use_all(machine.client(static_cast<std::size_t>(i) % 2), 100 * i, 1000, machine.sim()));
    RunLimits limits;
    limits.events = 500 * seed;
    EXPECT_EQ(machine.sim().run(limits).end, RunEnd::event_limit);
  }
}

TEST_P(StoreLaws, EqualRunsHaveEqualFingerprints) {
  const auto fingerprint = [&](const Recipe<Store>& of, std::uint64_t seed) {
    StoreMachine machine(of, 2, seed, FidelitySpec(), parts());
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 8; ++i)
      bodies.push_back(use_all(machine.client(static_cast<std::size_t>(i) % 2), 100 * i, 2, machine.sim()));
    machine.run_all(std::move(bodies));
    return machine.outcome().fingerprint;
  };
  EXPECT_EQ(fingerprint(spec(), 1), fingerprint(*spec().copy(), 1));
  EXPECT_NE(fingerprint(spec(), 1), fingerprint(spec(), 2));
}

TEST_P(StoreLaws, NamesWhatItIsMadeOf) {
  StoreMachine machine(spec(), 2, 1, FidelitySpec(), parts());
  machine.run(use_all(machine.client(), 7, 1, machine.sim()));
  const std::vector<ResourceResult> resources = machine.store().resources("scratch");
  EXPECT_FALSE(resources.empty());
  for (const ResourceResult& resource : resources) {
    EXPECT_TRUE(resource.name.starts_with("scratch: ")) << resource.name;
    EXPECT_FALSE(resource.advice.empty()) << resource.name;
    EXPECT_GT(resource.instances, 0) << resource.name;
    EXPECT_LE(resource.utilisation_max, 1) << resource.name;
  }
}

// Told at the end of each operation what all of its time went to, whoever else is at work.
Task<> told_of_all(FileSystem& storage, FileInfo file, Simulation& sim) {
  Tally told(sim.now());
  const Time begun = sim.now();
  const FileHandle written = co_await storage.create(file, told);
  EXPECT_EQ(told.accounted(), sim.now()) << "create";
  for (Bytes at; at < file.size; at += 2_MiB) {
    const Bytes length = std::min(2_MiB, file.size - at);
    const IoMode mode = at == 4_MiB ? IoMode::direct : IoMode::buffered;
    co_await storage.write(written, at, length, told, mode);
    EXPECT_EQ(told.accounted(), sim.now()) << "write";
  }
  co_await storage.sync(written, told);
  EXPECT_EQ(told.accounted(), sim.now()) << "sync";
  co_await storage.close(written, told);
  EXPECT_EQ(told.accounted(), sim.now()) << "close";
  co_await storage.stat(file, told);
  EXPECT_EQ(told.accounted(), sim.now()) << "stat";
  for (const IoMode mode : {IoMode::direct, IoMode::buffered}) {
    const FileHandle read = co_await storage.open(file, told);
    EXPECT_EQ(told.accounted(), sim.now()) << "open";
    for (Bytes at; at < file.size; at += 700'000_B) {
      co_await storage.read(read, at, 700'000_B, mode, told);
      EXPECT_EQ(told.accounted(), sim.now()) << "read";
    }
    co_await storage.close(read, told);
  }
  co_await storage.list(file, 3000, told);
  EXPECT_EQ(told.accounted(), sim.now()) << "list";
  co_await storage.unlink(file, told);
  EXPECT_EQ(told.accounted(), sim.now()) << "unlink";
  EXPECT_EQ(told.all(), sim.now() - begun);
}

TEST_P(StoreLaws, TellsWhatAllTimeWentTo) {
  for (const Fidelity moved : {Fidelity::request, Fidelity::flow}) {
    FidelitySpec fidelity;
    fidelity.fidelity = moved;
    StoreMachine machine(spec(), 2, 1, fidelity, parts());
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 24; ++i)
      bodies.push_back(
          told_of_all(machine.client(static_cast<std::size_t>(i) % 2), odd_file(i), machine.sim()));
    machine.run_all(std::move(bodies));
    EXPECT_EQ(machine.outcome().end, RunEnd::finished);
  }
}

// Bulk data that moves by flows is the same bytes.
TEST_P(StoreLaws, MovesTheSameBytesByFlows) {
  FidelitySpec fidelity;
  fidelity.fidelity = Fidelity::flow;
  StoreMachine machine(spec(), 2, 1, fidelity, parts());
  std::vector<Task<>> bodies;
  Bytes asked;
  for (std::int64_t i = 0; i < 20; ++i) {
    bodies.push_back(
        read_whole(machine.client(static_cast<std::size_t>(i) % 2), odd_file(i), IoMode::direct));
    asked += odd_file(i).size;
  }
  machine.run_all(std::move(bodies));
  EXPECT_GE(moved(machine), asked);
  EXPECT_LE(moved(machine), asked + asked / 20);  // With headers.
}

Task<> overwrite(FileSystem& storage, FileInfo file) {
  HeldFile held(storage, co_await storage.open(file));
  co_await storage.write(held.handle(), Bytes(), file.size);
  co_await storage.close(held.release());
}

// Writes a file on one node and reads it on another, and tells how long after that the file was written back.
Task<> hand_over(StoreMachine& machine, std::size_t writer, std::size_t reader, FileInfo file,
                 Duration& late) {
  co_await overwrite(machine.client(writer), file);
  co_await read_whole(machine.client(reader), file, IoMode::buffered);
  const Time read = machine.sim().now();
  co_await machine.client(writer).written_back(file.id);
  late = machine.sim().now() - read;
}

// Who opens a file after another wrote and closed it reads no byte that is older, whatever pages it kept: it
// fetches all of it again, and that when it is with the servers. Who reads twice meanwhile fetches once.
TEST_P(StoreLaws, NobodyReadsWhatIsOlderThanAClosedWrite) {
  keep_pages();
  StoreMachine machine(spec(), 3, 1, FidelitySpec(), parts(), 1'000'000'000_B);
  if (machine.store().is_node_local()) return;
  const FileInfo file = odd_file(3);
  const auto fetched = [&](std::size_t node) {
    const Bytes before = machine.client(node).reads_of(0).fetched;
    machine.run(read_whole(machine.client(node), file, IoMode::buffered));
    return machine.client(node).reads_of(0).fetched - before;
  };
  machine.run(write_whole(machine.client(0), file, false));
  EXPECT_GE(fetched(1), file.size);
  const bool keeps = fetched(1) == Bytes();
  for (std::size_t round = 0; round < 6; ++round) {
    const std::size_t writer = round % 3, reader = (round + 1) % 3, other = (round + 2) % 3;
    if (moves() == 1) {
      const Bytes before = machine.client(reader).reads_of(0).fetched;
      Duration late = 1_s;
      machine.run(hand_over(machine, writer, reader, file, late));
      EXPECT_GE(machine.client(reader).reads_of(0).fetched, before + file.size) << round;
      EXPECT_EQ(late, Duration()) << round;
    } else {  // A tier's rule: once it is below.
      machine.run(overwrite(machine.client(writer), file));
      EXPECT_GE(fetched(reader), file.size) << round;
    }
    EXPECT_GE(fetched(other), file.size) << round;
    if (keeps) {
      EXPECT_EQ(fetched(other), Bytes()) << round;
    }
  }
}

// Pages that nodes read before anybody wrote to the files of a job are as old, once somebody does.
TEST_P(StoreLaws, ReadersBeforeTheFirstWriterKeepNoOldPages) {
  keep_pages();
  StoreMachine machine(spec(), 3, 1, FidelitySpec(), parts(), 1'000'000'000_B);
  if (machine.store().is_node_local()) return;
  const FileInfo file = odd_file(3), other = odd_file(4);
  const auto fetched = [&](std::size_t node, const FileInfo& of) {
    const Bytes before = machine.client(node).reads_of(0).fetched;
    machine.run(read_whole(machine.client(node), of, IoMode::buffered));
    return machine.client(node).reads_of(0).fetched - before;
  };
  for (const std::size_t reader : {0U, 1U, 2U}) {
    EXPECT_GE(fetched(reader, file), file.size) << reader;
    EXPECT_GE(fetched(reader, other), other.size) << reader;
  }
  machine.run(overwrite(machine.client(0), file));
  for (const std::size_t reader : {1U, 2U}) EXPECT_GE(fetched(reader, file), file.size) << reader;
  machine.run(overwrite(machine.client(1), other));
  for (const std::size_t reader : {0U, 2U}) EXPECT_GE(fetched(reader, other), other.size) << reader;
}

Task<> read_late(StoreMachine& machine, FileInfo file, Duration late) {
  co_await machine.sim().delay(late);
  co_await read_in_pieces(machine.client(), file, 700'000_B, 0_ns, machine.sim());
}

// Readers of one file on a node that keeps pages fetch each byte once, together, whenever they come.
TEST_P(StoreLaws, ReadersOfOneNodeFetchAFileOnce) {
  keep_pages();
  const FileInfo file = odd_file(19);
  for (const Duration apart : {0_ns, 100_us, 1_ms, 3_ms}) {
    StoreMachine machine(spec(), 1, 1, FidelitySpec(), parts(), 1'000'000'000_B);
    std::vector<Task<>> bodies;
    for (int i = 0; i < 8; ++i) bodies.push_back(read_late(machine, file, apart * i));
    machine.run_all(std::move(bodies));
    const Bytes together = machine.client().reads_of(0).fetched;
    machine.run(read_whole(machine.client(), file, IoMode::buffered));
    const bool keeps = machine.client().reads_of(0).fetched == together;
    EXPECT_EQ(together, keeps ? file.size : 8 * file.size) << apart / 1_us;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoreLaws, testing::ValuesIn(Store::table().begin(), Store::table().end()),
                         [](const auto& kind) { return std::string(kind.param.name); });

TEST(Stores, AreFoundByTheirSpecs) {
  const FileSystemSpec none;
  EXPECT_TRUE(none.given().empty());
  EXPECT_EQ(none.find<LustreSpec>(), nullptr);
  LustreSpec lustre;
  lustre.ost.count = 7;
  FileSystemSpec one(lustre);
  const FileSystemSpec copy = one;
  one.find<LustreSpec>()->ost.count = 8;
  ASSERT_EQ(copy.given(), std::vector<std::string_view>{"lustre"});
  EXPECT_EQ(copy.find<LustreSpec>()->ost.count, 7);
  EXPECT_EQ(one.find<LustreSpec>()->ost.count, 8);
}

}  // namespace
}  // namespace headrace
