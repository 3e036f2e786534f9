#include "models/hardware/drives/disk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/models/support/drive_loop.h"

namespace headrace {
namespace {

DeviceSpec a_disk(const DiskSpec& disk = DiskSpec()) {
  DeviceSpec spec;
  spec.drives = Chosen<Drives>("disk");
  spec.drives.parameters<DiskSpec>() = disk;
  return spec;
}

// One scattered 4 KiB access at a time: overhead + average seek + half a turn + 4 KiB / rate = 12.7 ms, 79 a
// second. The data sheet's 8.2 ms and 4.16 ms give 75-80 [derived].
TEST(Disk, ScatteredAccessesAlonePayTheAverageSeekAndHalfATurn) {
  const DiskSpec disk;
  DriveLoop loop(a_disk(disk), DriveLoop::scattered(Device::Kind::read, 4_KiB));
  const double span =
      (disk.overhead + disk.average_seek + disk.turn / 2 + 4_KiB / disk.rate_at(0.5)).in_seconds();
  const double rate = loop.accesses_per_second(1, 8000);
  EXPECT_NEAR(rate * span, 1, 0.01);
  EXPECT_GT(rate, 75);
  EXPECT_LT(rate, 80);
}

// Among 16 the positioning is divided by sqrt(1 + 15/4): 176 a second, about 170 [assumed].
TEST(Disk, SortingManyAccessesShortensTheWayBetweenThem) {
  const DiskSpec disk;
  DriveLoop loop(a_disk(disk), DriveLoop::scattered(Device::Kind::read, 4_KiB));
  const double position = (disk.average_seek + disk.turn / 2).in_seconds() / std::sqrt(1 + 15 / 4.0);
  const double span = position + (4_KiB / disk.rate_at(0.5)).in_seconds();
  const double rate = loop.accesses_per_second(16, 8000);
  EXPECT_NEAR(rate * span, 1, 0.01);
  EXPECT_NEAR(rate, 170, 0.06 * 170);
}

// No positioning within an object read in a row: size / rate for each, between the inner and the outer rate.
TEST(Disk, AnAccessBehindTheLastOneCostsItsTransferAlone) {
  const DiskSpec disk;
  DriveLoop loop(a_disk(disk), DriveLoop::in_a_row(Device::Kind::read, 1_MiB));
  const double rate = loop.accesses_per_second(4, 1000) * static_cast<double>((1_MiB).count());
  EXPECT_GE(rate, disk.inner_rate.in_bytes_per_second());
  EXPECT_LE(rate, disk.outer_rate.in_bytes_per_second());
}

// Two streams in turn: each access positions, as if they were scattered.
TEST(Disk, InterleavedStreamsPayAtEverySwitch) {
  DiskSpec disk;
  disk.inner_rate = disk.outer_rate = 200_MBps;
  disk.average_seek = disk.track_seek = 5_ms;  // Whatever the distance.
  disk.turn = 8_ms;
  disk.overhead = Duration();
  const auto in_turn = [](int number) {
    DriveAccess access;
    access.length = 1_MiB;
    access.object = static_cast<std::uint64_t>(number % 2);
    access.offset = 1_MiB * (number / 2);
    return access;
  };
  DriveLoop loop(a_disk(disk), in_turn);
  const double span = 5e-3 + 4e-3 + 1048576 / 200e6;
  EXPECT_NEAR(loop.accesses_per_second(1, 8000) * span, 1, 0.01);
}

// E sqrt|u - v| = 8/15: the mean over places of the seek is the average seek.
TEST(Disk, TheMeanOfItsSeeksIsTheAverageSeek) {
  const DiskSpec disk;
  constexpr int kPlaces = 1000;
  double sum = 0;
  for (int i = 0; i < kPlaces; ++i)
    for (int k = 0; k < kPlaces; ++k)
      sum += disk.seek_over(std::abs(i - k) / static_cast<double>(kPlaces)).in_seconds();
  EXPECT_NEAR(sum / (kPlaces * kPlaces), disk.average_seek.in_seconds(),
              0.001 * disk.average_seek.in_seconds());
  EXPECT_EQ(disk.seek_over(0), disk.track_seek);
}

// With a longest seek the mean stays the average. It is a root up to a third of the way, there as long as the
// straight line begins, and the longest at the end.
TEST(Disk, LongSeeksGrowWithTheDistance) {
  DiskSpec disk;
  disk.full_seek = 16_ms;
  constexpr int kPlaces = 1000;
  double sum = 0;
  Duration before;
  for (int d = 0; d < kPlaces; ++d) {
    const Duration seek = disk.seek_over(d / static_cast<double>(kPlaces));
    EXPECT_GE(seek, before);
    before = seek;
    sum += seek.in_seconds() * (d == 0 ? kPlaces : 2 * (kPlaces - d));  // Pairs of places so far apart.
  }
  EXPECT_NEAR(sum / (kPlaces * kPlaces), disk.average_seek.in_seconds(), 0.001 * 8.2e-3);
  EXPECT_EQ(disk.seek_over(0), disk.track_seek);
  EXPECT_EQ(disk.seek_over(1), 16_ms);
  const auto at = [&](double distance) { return disk.seek_over(distance).in_seconds(); };
  EXPECT_NEAR(at(0.3334) - at(0.3333), 0, 2e-6);
  EXPECT_NEAR(at(0.9) - at(0.8), at(0.6) - at(0.5), 2e-9);
  EXPECT_NEAR((at(0.16) - 1e-3) / (at(0.04) - 1e-3), 2, 1e-5);
}

// A longest seek that no such curve has is the nearest that one has.
TEST(Disk, ALongestSeekIsWithinWhatTheAverageAllows) {
  DiskSpec disk;
  disk.full_seek = 2_ms;
  EXPECT_EQ(disk.seek_over(1), 10_ms);  // 1 ms + 1.25 x 7.2.
  disk.full_seek = 1_s;
  EXPECT_NEAR(disk.seek_over(1).in_seconds(), 49.6e-3, 1e-9);  // 1 ms + 6.75 x 7.2.
}

// An average below the way to the next track is the same for every distance, and never less than nothing.
TEST(Disk, AnAverageSeekBelowTheTrackSeekIsThatOfEveryDistance) {
  DiskSpec disk;
  disk.average_seek = Duration();
  for (const double distance : {0.0, 0.5, 1.0}) EXPECT_EQ(disk.seek_over(distance), Duration());
}

}  // namespace
}  // namespace headrace
