#include "scenarios/loader/init/port_rates.h"

#include "tests/scenarios/loader/init/init_support.h"

namespace headrace {
namespace {

std::string ports_of(std::string_view text) {
  EXPECT_TRUE(is_port_rates(text)) << text;
  const NodeEvidence found = read_port_rates(source_of(text));
  return told_text(found.host.ports.count) + " of " +
         (found.host.ports.bandwidth ? port_text(found.host.ports.bandwidth->value) : "-") + ", " +
         found.fabric;
}

// The text has four ports, of which one is down and one is slower than the others.
TEST(PortRates, CountsTheFastestThatAreUp) {
  EXPECT_EQ(ports_of(kIbstat),
            "2 (t.txt:7: ports that are up, of the highest rate) of 400 Gbit/s, InfiniBand");
}

TEST(PortRates, ReadsTheOtherTools) {
  EXPECT_EQ(ports_of("Infiniband device 'mlx5_0' port 1 status:\n\tstate:\t\t 4: ACTIVE\n\tphys state:\t 5: "
                     "LinkUp\n\trate:\t\t 200 Gb/sec (4X HDR)\n\tlink_layer:\t InfiniBand\n"),
            "1 (t.txt:4: ports that are up, of the highest rate) of 200 Gbit/s, InfiniBand");
  EXPECT_EQ(ports_of("Settings for eth0:\n\tSpeed: 100000Mb/s\n\tDuplex: Full\n\tLink detected: yes\n"),
            "1 (t.txt:2: ports that are up, of the highest rate) of 100 Gbit/s, Ethernet");
  EXPECT_EQ(ports_of("Settings for eth1:\n\tSpeed: Unknown!\n\tLink detected: no\n"), "- of -, ");
}

TEST(PortRates, KnowsItsOwnOutputAlone) {
  for (const char* const text : {"", "Rate: 200\n", "CA 7\n", kLsblk, kFree})
    EXPECT_FALSE(is_port_rates(text));
}

}  // namespace
}  // namespace headrace
