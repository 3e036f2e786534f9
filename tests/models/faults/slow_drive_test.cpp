#include <gtest/gtest.h>

#include "models/storage/local/local_spec.h"
#include "tests/models/support/disturbed_machine.h"

namespace headrace {
namespace {

// "scratch" on the drives of both nodes: 1 GB/s and 100 us, eight requests of 1 MB for a file of 8.
ClusterSpec machine_with_drives() {
  LocalSpec local;
  local.open = Distribution(20_us);
  local.request_size = 1'000'000_B;
  local.device.flash().read_bandwidth = 1_GBps;
  local.device.flash().read_latency = Distribution(100_us);
  ClusterSpec machine = small_machine();
  machine.file_systems = {{"scratch", FileSystemSpec(local)}};
  return machine;
}

FaultSpec slow(std::int64_t node, double share) {
  FaultSpec fault = fault_at("slow_drive", Part::node, node, {{"share", share}});
  fault.file_system = "scratch";
  return fault;
}

Duration spent_by(const DisturbanceSpec& disturbances, std::size_t node) {
  DisturbedMachine machine(disturbances, machine_with_drives());
  return machine.run(read_whole(machine.storage(node), test_file(0, 1'000'000_B), IoMode::direct));
}

// Open and close 20 us each, and 1.1 ms at the drives: 1.1 ms / share when they are slow, in that node alone.
TEST(SlowDrive, StretchesTheDrivesTimeOfOneNode) {
  EXPECT_EQ(spent_by({}, 0), 40_us + 1100_us);
  for (const auto& [share, times] : {std::pair(0.5, 2), {0.25, 4}, {0.001, 1000}}) {
    EXPECT_EQ(spent_by(one_fault(slow(1, share)), 1), 40_us + times * 1100_us) << share;
    EXPECT_EQ(spent_by(one_fault(slow(1, share)), 0), 40_us + 1100_us) << share;
  }
}

// From 10 ms on for 10 ms: what begins before and after is as fast as ever.
TEST(SlowDrive, LastsAsLongAsItSays) {
  DisturbedMachine machine(one_fault(fault_from(slow(0, 0.1), 10_ms, 10_ms)), machine_with_drives());
  const auto read = [&] {
    return machine.run(read_whole(machine.storage(), test_file(0, 1'000'000_B), IoMode::direct));
  };
  const auto rest_until = [&](Duration at) {
    const Duration rest = Time::at(at) - machine.sim().now();
    machine.run(
        [](Simulation& sim, Duration span) -> Task<> { co_await sim.delay(span); }(machine.sim(), rest));
  };
  EXPECT_EQ(read(), 40_us + 1100_us);
  rest_until(12_ms);
  EXPECT_EQ(read(), 40_us + 11_ms);
  EXPECT_EQ(read(), 40_us + 1100_us);
}

}  // namespace
}  // namespace headrace
