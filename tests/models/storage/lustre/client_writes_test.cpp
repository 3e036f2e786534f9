// Buffered writes: when they return, when they leave, what they wait for.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/storage/lustre/client.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Duration kCreate = kRoundTrip + 310_us;
constexpr Duration kLock = kRoundTrip + 30_us;
constexpr Duration kClose = kRoundTrip + 70_us;
constexpr Duration kCommit = kRoundTrip + 40_us + 1_ms;

// Returns the time of one write request of n bytes and its answer, alone.
Duration bulk_write(Bytes n) { return kRoundTrip + n / kWire + 40_us + n / 1_GBps + 25_us; }

// How long each step took.
struct Steps {
  std::vector<Duration> writes;
  Duration sync, close;
};

// Writes `pieces` one after another, each followed by a rest; then syncs.
Task<> write_pieces(TestMachine& machine, FileInfo file, std::vector<Bytes> pieces, Duration rest,
                    Steps& steps) {
  FileSystem& storage = machine.client();
  HeldFile held(storage, co_await storage.create(file));
  Bytes offset;
  for (const Bytes piece : pieces) {
    const Time start = machine.sim().now();
    co_await storage.write(held.handle(), offset, piece);
    steps.writes.push_back(machine.sim().now() - start);
    offset += piece;
    co_await machine.sim().delay(rest);
  }
  const Time written = machine.sim().now();
  co_await storage.sync(held.handle());
  steps.sync = machine.sim().now() - written;
  const Time synced = machine.sim().now();
  co_await storage.close(held.release());
  steps.close = machine.sim().now() - synced;
}

// A write takes its copy, the first one of an object its lock, too. The sync sends what is left and commits.
TEST(Writes, ASmallOneTakesItsCopy) {
  TestMachine machine(exact_spec());
  Steps steps;
  const Bytes size = 1'024'000_B;
  machine.run(write_pieces(machine, test_file(0, 3 * size), {size, size, size}, 0_ns, steps));
  ASSERT_EQ(steps.writes.size(), 3u);
  EXPECT_EQ(steps.writes[0], kLock + size / 10_GBps);
  EXPECT_EQ(steps.writes[1], size / 10_GBps);
  EXPECT_EQ(steps.writes[2], size / 10_GBps);
  EXPECT_EQ(steps.sync, bulk_write(3 * size) + kCommit);
  EXPECT_EQ(steps.close, kClose);
  EXPECT_EQ(machine.bulk_requests(), 1);
  EXPECT_EQ(machine.ost_written(0), 3 * size);
}

// A request leaves when it is full. The sync finds it answered and has only to commit.
TEST(Writes, LeaveWhenARequestIsFull) {
  TestMachine machine(exact_spec());
  Steps steps;
  machine.run(write_pieces(machine, test_file(0, 4_MiB), {1_MiB, 1_MiB, 1_MiB, 1_MiB}, 10_ms, steps));
  EXPECT_EQ(machine.bulk_requests(), 1);
  EXPECT_EQ(steps.sync, kCommit);
}

// Pieces that follow each other share requests, whatever their length; a stripe unit ends one.
TEST(Writes, FillRequestsAsTheLayoutCutsThem) {
  const auto requests = [](std::int64_t stripes, Bytes stripe_size, std::vector<Bytes> pieces) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 4;
    TestMachine machine(spec);
    FileInfo file = test_file(0, 64_MiB, stripes);
    file.layout.stripe_size = stripe_size;
    Steps steps;
    machine.run(write_pieces(machine, file, pieces, 0_ns, steps));
    return machine.bulk_requests();
  };
  EXPECT_EQ(requests(1, 1_MiB, {10_MiB}), 3);
  EXPECT_EQ(requests(1, 1_MiB, {3_MiB, 3_MiB, 3_MiB}), 3);
  EXPECT_EQ(requests(1, 1_MiB, std::vector<Bytes>(100, 100_KiB)), 3);
  EXPECT_EQ(requests(4, 1_MiB, {10_MiB}), 10);
  EXPECT_EQ(requests(4, 6_MiB, {13_MiB}), 5);  // 4 + 2, 2 + 4, 1.
}

Task<> write_here_and_there(FileSystem& storage, FileInfo file) {
  HeldFile held(storage, co_await storage.create(file));
  co_await storage.write(held.handle(), 1_MiB, 1_MiB);
  co_await storage.write(held.handle(), 3_MiB, 64_KiB);  // Not behind it.
  co_await storage.write(held.handle(), 0_B, 1_MiB);
  co_await storage.close(held.release());
}

TEST(Writes, ThatDoNotFollowEachOtherLeaveApart) {
  TestMachine machine(exact_spec());
  machine.run(write_here_and_there(machine.client(), test_file(0, 4_MiB)));
  EXPECT_EQ(machine.bulk_requests(), 3);
  EXPECT_EQ(machine.ost_written(0), 2_MiB + 64_KiB);
}

