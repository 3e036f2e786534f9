#include "models/hardware/device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headrace {
namespace {

DeviceSpec exact_device() {
  DeviceSpec spec;
  spec.read_bandwidth = 1_GBps;
  spec.write_bandwidth = Bandwidth::bytes_per_second(0.5e9);
  spec.read_latency = Distribution(90_us);
  spec.write_latency = Distribution(20_us);
  spec.commit = Distribution(1_ms);
  spec.parallelism = 64;
  return spec;
}

// Keeps `depth` accesses at the device until `total` were begun; notes when each ends.
class ClosedLoop {
 public:
  ClosedLoop(const DeviceSpec& spec, Device::Access access, Bytes size, Duration overhead,
             std::uint64_t seed = 1)
      : sim_(seed),
        device_(Scope(sim_, metrics_, "device"), spec),
        access_(access),
        size_(size),
        overhead_(overhead) {}

  const std::vector<Duration>& run(int depth, int total) {
    left_ = total;
    for (int i = 0; i < depth; ++i) submit();
    sim_.run();
    return ends_;
  }
  double utilisation() const { return device_.utilisation(); }

 private:
  static void ended(void* self, std::uint64_t) {
    auto& loop = *static_cast<ClosedLoop*>(self);
    loop.ends_.push_back(loop.sim_.now().since_start());
    loop.submit();
  }
  void submit() {
    if (left_ == 0) return;
    --left_;
    device_.submit(access_, size_, overhead_, {&ClosedLoop::ended, this, 0});
  }

  Simulation sim_;
  Metrics metrics_;
  Device device_;
  Device::Access access_;
  Bytes size_;
  Duration overhead_;
  int left_ = 0;
  std::vector<Duration> ends_;
};

// With a constant latency L and a transfer s = size / bandwidth, depth q:
// q s <= L + s: round j of q accesses ends with access i at (j + 1)(L + s) + i s, so X = q size / (L + s);
// otherwise the path never rests: access n ends at (n + 1) s + L, so X = bandwidth.
TEST(Device, ThroughputIsDepthOverLatencyUntilThePathIsFull) {
  for (const int depth : {1, 2, 3, 7, 9, 10, 11, 16, 40, 64}) {
    ClosedLoop loop(exact_device(), Device::Access::read, 10'000_B, Duration());
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
  spec.parallelism = 4;
  ClosedLoop limited(spec, Device::Access::read, 10'000_B, Duration());
  ClosedLoop four(exact_device(), Device::Access::read, 10'000_B, Duration());
  const std::vector<Duration> expected = four.run(4, 400);
  EXPECT_EQ(limited.run(50, 400), expected);
  EXPECT_EQ(expected.back(), 100 * 100_us + 3 * 10_us);
}

// One access after another: overhead + L + s each, with the rate and latency of its kind; a commit moves
// nothing.
TEST(Device, EachKindHasItsOwnLatencyAndRate) {
  const auto one_by_one = [](Device::Access access, Bytes size) {
    return ClosedLoop(exact_device(), access, size, 5_us).run(1, 10).back();
  };
  EXPECT_EQ(one_by_one(Device::Access::read, 10'000_B), 10 * (5_us + 90_us + 10_us));
  EXPECT_EQ(one_by_one(Device::Access::write, 10'000_B), 10 * (5_us + 20_us + 20_us));
  EXPECT_EQ(one_by_one(Device::Access::commit, Bytes()), 10 * (5_us + 1_ms));
}

// The overhead holds a slot and not the path: at full depth it costs nothing but the first 50 us.
TEST(Device, OverheadOverlapsWithTransfers) {
  ClosedLoop loop(exact_device(), Device::Access::read, 10'000_B, 50_us);
  EXPECT_EQ(loop.run(64, 640).back(), 50_us + 640 * 10_us + 90_us);
}

// However the latency scatters, X = bandwidth once many accesses are outstanding, and X <= q size / (mean +
// s) = 1 / 5 of it at depth 2: waiting for the path can only lengthen an access.
TEST(Device, RandomLatencyKeepsTheTwoLimits) {
  DeviceSpec spec = exact_device();
  spec.read_latency = Distribution(Law::lognormal, 90_us, 60_us);
  const double deep =
      ClosedLoop(spec, Device::Access::read, 10'000_B, Duration()).run(64, 20'000).back().in_seconds();
  EXPECT_NEAR(20'000 * 10'000 / deep, 1e9, 0.01e9);
  const double two =
      ClosedLoop(spec, Device::Access::read, 10'000_B, Duration()).run(2, 20'000).back().in_seconds();
  // A mean of 20,000 draws with deviation 60 us is within 2 % of 90 us; at most 10 us of waiting in 100.
  EXPECT_LT(20'000 * 10'000 / two, 0.2e9 * 1.02);
  EXPECT_GT(20'000 * 10'000 / two, 0.2e9 / 1.10);
}

TEST(Device, DrawsAreTheSameForTheSameSeedOnly) {
  DeviceSpec spec = exact_device();
  spec.read_latency = Distribution(Law::lognormal, 90_us, 60_us);
  const auto run = [&](std::uint64_t seed) {
    return ClosedLoop(spec, Device::Access::read, 10'000_B, Duration(), seed).run(8, 100);
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

// Held places wait for their release, and others for them; what moved elsewhere counts as time on the path.
TEST(Device, HoldsAPlaceForBytesThatMoveElsewhere) {
  DeviceSpec spec = exact_device();
  spec.parallelism = 1;
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
    static_cast<Device*>(self)->release(Device::Access::read, 60'000_B);
  };
  device.hold(Device::Access::read, 10_us, {note, &times, 0});
  device.submit(Device::Access::read, 10'000_B, Duration(), {note, &times, 0});
  sim.schedule_in(200_us, {release, &device, 0});
  sim.run();
  EXPECT_EQ(times.at, (std::vector<Duration>{100_us, 300_us}));
  EXPECT_DOUBLE_EQ(device.utilisation(), 70.0 / 300);
}

}  // namespace
}  // namespace headrace
