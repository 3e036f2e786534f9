// Operations given up in every state: nothing leaks, nothing is freed twice, nobody else notices.
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "models/storage/lustre/client.h"
#include "sim/random.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

Task<> keep_busy(FileSystem& storage, std::int64_t first, Simulation& sim) {
  for (std::int64_t i = first;; ++i) {
    const FileInfo file = test_file(i, 9_MiB + 4321_B, 1 + i % 3);
    co_await stat_file(storage, file);
    co_await write_whole(storage, file, i % 2 == 0);
    co_await read_whole(storage, file, IoMode::direct);
    co_await read_in_pieces(storage, file, 700'000_B, 10_us, sim);
    co_await read_at(storage, file, 5_MiB, 1_MiB, IoMode::buffered);
  }
}

LustreSpec random_spec() {
  LustreSpec spec;
  spec.oss.count = 2;
  spec.ost.count = 3;
  spec.client.rpc_size = 1_MiB;
  spec.client.max_rpcs_in_flight = 2;
  spec.client.metadata_max_rpcs_in_flight = 2;
  spec.client.max_read_ahead_whole = 1_MiB;
  spec.client.max_dirty = 3_MiB;
  spec.client.lock_max_age = 50_ms;
  spec.client.lock_lru_size = 20;
  spec.client.path_depth = 0;  // Folders that are known would make a later read faster.
  return spec;
}

// Many processes stopped at a random event, again and again on the same client; then all that is on its way
// comes back. Windows and slots must be whole: more files than ever, each as fast as alone on a fresh
// machine.
TEST(LustreLifetime, ProcessesStoppedAnywhereLeaveTheClientWhole) {
  const auto probe = [](TestMachine& machine, std::int64_t first) {
    std::vector<Duration> spent;
    for (std::int64_t i = 0; i < 5; ++i)
      spent.push_back(
          machine.run(read_whole(machine.client(), test_file(first + i, 3_MiB, 3), IoMode::direct)));
    return spent;
  };
  LustreSpec spec = random_spec();
  spec.mds = exact_spec().mds;
  spec.ost = exact_spec().ost;
  spec.ost.count = 3;
  TestMachine fresh(spec);
  const std::vector<Duration> alone = probe(fresh, 9999);  // Files without a lock yet.
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    TestMachine machine(spec, 1, kLatency, seed, seed % 2 * 64_MiB);
    RandomStream random(seed, "stops");
    for (int round = 0; round < 4; ++round) {
      {
        TaskGroup group(machine.sim());
        for (std::int64_t i = 0; i < 6; ++i)
          group.spawn("busy", keep_busy(machine.client(), 100 * i, machine.sim()));
        RunLimits limits;
        limits.events = machine.sim().events() + random.below(3000);
        machine.sim().run(limits);
      }
      if (round % 2 == 0) machine.settle();
    }
    machine.settle();
    ASSERT_EQ(probe(machine, 9999), alone) << "seed " << seed;
  }
}

Task<> read_once(FileSystem& storage, FileHandle handle, Bytes offset, Bytes length) {
  co_await storage.read(handle, offset, length, IoMode::buffered);
}
Task<> write_once(FileSystem& storage, FileHandle handle, Bytes length) {
  co_await storage.write(handle, Bytes(), length);
}

Task<> sync_once(FileSystem& storage, FileHandle handle) { co_await storage.sync(handle); }

