#include <gtest/gtest.h>

#include "tests/models/support/disturbed_machine.h"

namespace headrace {
namespace {

// At 1/64 a port of 512 GB/s has 8 GB/s: 125 ps a byte in place of 1.953. What passes it: the header of the
// request one way, header and data the other way, each rounded up to a nanosecond.
TEST(NetworkDegraded, APortTakesItsTimeForEveryByte) {
  const Bytes passes = 64_KiB + 2 * kRequestHeader;
  const double more = static_cast<double>(passes.count()) * (1 / 8e9 - 1 / 512e9) * 1e9;
  const Duration plain = spent_by_read_at({}, 1_s);
  for (const auto& [part, number] : {std::pair(Part::oss, 0), std::pair(Part::node, 0)}) {
    const FaultSpec fault = fault_at("network_degraded", part, number, {{"share", 1.0 / 64}});
    const Duration spent = spent_by_read_at(one_fault(fault), 1_s);
    EXPECT_NEAR(static_cast<double>((spent - plain).ns()), more, 3) << static_cast<int>(part);
  }
}

TEST(NetworkDegraded, AnotherPortIsNoMatter) {
  for (const Part part : {Part::oss, Part::node}) {
    const FaultSpec fault = fault_at("network_degraded", part, 1, {{"share", 0.01}});
    EXPECT_EQ(spent_by_read_at(one_fault(fault), 1_s), spent_by_read_at({}, 1_s));
  }
}

// An empty file: an open and a close, four headers at the port of the metadata server.
TEST(NetworkDegraded, AMetadataServerHasAPortToo) {
  const auto spent = [](const DisturbanceSpec& disturbances) {
    DisturbedMachine machine(disturbances);
    return machine.run(read_whole(machine.storage(), test_file(0, 0_B), IoMode::direct));
  };
  const FaultSpec fault = fault_at("network_degraded", Part::mds, 0, {{"share", 0.001}});
  EXPECT_EQ(spent(one_fault(fault)) - spent({}), 4 * 999_ns);
}

// 128 MB over a port of 250 MB/s, which the drives with their 1 GB/s wait for: with flows too.
TEST(NetworkDegraded, IsAsSlowInARunWithFlows) {
  FidelitySpec flow;
  flow.fidelity = Fidelity::flow;
  const FaultSpec fault = fault_at("network_degraded", Part::oss, 0, {{"share", 0.25 / 512}});
  DisturbedMachine machine(one_fault(fault), small_machine(), 1, flow);
  const Duration spent =
      machine.run(read_whole(machine.storage(), test_file(0, 128'000'000_B), IoMode::direct));
  EXPECT_NEAR(spent / 512_ms, 1, 0.03);
}

}  // namespace
}  // namespace headrace
