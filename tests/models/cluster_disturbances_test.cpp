#include <gtest/gtest.h>

#include "models/faults/disturbance_spec.h"
#include "models/storage/local/local_spec.h"
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

// A file system of another kind is never meant: neither one without such a part, nor one on no node's drives.
TEST(DisturbanceSpec, NamesFileSystemsThatItMayBeAbout) {
  const auto help = [](FaultSpec fault, const char* owner) {
    RecordingCheck check;
    check.own_machine.nodes = {{"gpu", NodeSpec()}};
    check.own_machine.file_systems = {{"scratch", FileSystemSpec(LustreSpec())},
                                      {"nvme", FileSystemSpec(LocalSpec())}};
    fault.file_system = owner;
    fault.check(check);
    return check.codes + ": " + (check.findings.empty() ? "" : check.findings[0].help);
  };
  EXPECT_EQ(help(fault_of("slow_drive", Part::node, 0), "home"),
            "E0351 file_system: 'file_system' is one of nvme");
  EXPECT_EQ(help(fault_of("slow_target", Part::ost, 0), "home"),
            "E0351 file_system: 'file_system' is one of scratch");
  EXPECT_EQ(help(fault_of("slow_target", Part::target, 0), "home"),
            "E0351 file_system: the platform has none that this could be about");
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
