#include <gtest/gtest.h>

#include "models/hardware/topology/topology.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// Ports together / oversubscription.
TEST(FatTree, ASwitchSendsWhatItsPortsDoOverTheOversubscription) {
  const auto tree =
      chosen<Topology>("fat_tree", {{"nodes_per_switch", 16}, {"oversubscription", 4}}).make({});
  EXPECT_EQ(tree->ports_per_group(), 16);
  EXPECT_EQ(tree->uplink(400_GBps), 100_GBps);
  EXPECT_EQ(chosen<Topology>("fat_tree").make({})->uplink(400_GBps), 400_GBps);
}

// One switch, or up, over and down: 350 ns each.
TEST(FatTree, CountsItsSwitches) {
  const auto tree = chosen<Topology>("fat_tree", {{"hop_latency", 350e-9}}).make({});
  EXPECT_EQ(tree->latency_inside(), 350_ns);
  EXPECT_EQ(tree->latency_between(), 1050_ns);
}

}  // namespace
}  // namespace headrace
