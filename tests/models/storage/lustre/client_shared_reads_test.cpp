// Several readers of one node that want the same bytes at the same time.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

std::vector<Task<>> readers(TestMachine& machine, int count, const FileInfo& file) {
  std::vector<Task<>> all;
  for (int i = 0; i < count; ++i)
    all.push_back(read_in_pieces(machine.client(), file, 2_MiB, 0_ns, machine.sim()));
  return all;
}

// k readers of n bytes have them in the time of one, from requests for them once.
TEST(SharedReads, FetchAFileOnce) {
  for (const std::int64_t stripes : {1, 3}) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 4;
    TestMachine alone(spec, 1, kLatency, 1, 64_GiB);
    TestMachine together(spec, 1, kLatency, 1, 64_GiB);
    const FileInfo file = test_file(0, 1_GiB, stripes);
    const Duration one = alone.run_all(readers(alone, 1, file));
    const Duration eight = together.run_all(readers(together, 8, file));
    EXPECT_EQ(together.outcome().end, RunEnd::finished);
    EXPECT_LT(eight / one, 1.05) << stripes;
    EXPECT_EQ(together.all_ost_read(), 1_GiB) << stripes;
  }
}

Task<> read_late(TestMachine& machine, FileInfo file, Duration late) {
  co_await machine.sim().delay(late);
  co_await read_in_pieces(machine.client(), file, 2_MiB, 0_ns, machine.sim());
}

// Whenever a reader comes, what others have asked for before he opened the file is his, too.
TEST(SharedReads, FindWhatWasAskedForBeforeTheirOpen) {
  for (const std::int64_t stripes : {1, 3}) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 4;
    TestMachine machine(spec, 1, kLatency, 1, 64_GiB);
    const FileInfo file = test_file(0, 256_MiB, stripes);
    std::vector<Task<>> all;
    for (int i = 0; i < 8; ++i) all.push_back(read_late(machine, file, 7_ms * i));
    machine.run_all(std::move(all));
    EXPECT_EQ(machine.all_ost_read(), 256_MiB) << stripes;
  }
}

// Whoever goes away, those who wait for what he asked for get it. The pages need not even stay.
TEST(SharedReads, OutliveWhoAskedForThem) {
  for (const Bytes memory : {64_GiB, 64_MiB}) {
    for (int instant = 1; instant < 40; ++instant) {
      TestMachine machine(exact_spec(), 1, kLatency, 1, memory);
      const FileInfo file = test_file(0, 256_MiB, 1);
      TaskGroup stay(machine.sim());
      auto leave = std::make_optional<TaskGroup>(machine.sim());
      leave->spawn("first", std::move(readers(machine, 1, file)[0]));
      for (Task<>& body : readers(machine, 3, file)) stay.spawn("other", std::move(body));
      RunLimits limits;
      limits.until = Time::at(instant * 700_us);
      machine.sim().run(limits);
      leave.reset();
      EXPECT_EQ(machine.sim().run().end, RunEnd::finished) << instant;
      machine.settle();
      EXPECT_GE(machine.all_ost_read(), file.size);
    }
  }
}

// Requests of a reader who went away are used again for others' files, and nobody finds them by his read.
TEST(SharedReads, LeaveRequestsThatAreUsedAgainAlone) {
  for (int instant = 1; instant < 60; ++instant) {
    TestMachine machine(exact_spec(), 1, kLatency, 1, 64_GiB);
    const FileInfo file = test_file(0, 64_MiB, 1), other = test_file(1, 64_MiB, 1);
    auto leave = std::make_optional<TaskGroup>(machine.sim());
    leave->spawn("first", std::move(readers(machine, 1, file)[0]));
    TaskGroup stay(machine.sim());
    stay.spawn("other", std::move(readers(machine, 1, other)[0]));
    RunLimits limits;
    limits.until = Time::at(instant * 300_us);
    machine.sim().run(limits);
    leave.reset();
    limits.until = Time::at(instant * 300_us + 2_ms);
    machine.sim().run(limits);
    stay.spawn("late", std::move(readers(machine, 1, file)[0]));
    EXPECT_EQ(machine.sim().run().end, RunEnd::finished) << instant;
    machine.settle();
    EXPECT_GE(machine.all_ost_read(), file.size + other.size) << instant;
  }
}

// Direct reads share nothing.
TEST(SharedReads, AreOfPagesOnly) {
  TestMachine machine(exact_spec(), 1, kLatency, 1, 64_GiB);
  const FileInfo file = test_file(0, 64_MiB);
  std::vector<Task<>> all;
  for (int i = 0; i < 3; ++i) all.push_back(read_whole(machine.client(), file, IoMode::direct));
  machine.run_all(std::move(all));
  EXPECT_EQ(machine.all_ost_read(), 3 * file.size);
}

}  // namespace
}  // namespace headrace
