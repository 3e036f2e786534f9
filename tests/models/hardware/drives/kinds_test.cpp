// Laws that hold for every kind of drives there is.
#include <gtest/gtest.h>

#include <string>

#include "tests/models/support/drive_loop.h"

namespace headrace {
namespace {

class DrivesLaws : public testing::TestWithParam<Registration<Drives>> {
 protected:
  DeviceSpec device() const {
    DeviceSpec spec;
    spec.drives = Chosen<Drives>(GetParam().name);
    return spec;
  }
  double rate(int depth, Bytes size, bool scattered = true) const {
    const auto accesses = scattered ? DriveLoop::scattered : DriveLoop::in_a_row;
    return DriveLoop(device(), accesses(Device::Kind::read, size)).accesses_per_second(depth, 4000);
  }
};

TEST_P(DrivesLaws, MoreAtOnceIsNeverSlower) {
  double before = 0;
  for (const int depth : {1, 4, 16, 64, 256}) {
    const double now = rate(depth, 4_KiB);
    EXPECT_GT(now, 0.97 * before) << depth;
    before = now;
  }
}

TEST_P(DrivesLaws, MoreBytesNeverTakeLess) {
  for (const int depth : {1, 32}) {
    EXPECT_LE(rate(depth, 64_KiB), 1.03 * rate(depth, 4_KiB)) << depth;
    EXPECT_LE(rate(depth, 1_MiB), 1.03 * rate(depth, 64_KiB)) << depth;
  }
}

TEST_P(DrivesLaws, InARowIsAtLeastAsFastAsScattered) {
  for (const int depth : {1, 32}) EXPECT_GT(rate(depth, 1_MiB, false), 0.97 * rate(depth, 1_MiB)) << depth;
}

// Within the zones of a disk: a third more or less.
TEST_P(DrivesLaws, ALongStreamHasTheStatedBandwidth) {
  Simulation sim;
  Metrics metrics;
  const Device stated(Scope(sim, metrics, "device"), device());
  const double bytes = rate(64, 4_MiB, false) * static_cast<double>((4_MiB).count());
  const double expected = stated.drives().bandwidth(Device::Kind::read).in_bytes_per_second();
  EXPECT_NEAR(bytes / expected, 1, 0.34);
}

TEST_P(DrivesLaws, DrawsAreTheSameForTheSameSeedOnly) {
  const auto run = [&](std::uint64_t seed) {
    return DriveLoop(device(), DriveLoop::scattered(Device::Kind::read, 4_KiB), Duration(), seed).run(8, 100);
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

INSTANTIATE_TEST_SUITE_P(Kinds, DrivesLaws, testing::ValuesIn(Drives::table().begin(), Drives::table().end()),
                         [](const auto& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace headrace
