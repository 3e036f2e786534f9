#include "models/hardware/drives/flash.h"

#include <gtest/gtest.h>

#include "tests/models/support/drive_loop.h"

namespace headrace {
namespace {

FlashSpec exact() {
  FlashSpec flash;
  flash.read_bandwidth = 2_GBps;
  flash.write_bandwidth = 1_GBps;
  flash.read_latency = flash.write_latency = Distribution(100_us);
  return flash;
}

DeviceSpec device(const FlashSpec& flash) {
  DeviceSpec spec;
  spec.flash() = flash;
  return spec;
}

// 1 GB at 1 GB/s, then 1 GB at 0.25: 5 s in all, but for the latency of the last.
TEST(Flash, WritesFallToTheSustainedRateOnceTheFastOnesAreUsedUp) {
  FlashSpec flash = exact();
  flash.fast_writes = Bytes::count(1'000'000'000);
  flash.sustained_write_bandwidth = 250_MBps;
  DriveLoop loop(device(flash), DriveLoop::in_a_row(Device::Kind::write, Bytes::count(1'000'000)));
  EXPECT_EQ(loop.run(16, 2000).back(), 5_s + 100_us);
}

// A share p of reads waits for a uniform part of a programming time t: L + p t / 2 in the mean.
TEST(Flash, SomeReadsWaitForGarbageCollection) {
  FlashSpec flash = exact();
  flash.reads_behind_collection = 0.1;
  flash.collection = 1_ms;
  DriveLoop loop(device(flash), DriveLoop::scattered(Device::Kind::read, 4096_B));
  const double span = 100e-6 + 0.1 * 0.5e-3 + 4096 / 2e9;
  EXPECT_NEAR(loop.accesses_per_second(1, 400'000) * span, 1, 0.01);
}

// min(q / (t + turn), IOPS) at depth q, however many the drives work on; large accesses keep their rate.
TEST(Flash, SmallAccessesEndAtTheStatedRate) {
  FlashSpec flash = exact();
  flash.parallelism = 1024;
  flash.read_iops = 100'000;
  flash.write_iops = 20'000;
  const auto rate = [&](Device::Kind kind, int depth) {
    return DriveLoop(device(flash), DriveLoop::scattered(kind, 4096_B)).accesses_per_second(depth, 20'000);
  };
  EXPECT_NEAR(rate(Device::Kind::read, 1) * 110e-6, 1, 1e-3);
  EXPECT_NEAR(rate(Device::Kind::read, 256) / 100'000, 1, 1e-3);
  EXPECT_NEAR(rate(Device::Kind::write, 256) / 20'000, 1, 1e-3);
  DriveLoop large(device(flash), DriveLoop::in_a_row(Device::Kind::read, Bytes::count(1'000'000)));
  EXPECT_NEAR(large.accesses_per_second(16, 2000) * 500e-6, 1, 1e-3);
}

}  // namespace
}  // namespace headrace
