#include <gtest/gtest.h>

#include "models/hardware/drives/disk_array.h"
#include "tests/models/support/drive_loop.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// RAID6 8+2 whose disks move 200 MB/s anywhere and position in 9 ms in the mean, alone.
DiskArraySpec raid6() {
  DiskArraySpec array;
  array.disk.inner_rate = array.disk.outer_rate = 200_MBps;
  array.disk.average_seek = array.disk.track_seek = 5_ms;
  array.disk.turn = 8_ms;
  array.disk.overhead = Duration();
  return array;
}

DeviceSpec array_device(const DiskArraySpec& array) {
  DeviceSpec spec;
  spec.drives = Chosen<Drives>("disk_array");
  spec.drives.parameters<DiskArraySpec>() = array;
  return spec;
}

double bandwidth(const DiskArraySpec& array, Device::Kind kind, Bytes size, int depth) {
  return DriveLoop(array_device(array), DriveLoop::in_a_row(kind, size)).accesses_per_second(depth, 2000) *
         static_cast<double>(size.count());
}

// In a row, 8 of 10 disks' time moves data: 8 x 200 MB/s, reading and writing.
TEST(DiskArray, StreamsAtTheRateOfItsDataDisks) {
  EXPECT_NEAR(bandwidth(raid6(), Device::Kind::read, 4_MiB, 8), 1.6e9, 0.01e9);
  EXPECT_NEAR(bandwidth(raid6(), Device::Kind::write, 4_MiB, 8), 1.6e9, 0.01e9);
}

// Scattered small accesses at great depth keep 10 disks busy: a read one of them once, a write of one chunk
// three of them twice. So reads are six times as many.
TEST(DiskArray, ASmallWriteIsSixAccesses) {
  DriveLoop reads(array_device(raid6()), DriveLoop::scattered(Device::Kind::read, 4_KiB));
  DriveLoop writes(array_device(raid6()), DriveLoop::scattered(Device::Kind::write, 4_KiB));
  EXPECT_NEAR(reads.accesses_per_second(200, 20'000) / writes.accesses_per_second(200, 20'000), 6, 0.1);
}

// Alone, a small read takes one positioning and its transfer, a small write two of both.
TEST(DiskArray, AloneASmallWriteTakesTwoReadsTime) {
  const double once = 9e-3 + 4096 / 200e6;
  DriveLoop reads(array_device(raid6()), DriveLoop::scattered(Device::Kind::read, 4_KiB));
  DriveLoop writes(array_device(raid6()), DriveLoop::scattered(Device::Kind::write, 4_KiB));
  EXPECT_NEAR(reads.accesses_per_second(1, 8000) * once, 1, 0.01);
  EXPECT_NEAR(writes.accesses_per_second(1, 8000) * 2 * once, 1, 0.01);
}

// A scattered write of whole stripes reads nothing first: 10 disks position once and write 1/8 of it each.
TEST(DiskArray, AWriteOfWholeStripesNeedsNoReads) {
  DriveLoop writes(array_device(raid6()), DriveLoop::scattered(Device::Kind::write, 4_MiB));
  const double span = 9e-3 + 4194304.0 / 8 / 200e6;
  EXPECT_NEAR(writes.accesses_per_second(1, 8000) * span, 1, 0.01);
}

// Half of its disks' time for a rebuild is half of its rate, and so is half an efficiency.
TEST(DiskArray, ARebuildAndAPoorLayoutTakeTheirShare) {
  DiskArraySpec rebuilding = raid6();
  rebuilding.rebuilding = 0.5;
  EXPECT_NEAR(bandwidth(rebuilding, Device::Kind::read, 4_MiB, 8), 0.8e9, 0.01e9);
  DiskArraySpec declustered = raid6();
  declustered.disks = 53;
  declustered.efficiency = 0.5;
  // 53 disks x 200 MB/s x 0.5 x 8/10.
  EXPECT_NEAR(bandwidth(declustered, Device::Kind::read, 16_MiB, 16), 4.24e9, 0.04e9);
}

// Sixteen files written or read in turn, 1 MiB at a time: a positioning of 9 ms for each, or, gathered, for
// every 16 MiB. One at a time, so nothing is sorted.
TEST(DiskArray, AGatheringCacheLetsStreamsPassBetweenEachOther) {
  const auto in_turn = [](Device::Kind kind) {
    return [kind](int number) {
      DriveAccess access;
      access.kind = kind;
      access.length = 1_MiB;
      access.object = static_cast<std::uint64_t>(number % 16);
      access.offset = 1_MiB * (number / 16);
      return access;
    };
  };
  for (const Device::Kind kind : {Device::Kind::write, Device::Kind::read}) {
    for (const std::int64_t gather : {0, 16}) {
      DiskArraySpec array = raid6();
      array.gather = 1_MiB * gather;
      DriveLoop loop(array_device(array), in_turn(kind));
      const double positions = gather == 0 ? 1 : 1.0 / 16;
      const double alone = 9e-3 * positions + 1048576.0 / 8 / 200e6;
      EXPECT_NEAR(loop.accesses_per_second(1, 16'000) * alone, 1, 0.02) << gather;
    }
  }
}

// A small access far from where its object was last read or written is no stream.
TEST(DiskArray, GatheringDoesNotHelpScatteredAccesses) {
  DiskArraySpec array = raid6();
  array.gather = 16_MiB;
  const auto rate = [](const DiskArraySpec& spec) {
    return DriveLoop(array_device(spec), DriveLoop::scattered(Device::Kind::read, 4_KiB))
        .accesses_per_second(8, 8000);
  };
  EXPECT_DOUBLE_EQ(rate(array), rate(raid6()));
}

// Making durable what was written takes a turn of the disks and their overhead, however much it is.
TEST(DiskArray, ACommitIsATurn) {
  DiskArraySpec array = raid6();
  array.disk.overhead = 1_ms;
  for (const Bytes size : {0_B, 1_MiB}) {
    DriveLoop loop(array_device(array), DriveLoop::same(Device::Kind::commit, size));
    EXPECT_EQ(loop.run(1, 1).front(), 9_ms);
  }
}

TEST(DiskArraySpec, HasDisksForAStripe) {
  DiskArraySpec spec;
  spec.data = 8;
  spec.parity = 2;
  spec.disks = 10;
  EXPECT_EQ(found_by(spec), "");
  spec.disks = 9;
  EXPECT_EQ(found_by(spec), "E0314 kind");
}

}  // namespace
}  // namespace headrace
