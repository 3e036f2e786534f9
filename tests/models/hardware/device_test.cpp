#include "models/hardware/device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/models/support/drive_loop.h"

namespace headrace {
namespace {

DeviceSpec exact_device() {
  DeviceSpec spec;
  FlashSpec& flash = spec.flash();
  flash.read_bandwidth = 1_GBps;
  flash.write_bandwidth = Bandwidth::bytes_per_second(0.5e9);
  flash.read_latency = Distribution(90_us);
  flash.write_latency = Distribution(20_us);
  flash.commit = Distribution(1_ms);
  flash.parallelism = 64;
  return spec;
}

// Closed window: With a constant latency L and a transfer s = size / bandwidth, depth q:
// q s <= L + s: round j of q accesses ends with access i at (j + 1)(L + s) + i s, so X = q size / (L + s);
// otherwise the path never rests: access n ends at (n + 1) s + L, so X = bandwidth.
TEST(Device, ThroughputIsDepthOverLatencyUntilThePathIsFull) {
  for (const int depth : {1, 2, 3, 7, 9, 10, 11, 16, 40, 64}) {
    DriveLoop loop(exact_device(), DriveLoop::same(Device::Kind::read, 10'000_B), Duration());
    const std::vector<Duration> ends = loop.run(depth, 1280);
    ASSERT_EQ(ends.size(), 1280u);
    const Duration latency = 90_us, transfer = 10_us;
    for (int n = 0; n < 1280; ++n) {
      const Duration expected = depth * transfer <= latency + transfer
                                    ? (n / depth + 1) * (latency + transfer) + n % depth * transfer
                                    : (n + 1) * transfer + latency;
      ASSERT_EQ(ends[static_cast<std::size_t>(n)], expected) << "depth " << depth << ", access " << n;
    }
    // The same as rates: X = min(q size / (L + s), bandwidth), to the part of the first and last access.
    const double rate = 1280 * 10'000 / ends.back().in_seconds();
    EXPECT_NEAR(rate, std::min(depth * 10'000 / 100e-6, 1e9), 0.04 * rate) << "depth " << depth;
    EXPECT_NEAR(loop.utilisation(), rate / 1e9, 1e-9);
  }
}

// More outstanding than `parallelism` wait: X = min(outstanding, P) size / (L + s).
TEST(Device, WorksOnNoMoreThanItsParallelism) {
  DeviceSpec spec = exact_device();
  spec.flash().parallelism = 4;
  DriveLoop limited(spec, DriveLoop::same(Device::Kind::read, 10'000_B), Duration());
  DriveLoop four(exact_device(), DriveLoop::same(Device::Kind::read, 10'000_B), Duration());
  const std::vector<Duration> expected = four.run(4, 400);
  EXPECT_EQ(limited.run(50, 400), expected);
  EXPECT_EQ(expected.back(), 100 * 100_us + 3 * 10_us);
}

// One access after another: overhead + L + s each, with the rate and latency of its kind; a commit moves
// nothing.
TEST(Device, EachKindHasItsOwnLatencyAndRate) {
  const auto one_by_one = [](Device::Kind kind, Bytes size) {
    return DriveLoop(exact_device(), DriveLoop::same(kind, size), 5_us).run(1, 10).back();
  };
  EXPECT_EQ(one_by_one(Device::Kind::read, 10'000_B), 10 * (5_us + 90_us + 10_us));
  EXPECT_EQ(one_by_one(Device::Kind::write, 10'000_B), 10 * (5_us + 20_us + 20_us));
  EXPECT_EQ(one_by_one(Device::Kind::commit, Bytes()), 10 * (5_us + 1_ms));
}

// The overhead holds a slot and not the path: at full depth it costs nothing but the first 50 us.
TEST(Device, OverheadOverlapsWithTransfers) {
  DriveLoop loop(exact_device(), DriveLoop::same(Device::Kind::read, 10'000_B), 50_us);
  EXPECT_EQ(loop.run(64, 640).back(), 50_us + 640 * 10_us + 90_us);
}

// However the latency scatters, X = bandwidth once many accesses are outstanding, and X <= q size / (mean +
// s) = 1 / 5 of it at depth 2: waiting for the path can only lengthen an access.
TEST(Device, RandomLatencyKeepsTheTwoLimits) {
  DeviceSpec spec = exact_device();
  spec.flash().read_latency = Distribution(Law::lognormal, 90_us, 60_us);
  const double deep = DriveLoop(spec, DriveLoop::same(Device::Kind::read, 10'000_B), Duration())
                          .run(64, 20'000)
                          .back()
                          .in_seconds();
  EXPECT_NEAR(20'000 * 10'000 / deep, 1e9, 0.01e9);
  const double two = DriveLoop(spec, DriveLoop::same(Device::Kind::read, 10'000_B), Duration())
                         .run(2, 20'000)
                         .back()
                         .in_seconds();
  // A mean of 20,000 draws with deviation 60 us is within 2 % of 90 us; at most 10 us of waiting in 100.
  EXPECT_LT(20'000 * 10'000 / two, 0.2e9 * 1.02);
  EXPECT_GT(20'000 * 10'000 / two, 0.2e9 / 1.10);
}

TEST(Device, DrawsAreTheSameForTheSameSeedOnly) {
  DeviceSpec spec = exact_device();
  spec.flash().read_latency = Distribution(Law::lognormal, 90_us, 60_us);
  const auto run = [&](std::uint64_t seed) {
    return DriveLoop(spec, DriveLoop::same(Device::Kind::read, 10'000_B), Duration(), seed).run(8, 100);
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

DriveAccess small_read() {
  DriveAccess access;
  access.length = 10'000_B;
  return access;
}

// Held places wait for their release, and others for them; what moved elsewhere counts as time on the path.
TEST(Device, HoldsAPlaceForBytesThatMoveElsewhere) {
  DeviceSpec spec = exact_device();
  spec.flash().parallelism = 1;
  Simulation sim;
  Metrics metrics;
  Device device(Scope(sim, metrics, "device"), spec);
  struct Times {
    Simulation& sim;
    std::vector<Duration> at;
  } times{sim, {}};
  const auto note = [](void* self, std::uint64_t) {
    auto& log = *static_cast<Times*>(self);
    log.at.push_back(log.sim.now().since_start());
  };
  const auto release = [](void* self, std::uint64_t) {
    static_cast<Device*>(self)->release(Device::Kind::read, 60'000_B);
  };
  device.hold(DriveAccess(), 10_us, {note, &times, 0});
  device.submit(small_read(), Duration(), {note, &times, 0});
  sim.schedule_in(200_us, {release, &device, 0});
  sim.run();
  EXPECT_EQ(times.at, (std::vector<Duration>{100_us, 300_us}));
  EXPECT_DOUBLE_EQ(device.utilisation(), 70.0 / 300);
}

}  // namespace
}  // namespace headrace
