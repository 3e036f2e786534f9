#include <gtest/gtest.h>

#include "models/hardware/drives/disk_array.h"
#include "tests/models/support/disturbed_machine.h"

namespace headrace {
namespace {

ClusterSpec machine_of_arrays(double rebuilding) {
  ClusterSpec machine = small_machine();
  Chosen<Drives>& drives = machine.file_systems[0].second.find<LustreSpec>()->ost.device.drives;
  drives = Chosen<Drives>("disk_array");
  drives.parameters<DiskArraySpec>().rebuilding = rebuilding;
  return machine;
}

Duration read_64(const DisturbanceSpec& disturbances, double rebuilding) {
  DisturbedMachine machine(disturbances, machine_of_arrays(rebuilding));
  std::vector<Task<>> readers;
  for (std::int64_t i = 0; i < 64; ++i)
    readers.push_back(read_whole(machine.storage(), test_file(4 * i, 4_MiB), IoMode::direct));
  return machine.run_all(std::move(readers));
}

// The same share of its disks' time, whether the array was built that way or a fault takes it.
TEST(Rebuild, IsWhatTheArraySaysOfOne) {
  const Duration healthy = read_64({}, 0);
  const Duration rebuilding = read_64({}, 0.5);
  const DisturbanceSpec fault = one_fault(fault_at("rebuild", Part::ost, 0, {{"taken", 0.5}}));
  EXPECT_EQ(read_64(fault, 0), rebuilding);
  EXPECT_GT(rebuilding, healthy);
  EXPECT_EQ(read_64(one_fault(fault_at("rebuild", Part::ost, 1, {{"taken", 0.5}})), 0), healthy);
}

TEST(Rebuild, IsOverAtItsEnd) {
  const FaultSpec fault = fault_at("rebuild", Part::ost, 0, {{"taken", 0.9}});
  EXPECT_LT(read_64(one_fault(fault_from(fault, Duration(), 50_ms)), 0), read_64(one_fault(fault), 0));
  EXPECT_EQ(read_64(one_fault(fault_from(fault, Duration(), 1_us)), 0), read_64({}, 0));
}

}  // namespace
}  // namespace headrace
