#include <gtest/gtest.h>

#include "models/hardware/topology/topology.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// Nominal x usable share, however many ports there are.
TEST(Dragonfly, AGroupSendsTheUsableShareOfItsGlobalLinks) {
  const auto dragonfly =
      chosen<Topology>("dragonfly",
                       {{"nodes_per_group", 128}, {"global_bandwidth", 1e12}, {"usable_share", 0.75}})
          .make({});
  EXPECT_EQ(dragonfly->ports_per_group(), 128);
  EXPECT_EQ(dragonfly->uplink(1_GBps), 750_GBps);
  EXPECT_EQ(dragonfly->uplink(9000_GBps), 750_GBps);
}

TEST(Dragonfly, CountsItsSwitches) {
  const auto dragonfly =
      chosen<Topology>("dragonfly", {{"hop_latency", 350e-9}, {"hops_inside", 2}, {"hops_between", 4}})
          .make({});
  EXPECT_EQ(dragonfly->latency_inside(), 700_ns);
  EXPECT_EQ(dragonfly->latency_between(), 1400_ns);
}

}  // namespace
}  // namespace headrace
