// The laws of every topology: a group is no nearer to another than to itself, wider ports never make a
// narrower uplink, and where nothing is said a hop takes no time of its own.

#include <gtest/gtest.h>

#include "models/hardware/topology/topology.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

class EveryTopology : public testing::TestWithParam<std::size_t> {
 protected:
  static std::string_view name() { return Topology::table()[GetParam()].name; }
  static std::unique_ptr<Topology> plain() { return Chosen<Topology>(name()).make({}); }
  static std::unique_ptr<Topology> with_hops(double latency, double inside, double between) {
    if (name() == "flat") return plain();
    return chosen<Topology>(name(),
                            {{"hop_latency", latency}, {"hops_inside", inside}, {"hops_between", between}})
        .make({});
  }
};

TEST_P(EveryTopology, IsNoFartherThanTheNetworkWhereNothingIsSaid) {
  EXPECT_EQ(plain()->latency_inside(), Duration());
  EXPECT_EQ(plain()->latency_between(), Duration());
}

TEST_P(EveryTopology, HasGroupsOrNone) {
  EXPECT_GE(plain()->ports_per_group(), 0);
  EXPECT_EQ(plain()->ports_per_group() == 0, name() == "flat");
}

TEST_P(EveryTopology, IsNoNearerBetweenGroupsThanInside) {
  for (const double between : {0, 1, 2, 5}) {
    const auto topology = with_hops(350e-9, 2, between);
    EXPECT_GE(topology->latency_between(), topology->latency_inside());
  }
}

TEST_P(EveryTopology, IsNoNarrowerForWiderPorts) {
  Bandwidth last;
  for (const Bandwidth ports : {1_MBps, 1_GBps, 100_GBps}) {
    const Bandwidth uplink = plain()->uplink(ports);
    EXPECT_GT(uplink, Bandwidth());
    EXPECT_GE(uplink, last);
    last = uplink;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryTopology, testing::Range(std::size_t{0}, Topology::table().size()),
                         [](const auto& row) { return std::string(Topology::table()[row.param].name); });

}  // namespace
}  // namespace headrace
