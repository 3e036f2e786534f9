#include <gtest/gtest.h>

#include "tests/models/support/disturbed_machine.h"
#include "tests/models/support/working.h"

namespace headrace {
namespace {

struct Lost final : Node::Tenant {
  explicit Lost(const Simulation& where) : sim(where) {}
  void lose(const Node& node) override {
    at = sim.now();
    number = node.number();
  }
  void regain(const Node&) override { back = sim.now(); }
  const Simulation& sim;
  Time at = Time::never(), back = Time::never();
  std::int64_t number = -1;
};

TEST(NodeFailure, IsToldToWhoRunsThereAndToNobodyElse) {
  DisturbedMachine machine(one_fault(fault_from(fault_at("node_failure", Part::node, 1), 7_ms, 5_ms)));
  Lost here(machine.sim()), elsewhere(machine.sim());
  machine.node(1).take_in(here);
  machine.node(0).take_in(elsewhere);
  machine.run(working(machine.node(0), 10_ms, Bytes()));
  EXPECT_EQ(here.at, Time::at(7_ms));
  EXPECT_EQ(here.number, 1);
  EXPECT_EQ(elsewhere.at, Time::never());
  EXPECT_TRUE(machine.node(1).is_down());
  machine.run(working(machine.node(0), 10_ms, Bytes()));
  EXPECT_FALSE(machine.node(1).is_down());
  EXPECT_EQ(here.back, Time::at(7_ms + 5_ms));
  EXPECT_EQ(elsewhere.back, Time::never());
}

// Down twice at once, by two faults: it is there again when both have ended.
TEST(NodeFailure, IsBackWhenNothingHoldsItDown) {
  DisturbanceSpec spec = one_fault(fault_from(fault_at("node_failure", Part::node, 1), 2_ms, 5_ms));
  spec.faults.emplace_back("longer", fault_from(fault_at("node_failure", Part::node, 1), 3_ms, 6_ms));
  DisturbedMachine machine(spec);
  Lost here(machine.sim());
  machine.node(1).take_in(here);
  machine.run(working(machine.node(0), 20_ms, Bytes()));
  EXPECT_EQ(here.back, Time::at(9_ms));
}

// For a process that belongs to no job nothing changes: 10 ms of work are 10 ms.
TEST(NodeFailure, SlowsNothingDown) {
  DisturbedMachine machine(one_fault(fault_at("node_failure", Part::node, 0)));
  EXPECT_EQ(machine.run(working(machine.node(0), 10_ms, Bytes())), 10_ms);
}

}  // namespace
}  // namespace headrace