// A sync asks for the commit where something was written since the last one, and nowhere else.
TEST(Writes, ASyncCommitsWhatWasTouched) {
  const auto spent = [](std::int64_t stripes, std::vector<Bytes> pieces) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 4;
    TestMachine machine(spec);
    Steps steps;
    machine.run(write_pieces(machine, test_file(0, 64_MiB, stripes), pieces, 1_s, steps));
    return steps.sync;
  };
  EXPECT_EQ(spent(1, {}), 0_ns);
  EXPECT_EQ(spent(4, {1_MiB}), kCommit);
  EXPECT_EQ(spent(4, {3_MiB}), kCommit + 2 * kHeader);  // The last of three is sent two headers later.
  EXPECT_EQ(spent(4, {9_MiB}), kCommit + 3 * kHeader);
}

// create, write, close: the close waits for no write, and all of it arrives afterwards.
TEST(Writes, ACloseDoesNotWait) {
  TestMachine machine(exact_spec());
  const Bytes size = 100_MiB + 1_KiB;
  const Duration spent = machine.run(write_whole(machine.client(), test_file(0, size), false));
  EXPECT_NEAR((spent - kCreate - kLock - kClose) / (size / 10_GBps), 1, 1e-4);
  EXPECT_EQ(machine.ost_written(0), size);
  EXPECT_EQ(machine.lustre_client().written_back(), size);
}

// A write longer than the limit D of unwritten bytes: the first D go in at the rate of the copy, the rest as
// the target (r = 1 GB/s, below the copy) takes them. T = (S - D) / r, and D is the lower of max_dirty and
// grant.
TEST(Writes, RunAtTheTargetsRateAboveTheDirtyLimit) {
  const auto spent = [](Bytes max_dirty, Bytes grant) {
    LustreSpec spec = exact_spec();
    spec.client.max_dirty = max_dirty;
    spec.client.grant = grant;
    TestMachine machine(spec);
    Steps steps;
    machine.run(write_pieces(machine, test_file(0, 2_GiB), {2_GiB}, 0_ns, steps));
    EXPECT_LE(machine.metric("lustre/clients", "unwritten", "max"),
              static_cast<double>(std::min(max_dirty, grant).count()));
    return steps;
  };
  for (const Bytes limit : {16_MiB, 64_MiB, 512_MiB}) {
    const double expected = ((2_GiB - limit) / 1_GBps).in_seconds();
    for (const Steps& steps : {spent(limit, 2_GiB), spent(2_GiB, limit)}) {
      EXPECT_NEAR(steps.writes[0].in_seconds(), expected, 0.01 * expected) << limit.count();
      EXPECT_NEAR((steps.writes[0] + steps.sync).in_seconds(), (2_GiB / 1_GBps).in_seconds(), 0.01);
    }
  }
  const Steps all = spent(2_GiB, 2_GiB);  // Everything fits: the copy alone, and the sync has it all to do.
  EXPECT_NEAR((all.writes[0] - kLock) / (2_GiB / 10_GBps), 1, 1e-5);  // Each piece ends on a whole ns.
}

// A node keeps at most an eighth of its memory unwritten for a target, and half of it for all.
TEST(Writes, KeepNoMoreUnwrittenThanTheMemoryAllows) {
  for (const std::int64_t stripes : {1, 8}) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 8;
    spec.client.rpc_size = 1_MiB;
    TestMachine machine(spec, 1, kLatency, 1, 64_MiB);
    FileInfo file = test_file(0, 256_MiB, stripes);
    machine.run(write_whole(machine.client(), file, true));
    const Bytes limit = stripes == 1 ? 8_MiB : 32_MiB;
    const double most = machine.metric("lustre/clients", "unwritten", "max");
    EXPECT_LE(most, static_cast<double>(limit.count()));
    EXPECT_GT(most, 0.9 * static_cast<double>(limit.count()));
    Bytes written;
    for (std::int32_t ost = 0; ost < 8; ++ost) written += machine.ost_written(ost);
    EXPECT_EQ(written, 256_MiB);
    EXPECT_EQ(machine.lustre_client().imbalance(), "");
  }
}

// RPC window law for writes: X = min(w size / RTT, cap), where RTT is one request alone and the cap the
// server's port.
TEST(Writes, AreBoundByTheWindow) {
  const Bytes rpc = 1_MiB;
  for (const std::int64_t window : {1, 8, 64, 256}) {
    LustreSpec spec = exact_spec();
    spec.ost.device.flash().write_bandwidth = Bandwidth::bytes_per_second(1e15);
    spec.ost.device.flash().write_latency = Distribution(2_ms);
    spec.ost.device.flash().parallelism = 65'536;
    spec.client.copy_in_bandwidth = Bandwidth::bytes_per_second(1e15);
    spec.client.max_rpcs_in_flight = window;
    spec.client.rpc_size = rpc;
    spec.oss.nic.bandwidth = 10_GBps;
    TestMachine machine(spec);
    const std::int64_t count = 40 * window + 3000;
    Steps steps;
    machine.run(write_pieces(machine, test_file(0, count * rpc), {count * rpc}, 0_ns, steps));
    const Duration entering = (rpc + kRequestHeader) / 10_GBps;
    const Duration round_trip = 2 * kLatency + entering + 40_us + 2_ms + kRequestHeader / 10_GBps;
    const double expected = std::min(static_cast<double>(window * rpc.count()) / round_trip.in_seconds(),
                                     static_cast<double>(rpc.count()) / entering.in_seconds());
    const Duration spent = steps.writes[0] + steps.sync - kLock - kCommit - round_trip;
    const double rate = static_cast<double>(count * rpc.count()) / spent.in_seconds();
    EXPECT_NEAR(rate, expected, 0.01 * expected) << window;
  }
}

