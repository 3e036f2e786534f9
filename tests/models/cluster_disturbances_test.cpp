#include <gtest/gtest.h>

#include "models/faults/disturbance_spec.h"
#include "models/storage/lustre/lustre_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

FaultSpec fault_of(std::string_view kind, Part part, std::int64_t number) {
  FaultSpec fault;
  fault.kind = Chosen<Fault>(kind);
  fault.number(part) = number;
  (part == Part::node ? fault.nodes : fault.file_system) = part == Part::node ? "gpu" : "scratch";
  fault.lasting = 1_s;
  return fault;
}

// Returns the codes of a fault on four nodes "gpu", and "scratch" of two servers with two targets each.
std::string codes(const FaultSpec& fault) {
  RecordingCheck check;
  NodeSpec gpu;
  gpu.count = 4;
  check.own_machine.nodes = {{"gpu", gpu}};
  LustreSpec lustre;
  lustre.oss.count = 2;
  lustre.ost.count = 4;
  check.own_machine.file_systems = {{"scratch", FileSystemSpec(lustre)}};
  fault.check(check);
  return check.codes;
}

TEST(DisturbanceSpec, IsAtOnePlaceThatThereIs) {
  EXPECT_EQ(codes(fault_of("slow_target", Part::ost, 3)), "");
  EXPECT_EQ(codes(fault_of("slow_target", Part::ost, 4)), "E0352 ost");
  EXPECT_EQ(codes(fault_of("slow_target", Part::oss, 0)), "E0350 oss");
  EXPECT_EQ(codes(fault_of("slow_node", Part::node, 3)), "");
  EXPECT_EQ(codes(fault_of("slow_node", Part::node, 4)), "E0352 node");
  FaultSpec fault = fault_of("slow_target", Part::ost, 2);
  fault.count = 2;
  EXPECT_EQ(codes(fault), "");
  fault.count = 3;
  EXPECT_EQ(codes(fault), "E0352 count");
  fault.number(Part::ost).reset();
  EXPECT_EQ(codes(fault), "E0350 kind");
  fault = fault_of("slow_target", Part::ost, 0);
  fault.file_system = "home";
  EXPECT_EQ(codes(fault), "E0351 file_system");
}

TEST(DisturbanceSpec, EndsWhereSomethingWaitsForIt) {
  FaultSpec fault = fault_of("target_outage", Part::ost, 0);
  EXPECT_EQ(codes(fault), "");
  fault.lasting.reset();
  EXPECT_EQ(codes(fault), "E0354 kind");
  fault.mean_time_between = 1_s;
  EXPECT_EQ(codes(fault), "E0353 mean_time_between");
  fault.mean_time_to_repair = 1_s;
  EXPECT_EQ(codes(fault), "");
  fault.lasting = 1_s;
  EXPECT_EQ(codes(fault), "E0353 lasting");
}

TEST(DisturbanceSpec, RebuildsArraysOnly) {
  EXPECT_EQ(codes(fault_of("rebuild", Part::ost, 0)), "E0357 kind");
}

TEST(DisturbanceSpec, LoadsMayStandAtEveryPart) {
  RecordingCheck check;
  BackgroundSpec load;
  load.check(check);
  EXPECT_EQ(check.codes, "E0350 kind");
  EXPECT_EQ(check.findings[0].help, "its kind is about: ost, oss, mds, target, server, node");
}

}  // namespace
}  // namespace headrace
