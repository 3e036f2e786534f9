// Write-back by time: when dirty pages leave that nobody asks for.
#include <gtest/gtest.h>

#include <vector>

#include "models/storage/lustre/client.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Bytes kPage = 64_KiB;

LustreSpec expiring(Duration expire, Duration check = 5_s) {
  LustreSpec spec = exact_spec();
  spec.client.dirty_expire = expire;
  spec.client.dirty_check = check;
  return spec;
}

// Writes pages at given times into one file and keeps it open.
Task<> write_at(TestMachine& machine, FileInfo file, std::vector<Duration> times, Duration until) {
  FileSystem& storage = machine.client();
  HeldFile held(storage, co_await storage.create(file));
  Bytes at;
  for (const Duration time : times) {
    if (time > until) break;
    const Duration rest = Time::at(time) - machine.sim().now();
    co_await machine.sim().delay(rest);
    co_await storage.write(held.handle(), at, kPage);
    at += kPage;
  }
  const Duration rest = Time::at(until) - machine.sim().now();
  co_await machine.sim().delay(rest);
}

// Returns what the target has written by `when`, of pages that were written at `times` and would not fill a
// request.
Bytes written_by(Duration when, const LustreSpec& spec, const std::vector<Duration>& times) {
  TestMachine machine(spec);
  Bytes written;
  const auto look = [](TestMachine& m, Duration at, Bytes& bytes) -> Task<> {
    const Duration rest = Time::at(at) - m.sim().now();
    co_await m.sim().delay(rest);
    bytes = m.ost_written(0);
  };
  std::vector<Task<>> bodies;
  bodies.push_back(write_at(machine, test_file(0, 1_MiB), times, when + 1_s));
  bodies.push_back(look(machine, when, written));
  machine.run_all(std::move(bodies));
  return written;
}

// Dirty shortly after 1 s, so looked for at 6 s, 11 s, …, and 30 s old at the look of 31 s: there with the
// request, some 100 us later. With another interval of 7 s at 36 s.
TEST(WriteBack, AnOldPageIsWrittenAtTheNextLook) {
  EXPECT_EQ(written_by(30'999_ms, expiring(30_s), {1_s}), 0_B);
  EXPECT_EQ(written_by(31'001_ms, expiring(30_s), {1_s}), kPage);
  EXPECT_EQ(written_by(35'999_ms, expiring(30_s, 7_s), {1_s}), 0_B);
  EXPECT_EQ(written_by(36'001_ms, expiring(30_s, 7_s), {1_s}), kPage);
}

TEST(WriteBack, WithoutItAPageStaysUntilTheClose) {
  EXPECT_EQ(written_by(10'000_s, exact_spec(), {1_s}), 0_B);
}

// A request that is not full takes along what was written since: one of two pages after 31 s. The page of 33
// s begins the next, which is found at its own look of 64 s.
TEST(WriteBack, ARequestIsAsOldAsItsFirstPage) {
  const std::vector<Duration> times = {1_s, 20_s, 33_s};
  EXPECT_EQ(written_by(31'001_ms, expiring(30_s), times), 2 * kPage);
  EXPECT_EQ(written_by(62'999_ms, expiring(30_s), times), 2 * kPage);
  EXPECT_EQ(written_by(68'001_ms, expiring(30_s), times), 3 * kPage);
}

// One page each second: a request leaves at each look that finds its first page 10 s old. Looks every 5 s
// from 6 s on: pages of 1-10 s leave at 11 s, those of 11-20 s at 21 s or the look after, and so on: what is
// dirty is never older than expire + check.
TEST(WriteBack, NothingIsDirtyForLongerThanBothTimes) {
  std::vector<Duration> times;
  for (int second = 1; second <= 60; ++second) times.push_back(second * 1_s);
  for (int second = 16; second <= 60; ++second) {
    const std::int64_t at_least = second - 15;
    EXPECT_GE(written_by(second * 1_s + 500_ms, expiring(10_s), times), at_least * kPage) << second;
  }
}

// A close sends what is left and does not wait: the file is written back when the last of its 20 MB is on
// the target, which takes 100 MB/s.
TEST(WriteBack, WhoAsksWaitsUntilTheTargetHasIt) {
  LustreSpec slow = exact_spec();
  slow.ost.device.flash().write_bandwidth = Bandwidth::bytes_per_second(1e8);
  TestMachine machine(slow);
  Time closed, safe;
  const auto write = [](TestMachine& m, FileInfo file, Time& at_close, Time& at_end) -> Task<> {
    co_await write_whole(m.client(), file, false);
    at_close = m.sim().now();
    co_await m.client().written_back(file.id);
    at_end = m.sim().now();
    const FileId never_written{0, 77};
    co_await m.client().written_back(never_written);
    EXPECT_EQ(m.sim().now(), at_end);
  };
  machine.run(write(machine, test_file(0, 20'000'000_B), closed, safe));
  EXPECT_LT(closed.since_start(), 100_ms);
  EXPECT_GE(safe.since_start(), 200_ms);
  EXPECT_LE(safe.since_start(), 210_ms);
}

// All that is left leaves, whoever wrote it; the client's account balances (TestMachine).
TEST(WriteBack, LooksAtEveryFile) {
  TestMachine machine(expiring(30_s));
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 20; ++i)
    bodies.push_back(write_at(machine, test_file(i, 1_MiB), {1_s + i * 100_ms}, 40_s));
  Bytes before_close;
  const auto look = [](TestMachine& m, Bytes& bytes) -> Task<> {
    const Duration rest = 37_s;
    co_await m.sim().delay(rest);
    bytes = m.ost_written(0);
  };
  bodies.push_back(look(machine, before_close));
  machine.run_all(std::move(bodies));
  EXPECT_EQ(before_close, 20 * kPage);
  EXPECT_EQ(machine.bulk_requests(), 20);
}

}  // namespace
}  // namespace headrace