// Stops a read, a write and a sync after a while, then makes the same ones to their end on the same handle.
Task<> retry(TestMachine& machine, FileInfo file, Duration patience, std::vector<Duration>& spent,
             Bytes& durable) {
  FileSystem& storage = machine.client();
  HeldFile held(storage, co_await storage.open(file));
  {
    TaskGroup impatient(machine.sim());
    impatient.spawn("read", read_once(storage, held.handle(), Bytes(), file.size));
    co_await machine.sim().delay(patience);
  }
  {
    TaskGroup impatient(machine.sim());
    impatient.spawn("write", write_once(storage, held.handle(), file.size));
    co_await machine.sim().delay(patience);
  }
  {
    TaskGroup impatient(machine.sim());
    impatient.spawn("sync", sync_once(storage, held.handle()));
    co_await machine.sim().delay(patience);
  }
  Time start = machine.sim().now();
  co_await storage.write(held.handle(), Bytes(), file.size);
  spent.push_back(machine.sim().now() - start);
  co_await storage.sync(held.handle());
  durable = machine.ost_written(0);
  spent.push_back(machine.sim().now() - start);
  co_await machine.sim().delay(1_s);
  start = machine.sim().now();
  co_await storage.read(held.handle(), Bytes(), file.size, IoMode::buffered);
  spent.push_back(machine.sim().now() - start);
  co_await storage.close(held.release());
}

// Answers to an operation given up do not end the next one: no write before its copy, no sync before all that
// was written is there.
TEST(LustreLifetime, AnswersToAnAbandonedOperationAreForNobody) {
  const FileInfo file = test_file(0, 6_MiB);
  LustreSpec spec = exact_spec();
  spec.client.rpc_size = 1_MiB;
  std::vector<Duration> never;
  TestMachine calm(spec);
  Bytes durable;
  calm.run(retry(calm, file, 1_s, never, durable));
  for (int i = 1; i < 200; ++i) {
    TestMachine machine(spec);
    std::vector<Duration> spent;
    machine.run(retry(machine, file, i * 50_us, spent, durable));
    ASSERT_EQ(spent.size(), 3u);
    ASSERT_GE(spent[0], file.size / 10_GBps) << "patience " << i;
    ASSERT_GE(spent[1], file.size / 1_GBps) << "patience " << i;
    ASSERT_EQ(spent[2], never[2]) << "patience " << i;
    ASSERT_EQ(durable, machine.ost_written(0)) << "patience " << i;
    ASSERT_GE(durable, file.size) << "patience " << i;
  }
}

Task<> open_then_stop(FileSystem& storage, std::int64_t index) {
  HeldFile held(storage, co_await storage.open(test_file(index, 1_MiB)));
  co_await storage.read(held.handle(), Bytes(), 1_MiB, IoMode::buffered);
  co_await storage.close(held.release());
  co_await storage.stat(test_file(index, 1_MiB));
}

// Destroyed at each single event of its life, of which some lie between the end of an operation and its news;
// at once another process takes its place, and works on a handle that is nobody else's.
TEST(LustreLifetime, EveryEventIsAGoodOneToStopAt) {
  for (std::uint64_t events = 0; events < 40; ++events) {
    TestMachine machine(exact_spec());
    auto first = std::make_unique<TaskGroup>(machine.sim());
    TaskGroup rest(machine.sim());
    first->spawn("first", open_then_stop(machine.client(), 0));
    rest.spawn("other", open_then_stop(machine.client(), 1));
    RunLimits limits;
    limits.events = events;
    machine.sim().run(limits);
    first.reset();
    for (std::int64_t i = 2; i < 6; ++i) rest.spawn("other", open_then_stop(machine.client(), i));
    ASSERT_EQ(machine.sim().run().end, RunEnd::finished) << events;
  }
}

// A machine destroyed with everything under way, in the order of its building.
TEST(LustreLifetime, AMachineMayEndInMidRun) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    TestMachine machine(random_spec(), 2, 2_us, seed, 64_MiB);
    RandomStream random(seed, "end");
    TaskGroup group(machine.sim());
    for (std::int64_t i = 0; i < 6; ++i)
      group.spawn("busy", keep_busy(machine.client(static_cast<std::size_t>(i) % 2), 100 * i, machine.sim()));
    RunLimits limits;
    limits.events = random.below(5000);
    EXPECT_EQ(machine.sim().run(limits).end, RunEnd::event_limit);
  }
}

}  // namespace
}  // namespace headrace
