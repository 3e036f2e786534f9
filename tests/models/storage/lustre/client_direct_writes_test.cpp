// Writes around the page cache: closed forms, what they do to pages, and who gives them up.
#include <gtest/gtest.h>

#include <memory>

#include "models/storage/lustre/client.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

struct DirectTimes {
  Duration write, sync, close;
};

Task<> write_around(TestMachine& machine, FileInfo file, DirectTimes& times) {
  FileSystem& storage = machine.client();
  HeldFile held(storage, co_await storage.create(file));
  Time begin = machine.sim().now();
  co_await storage.write(held.handle(), Bytes(), file.size, nobody(), IoMode::direct);
  times.write = machine.sim().now() - begin;
  begin = machine.sim().now();
  co_await storage.sync(held.handle());
  times.sync = machine.sim().now() - begin;
  begin = machine.sim().now();
  co_await storage.close(held.release());
  times.close = machine.sim().now() - begin;
}

// One request of n bytes: T = call + pages + lock + round trip + n / wire + service + n / device. Nothing is
// left for the sync but its commit.
TEST(DirectWrites, EndWhenTheyAreAnswered) {
  LustreSpec spec = exact_spec();
  spec.client.call_overhead = 3_us;
  spec.client.direct_page = 1_us;
  TestMachine machine(spec);
  DirectTimes times;
  machine.run(write_around(machine, test_file(0, 1_MiB), times));
  const Duration pages = 3_us + 256 * 1_us;
  const Duration lock = kRoundTrip + 30_us;
  EXPECT_EQ(times.write, pages + lock + kRoundTrip + 1_MiB / kWire + 40_us + 25_us + 1_MiB / 1_GBps);
  EXPECT_EQ(times.sync, kRoundTrip + 40_us + 1_ms);
  EXPECT_EQ(times.close, kRoundTrip + 70_us);
  EXPECT_EQ(machine.ost_written(0), 1_MiB);
  EXPECT_EQ(machine.metric("lustre/clients", "unwritten", "max"), 0);
}

// Of n requests the thread gives the pages of all but the first while that is under way: pages slower than
// the storage are the time, T = call + n pages + the way of the last one, by requests.
TEST(DirectWrites, AreBoundByTheirPages) {
  LustreSpec spec = exact_spec();
  spec.client.direct_page = 20_us;
  TestMachine machine(spec);
  DirectTimes times;
  machine.run(write_around(machine, test_file(0, 64_MiB), times));
  EXPECT_EQ(times.write, 16'384 * 20_us);
}

// Bytes that are written around the cache are not read from it.
TEST(DirectWrites, GiveUpPages) {
  TestMachine machine(exact_spec(), 1, kLatency, 1, 8_GiB);
  const FileInfo file = test_file(0, 16_MiB);
  machine.run(write_whole(machine.client(), file, true));
  machine.run(read_whole(machine.client(), file, IoMode::buffered));
  EXPECT_EQ(machine.ost_read(0), 0_B);
  DirectTimes times;
  machine.run(write_around(machine, file, times));
  machine.run(read_whole(machine.client(), file, IoMode::buffered));
  EXPECT_EQ(machine.ost_read(0), 16_MiB);
}

Task<> write_once(FileSystem& storage, FileInfo file) {
  HeldFile held(storage, co_await storage.create(file));
  co_await storage.write(held.handle(), Bytes(), file.size, nobody(), IoMode::direct);
  co_await storage.close(held.release());
}

// Given up at whatever moment, by requests and by flows: what had left arrives, and nothing else is lost.
TEST(DirectWrites, AreGivenUpAtAnyMoment) {
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow})
    for (std::uint64_t moment = 1; moment < 120; ++moment) {
      FidelitySpec by;
      by.fidelity = fidelity;
      LustreSpec spec = exact_spec();
      spec.ost.count = 2;
      TestMachine machine(spec, 1, kLatency, 1, 8_GiB, by);
      auto group = std::make_unique<TaskGroup>(machine.sim());
      for (std::int64_t i = 0; i < 2; ++i)
        group->spawn("writer", write_once(machine.client(), test_file(i, 33_MiB, 2)));
      RunLimits limits;
      limits.events = moment;
      machine.sim().run(limits);
      EXPECT_EQ(machine.lustre_client().imbalance(), "") << moment;
      group.reset();
      EXPECT_EQ(machine.lustre_client().imbalance(), "") << moment;
      machine.settle();
    }
}

}  // namespace
}  // namespace headrace
