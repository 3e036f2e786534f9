#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/read/told.h"

namespace headrace {
namespace {

TEST(HardwareDoubts, APortIsAsFastAsThereAreAny) {
  EXPECT_EQ(
      told("memory: 128 GiB}", "nic: {bandwidth: 1 kB/s}}"),
      "small.yaml:6:48: warning[W0056]: 1 kB/s for a port is slower than any that exist: usual are 100 MB/s "
      "to 200 GB/s\n"
      "    6 |   nodes: {clients: {count: 2, nic: {bandwidth: 1 kB/s}}}\n"
      "      |                                                ^^^^^^\n"
      "   help: 1 Gbit/s Ethernet to 1.6 Tbit/s, the fastest of IEEE 802.3dj and of the InfiniBand "
      "roadmap\n");
  EXPECT_EQ(told("memory: 128 GiB}", "nic: {bandwidth: 100 MB/s}}"), "");
  EXPECT_EQ(told("memory: 128 GiB}", "nic: {bandwidth: 200 GB/s}}"), "");
  EXPECT_EQ(
      codes_of(read_scenario(changed(small_scenario(), "count: 1}", "count: 1, nic: {bandwidth: 201 GB/s}}"),
                             "small.yaml")
                   .problems),
      "W0056");
}

TEST(HardwareDoubts, DrivesAreAsFastAsThereAreAny) {
  EXPECT_EQ(
      told("read_bandwidth: 10 GB/s", "read_bandwidth: 20 TB/s"),
      "small.yaml:16:36: warning[W0057]: 20 TB/s for the drives of a target is faster than any that exist: "
      "usual are 10 MB/s to 500 GB/s\n"
      "   16 |           device: {read_bandwidth: 20 TB/s}\n"
      "      |                                    ^^^^^^^\n"
      "   help: data sheets: one hard disk 0.25 GB/s, one NVMe drive 14 GB/s, 24 of them 340 GB/s\n");
  EXPECT_EQ(told("read_bandwidth: 10 GB/s", "read_bandwidth: 500 GB/s"), "");
  EXPECT_EQ(
      told("read_bandwidth: 10 GB/s", "write_bandwidth: 9 MB/s").find("small.yaml:16:37: warning[W0057]"),
      0u);
}

TEST(HardwareDoubts, AMemoryBusToo) {
  EXPECT_EQ(
      told("memory: 128 GiB", "memory_bandwidth: 11 TB/s").find("small.yaml:6:49: warning[W0057]: 11 TB/s"),
      0u);
}

}  // namespace
}  // namespace headrace
