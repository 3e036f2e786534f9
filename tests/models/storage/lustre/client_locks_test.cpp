#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "models/storage/lustre/client.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Bytes kTransfer = 4_MiB;
constexpr std::int64_t kTransfers = 20;  // Of each client.
constexpr Duration kAsked = 2 * (kLatency + kHeader) + 30_us;

enum class Way { extent, lock_ahead, group, own_files };

LustreSpec spec_of(std::int64_t osts) {
  LustreSpec spec = exact_spec();
  spec.client.rpc_size = kTransfer;
  spec.ost.count = osts;
  spec.ost.device.flash().write_bandwidth = 100_GBps;  // What remains is the clients' copies and the locks.
  return spec;
}

FileInfo shared_file(std::int64_t clients, std::int64_t stripes) {
  FileInfo file = test_file(0, kTransfer * (kTransfers * clients), stripes);
  file.layout.stripe_size = kTransfer;
  return file;
}

Task<> open_shared(FileSystem& storage, FileInfo file, bool makes, FileHandle& handle) {
  if (makes) {
    handle = co_await storage.create(file);
  } else {
    handle = co_await storage.open(file);
  }
}

Task<> write_share(FileSystem& storage, FileHandle handle, Way way, std::int64_t first, std::int64_t every) {
  if (way == Way::group) storage.lock_as_group(handle);
  for (std::int64_t i = 0; i < kTransfers && way == Way::lock_ahead; ++i)
    storage.lock_ahead(handle, kTransfer * (first + every * i), kTransfer);
  for (std::int64_t i = 0; i < kTransfers; ++i)
    co_await storage.write(handle, kTransfer * (first + every * i), kTransfer);
  co_await storage.sync(handle);
}

// Clients that have opened a file, or one each, and write it together.
struct Writers {
  Writers(std::int64_t count, std::int64_t stripes, Way way)
      : machine(spec_of(stripes), count), clients(count) {
    handles.resize(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < clients; ++i) {
      FileInfo file = shared_file(way == Way::own_files ? 1 : clients, stripes);
      if (way == Way::own_files) file.id.index = i;
      machine.run(open_shared(client(i), file, way == Way::own_files || i == 0, handle(i)));
    }
    const std::int64_t every = way == Way::own_files ? 1 : clients;
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < clients; ++i)
      bodies.push_back(write_share(client(i), handle(i), way, way == Way::own_files ? 0 : i, every));
    spent = machine.run_all(std::move(bodies));
    Bytes written;
    for (std::int64_t i = 0; i < stripes; ++i) written += machine.ost_written(i);
    EXPECT_EQ(written, kTransfer * (kTransfers * clients));
    EXPECT_EQ(machine.lustre().imbalance(), "");
  }
  FileSystem& client(std::int64_t i) { return machine.client(static_cast<std::size_t>(i)); }
  FileHandle& handle(std::int64_t i) { return handles[static_cast<std::size_t>(i)]; }

  TestMachine machine;
  std::int64_t clients;
  std::vector<FileHandle> handles;
  Duration spent;
};

// Writers of one file that locked it ahead, or as a group, take as long as writers of files of their own, who
// ask for locks, too; as its store locks a file, they take longer by a fifth at least.
TEST(LocksAhead, ASharedFileIsWrittenAsFastAsFilesOfTheirOwn) {
  for (const std::int64_t stripes : {1, 2}) {
    const Duration own = Writers(4, stripes, Way::own_files).spent;
    for (const Way way : {Way::lock_ahead, Way::group}) {
      const Duration spent = Writers(4, stripes, way).spent;
      EXPECT_LE(spent, own + kAsked) << stripes;
      EXPECT_GE(spent, own - own / 20) << stripes;
    }
    EXPECT_GT(Writers(4, stripes, Way::extent).spent / own, 1.2) << stripes;
  }
}

// Each transfer is asked for once, at the object that has it, however often that is said.
TEST(LocksAhead, AskForEachExtentOnce) {
  TestMachine machine(spec_of(2), 1);
  FileHandle handle = 0;
  machine.run(open_shared(machine.client(), shared_file(1, 2), true, handle));
  const std::int64_t before = machine.requests_sent();
  for (int i = 0; i < 2; ++i) {
    machine.client().lock_ahead(handle, 0_B, kTransfer);
    machine.client().lock_ahead(handle, kTransfer / 2,
                                2 * kTransfer);  // On both, one of them as two extents.
    machine.settle();
    EXPECT_EQ(machine.requests_sent() - before, 3) << i;
  }
  machine.client().forget(handle);
  machine.settle();
}

Task<> write_as_outsider(FileSystem& storage, FileInfo file) {
  HeldFile held(storage, co_await storage.open(file));
  co_await storage.write(held.handle(), Bytes(), kTransfer);
  co_await storage.close(held.release());
}

// Who is no member waits until the last one has closed the file and written all of it, and then goes on.
TEST(LocksAhead, AnOutsiderWaitsForTheGroup) {
  Writers group(2, 2, Way::group);
  TestMachine& machine = group.machine;
  const FileInfo file = shared_file(2, 2);
  TaskGroup outsider(machine.sim());
  outsider.spawn("outsider",
                 write_as_outsider(machine.client(0), file));  // On a member's node: that has the lock.
  machine.settle();
  EXPECT_EQ(outsider.running(), 0u);
  TestMachine other(spec_of(2), 3);
  std::vector<FileHandle> handles(2);
  for (std::size_t i = 0; i < 2; ++i) {
    other.run(open_shared(other.client(i), file, i == 0, handles[i]));
    other.client(i).lock_as_group(handles[i]);
  }
  TaskGroup waits(other.sim());
  waits.spawn("outsider", write_as_outsider(other.client(2), file));
  for (std::size_t i = 0; i < 2; ++i) {
    other.settle();
    EXPECT_EQ(waits.running(), 1u) << i;
    other.client(i).forget(handles[i]);
  }
  other.settle();
  EXPECT_EQ(waits.running(), 0u);
  EXPECT_EQ(other.lustre().imbalance(), "");
}

// Whoever goes away at whatever moment, nobody who stays waits for ever, and nothing is lost or doubled.
TEST(LocksAhead, MayBeGivenUpAtAnyMoment) {
  for (const Way way : {Way::lock_ahead, Way::group}) {
    for (int instant = 1; instant < 60; ++instant) {
      TestMachine machine(spec_of(2), 3);
      const FileInfo file = shared_file(3, 2);
      std::vector<FileHandle> handles(3);
      for (std::size_t i = 0; i < 3; ++i)
        machine.run(open_shared(machine.client(i), file, i == 0, handles[i]));
      TaskGroup stay(machine.sim());
      {
        TaskGroup leave(machine.sim());
        leave.spawn("first", write_share(machine.client(0), handles[0], way, 0, 3));
        stay.spawn("second", write_share(machine.client(1), handles[1], way, 1, 3));
        stay.spawn("outsider", write_share(machine.client(2), handles[2], Way::extent, 2, 3));
        RunLimits limits;
        limits.until = machine.sim().now() + instant * 100_us;
        machine.sim().run(limits);
      }
      machine.client(0).forget(handles[0]);
      machine.settle();
      machine.client(1).forget(handles[1]);
      machine.settle();
      EXPECT_EQ(stay.running(), 0u) << instant;
      EXPECT_EQ(machine.lustre().imbalance(), "");
    }
  }
}

}  // namespace
}  // namespace headrace
