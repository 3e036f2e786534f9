#include <gtest/gtest.h>

#include "tests/models/support/disturbed_machine.h"
#include "tests/models/support/working.h"

namespace headrace {
namespace {

// 10 ms of work take 10 ms / share on the node, and 10 ms on the other one.
TEST(SlowNode, WorksLongerForTheSame) {
  for (const auto& [share, expected] : {std::pair(0.5, 20_ms), {0.8, 12500_us}, {1.0, 10_ms}}) {
    DisturbedMachine machine(one_fault(fault_at("slow_node", Part::node, 1, {{"share", share}})));
    EXPECT_EQ(machine.run(working(machine.node(1), 10_ms, Bytes())), expected);
    EXPECT_EQ(machine.run(working(machine.node(0), 10_ms, Bytes())), 10_ms);
  }
}

// What the memory bus moves in longer than that takes as long as ever.
TEST(SlowNode, ItsMemoryBusIsAsFastAsEver) {
  DisturbedMachine machine(one_fault(fault_at("slow_node", Part::node, 0, {{"share", 0.5}})));
  DisturbedMachine plain;
  const Bytes moved = 15'000'000'000_B;
  EXPECT_EQ(machine.run(working(machine.node(), 10_ms, moved)),
            plain.run(working(plain.node(), 10_ms, moved)));
}

}  // namespace
}  // namespace headrace
