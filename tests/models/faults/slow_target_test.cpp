#include <gtest/gtest.h>

#include "tests/models/support/disturbed_machine.h"

namespace headrace {
namespace {

// 1 MB at 1 GB/s and a latency of 100 us: 1.1 ms at the drives, and 1.1 ms / share when they are slow.
TEST(SlowTarget, StretchesTheDrivesTimeAndNothingElse) {
  const Duration plain = spent_by_read_at({}, 1_s, 1'000'000_B);
  for (const auto& [share, times] : {std::pair(0.5, 2), {0.25, 4}, {0.1, 10}, {1.0, 1}}) {
    const FaultSpec fault = fault_at("slow_target", Part::ost, 0, {{"share", share}});
    EXPECT_EQ(spent_by_read_at(one_fault(fault), 1_s, 1'000'000_B), plain + (times - 1) * 1100_us) << share;
  }
}

TEST(SlowTarget, IsOneTargetsAffair) {
  const DisturbanceSpec slow = one_fault(fault_at("slow_target", Part::ost, 1));
  EXPECT_EQ(spent_by_read_at(slow, 1_s), spent_by_read_at({}, 1_s));
  EXPECT_GT(spent_by_read_at(slow, 1_s, 64_KiB, 1), spent_by_read_at({}, 1_s, 64_KiB, 1));
}

// A read reaches the drives some 5 us after it is sent: one that is there when they become slow ends as it
// would have, one that comes later does not, and one after the end is as fast as ever.
TEST(SlowTarget, WhatHasBegunEndsAtItsOldSpeed) {
  const Duration plain = spent_by_read_at({}, 1_s);
  const FaultSpec fault = fault_at("slow_target", Part::ost, 0, {{"share", 0.1}});
  EXPECT_EQ(spent_by_read_at(one_fault(fault_from(fault, 1_s + 20_us, 1_s)), 1_s), plain);
  EXPECT_GT(spent_by_read_at(one_fault(fault_from(fault, 1_s + 1_us, 1_s)), 1_s), plain + 1_ms);
  EXPECT_EQ(spent_by_read_at(one_fault(fault_from(fault, 500_ms, 500_ms)), 1_s), plain);
}

// Two that overlap multiply: a half of a fifth.
TEST(SlowTarget, TwoMultiply) {
  DisturbanceSpec both = one_fault(fault_at("slow_target", Part::ost, 0, {{"share", 0.5}}));
  both.faults.emplace_back("other", fault_at("slow_target", Part::ost, 0, {{"share", 0.2}}));
  const Duration tenth =
      spent_by_read_at(one_fault(fault_at("slow_target", Part::ost, 0, {{"share", 0.1}})), 1_s);
  EXPECT_EQ(spent_by_read_at(both, 1_s), tenth);
}

// With flows the drives are links, whose capacity is the share: 256 MB at 1 GB/s and at a quarter of that.
TEST(SlowTarget, IsAsSlowInARunWithFlows) {
  FidelitySpec flow;
  flow.fidelity = Fidelity::flow;
  const auto spent = [&](const DisturbanceSpec& disturbances) {
    DisturbedMachine machine(disturbances, small_machine(), 1, flow);
    return machine.run(read_whole(machine.storage(), test_file(0, 256'000'000_B), IoMode::direct));
  };
  const DisturbanceSpec slow = one_fault(fault_at("slow_target", Part::ost, 0, {{"share", 0.25}}));
  EXPECT_NEAR(spent({}) / 256_ms, 1, 0.03);
  EXPECT_NEAR(spent(slow) / 1024_ms, 1, 0.03);
  // Half of it before the drives become slow, half after.
  DisturbanceSpec later = slow;
  later.faults[0].second.at = 128_ms;
  EXPECT_NEAR(spent(later) / (128_ms + 512_ms), 1, 0.03);
}

// Drives with p places, each of which takes a request of S bytes for an overhead and l + S / 1 GB/s: n
// requests take n / p of that, read and written; at a share of their speed the latter is so much longer.
TEST(SlowTarget, SlowsEachPlaceOfTheDrivesInARunWithFlows) {
  constexpr std::int64_t kRequests = 2048, kPlaces = 4;
  FidelitySpec flow;
  flow.fidelity = Fidelity::flow;
  ClusterSpec cluster = small_machine();
  cluster.nodes.front().second.memory = 64_GiB;  // Room for what is written and not there yet.
  LustreSpec scratch = exact_spec();
  scratch.client.max_cached_share = 0;
  scratch.client.rpc_size = 1_MiB;
  scratch.client.max_rpcs_in_flight = 64;
  scratch.ost.device.flash().parallelism = kPlaces;
  scratch.ost.device.flash().read_latency = scratch.ost.device.flash().write_latency = Distribution(10_ms);
  cluster.file_systems = {{"scratch", FileSystemSpec(scratch)}};
  for (const double share : {1.0, 0.5, 0.25})
    for (const bool writes : {false, true}) {
      DisturbedMachine machine(one_fault(fault_at("slow_target", Part::ost, 0, {{"share", share}})), cluster,
                               1, flow);
      const FileInfo file = test_file(0, kRequests * 1_MiB);
      const Duration spent = machine.run(writes ? write_whole(machine.storage(), file, true)
                                                : read_whole(machine.storage(), file, IoMode::direct));
      const double each = 40e-6 + (10_ms + 1_MiB / 1_GBps).in_seconds() / share;
      EXPECT_NEAR(spent.in_seconds() / (each * kRequests / kPlaces), 1, 0.05) << share << writes;
    }
}

}  // namespace
}  // namespace headrace
