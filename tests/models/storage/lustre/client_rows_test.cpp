// Rows of a write by flows: they move while they are copied, never wait for each other, and lose nothing.
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "models/storage/lustre/client.h"
#include "tests/models/support/disturbed_machine.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Bytes kWritten = 256_MiB;

FidelitySpec by_flows() {
  FidelitySpec spec;
  spec.fidelity = Fidelity::flow;
  return spec;
}

struct Spent {
  Duration write, sync;
};

Task<> write_and_note(TestMachine& machine, FileInfo file, Spent& spent) {
  FileSystem& storage = machine.client();
  HeldFile held(storage, co_await storage.create(file));
  const Time begin = machine.sim().now();
  co_await storage.write(held.handle(), Bytes(), file.size);
  spent.write = machine.sim().now() - begin;
  co_await storage.sync(held.handle());
  spent.sync = machine.sim().now() - begin - spent.write;
  co_await storage.close(held.release());
}

// Copied at c, on drives that are faster: T = lock + L / c. A sync waits for what is left of the last row,
// which moves as fast as it was copied and began one way, the service and its first piece at the port later;
// and for the answer.
TEST(Rows, MoveWhileTheyAreCopied) {
  for (const std::int64_t stripes : {1, 4}) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 4;
    spec.client.copy_in_bandwidth = 500_MBps;
    TestMachine machine(spec, 1, kLatency, 1, Bytes(), by_flows());
    FileInfo file = test_file(0, kWritten, stripes);
    file.layout.stripe_size = 1_MiB;
    Spent spent;
    machine.run(write_and_note(machine, file, spent));
    const Bytes piece = stripes == 1 ? 4_MiB : 1_MiB;
    const Duration locks = stripes * (kRoundTrip + 30_us);
    EXPECT_EQ(spent.write, locks + kWritten / 500_MBps) << stripes;
    const Duration behind = kRoundTrip + 40_us + 25_us + piece / kWire;
    const Duration commit = kRoundTrip + 40_us + 1_ms;
    EXPECT_NEAR((spent.sync - commit).in_seconds(), behind.in_seconds(), 1e-6) << stripes;
  }
}

// Four writers of a node with one core: their copies take four times as long as the flows would, whose
// answers count at the end of the copies.
TEST(Rows, AreNoFasterThanTheirCopies) {
  ClusterSpec cluster = small_machine();
  cluster.nodes.front().second.cores = 1;
  cluster.nodes.front().second.memory = 64_GiB;
  LustreSpec scratch = exact_spec();
  scratch.client.copy_in_bandwidth = 100_MBps;
  cluster.file_systems = {{"scratch", FileSystemSpec(scratch)}};
  DisturbedMachine machine({}, cluster, 1, by_flows());
  std::vector<Task<>> writers;
  for (std::int64_t i = 0; i < 4; ++i)
    writers.push_back(write_whole(machine.storage(), test_file(i, kWritten), true));
  EXPECT_NEAR(machine.run_all(std::move(writers)) / (4 * (kWritten / 100_MBps)), 1, 0.01);
}

LustreSpec narrow_spec() {
  LustreSpec spec = exact_spec();
  spec.ost.count = 3;
  spec.client.rpc_size = 64_KiB;
  spec.client.max_rpcs_in_flight = 2;
  spec.client.max_dirty = 2_MiB;
  return spec;
}

// Writers on all targets, each from another one on, with room for a few rows at each, and half the room of
// all targets on the node: none waits for ever, and every byte arrives.
TEST(Rows, DoNotWaitForEachOther) {
  for (const Bytes memory : {Bytes(), 16_MiB}) {
    TestMachine machine(narrow_spec(), 2, kLatency, 1, memory, by_flows());
    std::vector<Task<>> writers;
    Bytes all;
    for (std::int64_t i = 0; i < 12; ++i) {
      FileInfo file = test_file(i, 16_MiB + i * 12'345_B, 3);
      file.layout.stripe_size = 64_KiB;
      all += file.size;
      writers.push_back(write_whole(machine.client(static_cast<std::size_t>(i) % 2), file, i % 3 == 0));
    }
    machine.run_all(std::move(writers));
    EXPECT_EQ(machine.outcome().end, RunEnd::finished);
    EXPECT_EQ(machine.ost_written(0) + machine.ost_written(1) + machine.ost_written(2), all);
  }
}

// Given up at whatever moment: no byte is lost or counted twice, and the room of its row is free again, so
// that another write takes as long as ever.
TEST(Rows, AreGivenUpAtAnyMoment) {
  FileInfo file = test_file(0, 16_MiB, 3);
  file.layout.stripe_size = 64_KiB;
  TestMachine fresh(narrow_spec(), 1, kLatency, 1, Bytes(), by_flows());
  const Duration expected = fresh.run(write_whole(fresh.client(), test_file(7, 16_MiB, 3), true));
  for (std::uint64_t moment = 1; moment < 300; ++moment) {
    TestMachine machine(narrow_spec(), 1, kLatency, 1, Bytes(), by_flows());
    auto group = std::make_unique<TaskGroup>(machine.sim());
    for (std::int64_t i = 0; i < 3; ++i) {
      file.id.index = i;
      group->spawn("writer", write_whole(machine.client(), file, false));
    }
    RunLimits limits;
    limits.events = moment;
    machine.sim().run(limits);
    EXPECT_EQ(machine.lustre_client().imbalance(), "") << moment;
    group.reset();
    EXPECT_EQ(machine.lustre_client().imbalance(), "") << moment;
    machine.settle();
    EXPECT_EQ(machine.run(write_whole(machine.client(), test_file(7, 16_MiB, 3), true)), expected) << moment;
  }
}

}  // namespace
}  // namespace headrace