// N ranks create, write S, sync and close, on one node or on N: the target is the bottleneck.
// T = create + lock + N S / r + commit + close, and the copy of one request until the first is full.
TEST(Writes, OfManyRanksShareTheTarget) {
  for (const std::int64_t clients : {1, 8}) {
    TestMachine machine(exact_spec(), clients);
    std::vector<Task<>> ranks;
    for (std::int64_t i = 0; i < 8; ++i)
      ranks.push_back(
          write_whole(machine.client(static_cast<std::size_t>(i % clients)), test_file(i, 128_MiB), true));
    const Duration spent = machine.run_all(std::move(ranks));
    const Duration expected = kCreate + kLock + 4_MiB / 10_GBps + 8 * (128_MiB / 1_GBps) + kCommit + kClose;
    EXPECT_NEAR(spent / expected, 1, 0.01) << clients;
    EXPECT_EQ(machine.ost_written(0), 8 * 128_MiB);
  }
}

Task<> write_later(TestMachine& machine, FileInfo file, Duration wait, Duration& spent) {
  co_await machine.sim().delay(wait);
  const Time start = machine.sim().now();
  co_await write_whole(machine.client(), file, true);
  spent = machine.sim().now() - start;
}

// Files of a node take turns: with 1 GiB of a neighbour before it, a file of one request waits for the
// window's w requests and one more of the neighbour's, not for them all; where the limit is reached, also for
// the room of the neighbour's piece and of its own. With its own request that is w + 4 in all.
TEST(Writes, OfAFileDoNotWaitForAllOfItsNeighbours) {
  for (const Bytes limit : {2_GiB, 64_MiB}) {
    LustreSpec spec = exact_spec();
    spec.client.max_dirty = spec.client.grant = limit;
    TestMachine machine(spec);
    Duration large, small;
    std::vector<Task<>> ranks;
    ranks.push_back(write_later(machine, test_file(0, 1_GiB), 0_ns, large));
    ranks.push_back(write_later(machine, test_file(1, 4_MiB), 150_ms, small));
    machine.run_all(std::move(ranks));
    EXPECT_NEAR(large.in_seconds(), 1.08, 0.01);
    EXPECT_LT(small, 12 * (4_MiB / 1_GBps)) << limit.count();
  }
}

Task<> write_and_note(TestMachine& machine, FileInfo file, Duration wait, Duration& spent) {
  co_await machine.sim().delay(wait);
  FileSystem& storage = machine.client();
  HeldFile held(storage, co_await storage.create(file));
  const Time start = machine.sim().now();
  co_await storage.write(held.handle(), 0_B, file.size);
  spent = machine.sim().now() - start;
  co_await storage.close(held.release());
}

// Of 5 MiB of room the first has taken 4; the second waits for as much, and the third, which would fit,
// behind it: until the first is answered, 4 MiB / 1 GB/s after it left and so 4 ms after the third came.
TEST(Writes, ThatWouldFitWaitBehindThoseThatDoNot) {
  LustreSpec spec = exact_spec();
  spec.client.max_dirty = spec.client.grant = 5_MiB;
  TestMachine machine(spec);
  Duration first, second, third;
  std::vector<Task<>> ranks;
  ranks.push_back(write_and_note(machine, test_file(0, 4_MiB), 0_ns, first));
  ranks.push_back(write_and_note(machine, test_file(1, 4_MiB), 50_us, second));
  ranks.push_back(write_and_note(machine, test_file(2, 64_KiB), 100_us, third));
  machine.run_all(std::move(ranks));
  EXPECT_LT(first, 1_ms);
  EXPECT_GT(second, 4_ms);
  EXPECT_GT(third, 4_ms);
}

Task<> write_and_keep(TestMachine& machine, FileInfo file, Bytes length) {
  FileSystem& storage = machine.client();
  HeldFile held(storage, co_await storage.create(file));
  co_await storage.write(held.handle(), 0_B, length);
  co_await machine.sim().delay(100_s);
}

// Files that stay open with requests that are not full: they leave when another needs their room, and what
// is left when their owners have gone.
TEST(Writes, GiveTheirRoomToWhoeverWaits) {
  LustreSpec spec = exact_spec();
  spec.client.max_dirty = 1_MiB;
  TestMachine machine(spec);
  std::vector<Task<>> ranks;
  for (std::int64_t i = 0; i < 20; ++i)
    ranks.push_back(write_and_keep(machine, test_file(i, 4_MiB), 300_KiB));
  EXPECT_LT(machine.run_all(std::move(ranks)), 101_s);
  EXPECT_EQ(machine.ost_written(0), 20 * 300_KiB);
}

}  // namespace
}  // namespace headrace
