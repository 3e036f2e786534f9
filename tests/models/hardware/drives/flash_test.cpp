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

DeviceSpec flash_device(const FlashSpec& flash) {
  DeviceSpec spec;
  spec.flash() = flash;
  return spec;
}

// 1 GB at 1 GB/s, then 1 GB at 0.25: 5 s in all, but for the latency of the last.
TEST(Flash, WritesFallToTheSustainedRateOnceTheFastOnesAreUsedUp) {
  FlashSpec flash = exact();
  flash.fast_writes = Bytes::count(1'000'000'000);
  flash.sustained_write_bandwidth = 250_MBps;
  DriveLoop loop(flash_device(flash), DriveLoop::in_a_row(Device::Kind::write, Bytes::count(1'000'000)));
  EXPECT_EQ(loop.run(16, 2000).back(), 5_s + 100_us);
}

// Scattered writes are written 1 / (2 x 0.07) times once the fast ones are used up, so 1 GB of them takes 1 s
// / 0.14 in place of 1 s; what goes on in its object is written once, and with half of it spare so is all.
TEST(Flash, ScatteredWritesAreAmplifiedByTheSpareShare) {
  const auto second_gigabyte = [](double spare, const DriveLoop::Access& access) {
    FlashSpec flash = exact();
    flash.fast_writes = Bytes::count(1'000'000'000);
    flash.spare_share = spare;
    DriveLoop loop(flash_device(flash), access);
    const std::vector<Duration>& ends = loop.run(16, 2000);
    return (ends.back() - ends[999]).in_seconds();
  };
  const Bytes size = Bytes::count(1'000'000);
  const auto scattered = DriveLoop::scattered(Device::Kind::write, size);
  EXPECT_NEAR(second_gigabyte(0.07, scattered), 1 / 0.14, 1e-3);
  EXPECT_NEAR(second_gigabyte(0.28, scattered), 1 / 0.56, 1e-3);
  EXPECT_NEAR(second_gigabyte(0.6, scattered), 1, 1e-3);
  EXPECT_NEAR(second_gigabyte(0.07, DriveLoop::in_a_row(Device::Kind::write, size)), 1, 1e-3);
}

// A share p of reads waits for a uniform part of a programming time t: L + p t / 2 in the mean.
TEST(Flash, SomeReadsWaitForGarbageCollection) {
  FlashSpec flash = exact();
  flash.reads_behind_collection = 0.1;
  flash.collection = 1_ms;
  DriveLoop loop(flash_device(flash), DriveLoop::scattered(Device::Kind::read, 4096_B));
  const double span = 100e-6 + 0.1 * 0.5e-3 + 4096 / 2e9;
  EXPECT_NEAR(loop.accesses_per_second(1, 400'000) * span, 1, 0.01);
}

// Rarely for a block being erased as well: L + p t / 2 + q e / 2.
TEST(Flash, FewReadsWaitForABlockBeingErased) {
  FlashSpec flash = exact();
  flash.reads_behind_collection = 0.1;
  flash.collection = 1_ms;
  flash.reads_behind_erase = 0.02;
  flash.erase = 4_ms;
  DriveLoop loop(flash_device(flash), DriveLoop::scattered(Device::Kind::read, 4096_B));
  const double span = 100e-6 + 0.1 * 0.5e-3 + 0.02 * 2e-3 + 4096 / 2e9;
  EXPECT_NEAR(loop.accesses_per_second(1, 400'000) * span, 1, 0.01);
}

// min(q / (t + turn), IOPS) at depth q, however many the drives work on; large accesses keep their rate.
TEST(Flash, SmallAccessesEndAtTheStatedRate) {
  FlashSpec flash = exact();
  flash.parallelism = 1024;
  flash.read_iops = 100'000;
  flash.write_iops = 20'000;
  const auto rate = [&](Device::Kind kind, int depth) {
    return DriveLoop(flash_device(flash), DriveLoop::scattered(kind, 4096_B))
        .accesses_per_second(depth, 20'000);
  };
  EXPECT_NEAR(rate(Device::Kind::read, 1) * 110e-6, 1, 1e-3);
  EXPECT_NEAR(rate(Device::Kind::read, 256) / 100'000, 1, 1e-3);
  EXPECT_NEAR(rate(Device::Kind::write, 256) / 20'000, 1, 1e-3);
  DriveLoop large(flash_device(flash), DriveLoop::in_a_row(Device::Kind::read, Bytes::count(1'000'000)));
  EXPECT_NEAR(large.accesses_per_second(16, 2000) * 500e-6, 1, 1e-3);
}

}  // namespace
}  // namespace headrace
