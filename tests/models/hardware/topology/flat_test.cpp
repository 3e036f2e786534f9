#include <gtest/gtest.h>

#include "models/hardware/topology/topology.h"

namespace headrace {
namespace {

TEST(FlatTopology, IsWhatANetworkHasWhereNothingIsSaid) { EXPECT_EQ(Chosen<Topology>().name(), "flat"); }

TEST(FlatTopology, HasNoGroupsAndNoHops) {
  const auto flat = Chosen<Topology>("flat").make({});
  EXPECT_EQ(flat->ports_per_group(), 0);
  EXPECT_EQ(flat->latency_inside(), Duration());
  EXPECT_EQ(flat->latency_between(), Duration());
}

}  // namespace
}  // namespace headrace
