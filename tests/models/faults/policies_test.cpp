// The laws of every fault: nothing is lost or doubled by it, all that was begun ends, and it makes nothing
// faster.

#include <gtest/gtest.h>

#include <map>

#include "models/hardware/drives/disk_array.h"
#include "models/storage/local/local_spec.h"
#include "tests/models/support/disturbed_machine.h"
#include "tests/models/support/working.h"

namespace headrace {
namespace {

// How each row is tried. A row that is not here fails.
struct Case {
  Part part = Part::ost;
  GivenFields::Numbers parameters;
};
const std::map<std::string, Case, std::less<>>& cases() {
  const GivenFields::Numbers quick = {{"rpc_timeout", 0.02}, {"reconnect_interval", 0.005}};
  GivenFields::Numbers failover = quick;
  failover["failover_time"] = 0.003;
  static const std::map<std::string, Case, std::less<>> kCases = {
      {"slow_ost", {Part::ost, {{"share", 0.1}}}},
      {"rebuild", {Part::ost, {{"taken", 0.9}}}},
      {"ost_outage", {Part::ost, quick}},
      {"oss_outage", {Part::oss, failover}},
      {"mds_outage", {Part::mds, quick}},
      {"network_degraded", {Part::oss, {{"share", 0.001}}}},
      {"slow_node", {Part::node, {{"share", 0.1}}}},
      {"slow_drive", {Part::node, {{"share", 0.1}}}},
      {"node_failure", {Part::node, {}}},
  };
  return kCases;
}

constexpr std::int64_t kFiles = 24;
constexpr Bytes kSize = 3'000'000_B;

// Reads an epoch's share of one of four readers: each of its files is opened, read in requests that end
// within stripes, decoded and closed.
Task<> read_epoch(DisturbedMachine& machine, std::size_t node, std::int64_t first) {
  for (std::int64_t i = first; i < kFiles; i += 4) {
    co_await read_whole(machine.storage(node), test_file(i, kSize, 3), ReadMode::buffered);
    co_await machine.node(node).work(1_ms, Bytes());
  }
}
Task<> write_files(DisturbedMachine& machine, std::size_t node) {
  for (std::int64_t i = 0; i < 6; ++i)
    co_await write_whole(machine.storage(node), test_file(1000 + i, kSize, 3), true);
}

class EveryFault : public testing::TestWithParam<std::size_t> {
 protected:
  std::string_view name() const { return Fault::table()[GetParam()].name; }
  FaultSpec fault() const {
    const Case& tried = cases().at(std::string(name()));
    FaultSpec fault = fault_at(name(), tried.part, 0, tried.parameters);
    if (fault.kind.make(Fault::Context())->needs().drives) fault.file_system = "scratch";
    return fault;
  }
  // Flash, whose times are constant; arrays of disks, or drives in nodes, for what happens to those.
  ClusterSpec machine() const {
    ClusterSpec machine = small_machine();
    if (fault().kind.make(Fault::Context())->needs().drives)
      machine.file_systems = {{"scratch", FileSystemSpec(LocalSpec())}};
    if (fault().kind.make(Fault::Context())->needs().array)
      machine.file_systems[0].second.find<LustreSpec>()->ost.device.drives = Chosen<Drives>("disk_array");
    return machine;
  }
  // Returns the fingerprint of two nodes' epoch and checkpoint, whose bytes are those of a run without
  // faults.
  std::uint64_t run(const DisturbanceSpec& disturbances, std::uint64_t seed = 3) const {
    DisturbedMachine machine(disturbances, EveryFault::machine(), seed);
    std::vector<Task<>> bodies;
    for (std::int64_t first = 0; first < 4; ++first)
      bodies.push_back(read_epoch(machine, static_cast<std::size_t>(first % 2), first));
    bodies.push_back(write_files(machine, 0));
    machine.run_all(std::move(bodies));
    EXPECT_EQ(machine.served("bytes_read"), kFiles * kSize);
    EXPECT_EQ(machine.served("bytes_written"), 6 * kSize);
    return machine.outcome().fingerprint;
  }
};

TEST_P(EveryFault, LosesAndDoublesNothing) {
  run({});
  for (const Duration at : {Duration(), 1_ms, 7_ms, 50_ms, 200_ms})
    run(one_fault(fault_from(fault(), at, 40_ms)));
}

// One request at a time: nobody is ahead because another one is late.
TEST_P(EveryFault, MakesNothingFasterForASerialReader) {
  const auto spent = [&](const DisturbanceSpec& disturbances) {
    DisturbedMachine machine(disturbances, EveryFault::machine());
    Duration sum;
    for (std::int64_t i = 0; i < 20; ++i) {
      sum += machine.run(read_whole(machine.storage(), test_file(i, 1'000'000_B), ReadMode::direct));
      sum += machine.run(working(machine.node(), 100_us, Bytes()));
    }
    return sum;
  };
  const Duration plain = spent({});
  if (!fault().kind.make(Fault::Context())->needs().ends_jobs) {
    EXPECT_GT(spent(one_fault(fault_from(fault(), Duration(), 10_ms))), plain);
  }
  for (const Duration at : {1_ms, 3_ms, 7_ms, 12_ms})
    EXPECT_GE(spent(one_fault(fault_from(fault(), at, 10_ms))), plain) << at.ns();
}

TEST_P(EveryFault, LosesAndDoublesNothingWhenItComesAgainAndAgain) {
  FaultSpec often = fault();
  often.mean_time_between = 15_ms;
  often.mean_time_to_repair = 5_ms;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) run(one_fault(often), seed);
}

TEST_P(EveryFault, IsTheSameForTheSameSeed) {
  FaultSpec often = fault();
  often.mean_time_between = 15_ms;
  often.mean_time_to_repair = 5_ms;
  EXPECT_EQ(run(one_fault(often), 5), run(one_fault(often), 5));
  EXPECT_NE(run(one_fault(often), 5), run(one_fault(often), 6));
}

TEST_P(EveryFault, SaysWhereItCanHappen) {
  const Fault::Needs needs = fault().kind.make(Fault::Context())->needs();
  EXPECT_TRUE(needs.at(cases().at(std::string(name())).part));
  const bool outage = name().ends_with("outage");
  EXPECT_EQ(needs.end, outage);
  EXPECT_EQ(needs.requests, outage);
  EXPECT_EQ(needs.array, name() == "rebuild");
  EXPECT_EQ(needs.partner, name() == "oss_outage");
  EXPECT_EQ(needs.drives, name() == "slow_drive");
  EXPECT_EQ(needs.ends_jobs, name() == "node_failure");
}

INSTANTIATE_TEST_SUITE_P(Table, EveryFault, testing::Range(std::size_t{0}, Fault::table().size()),
                         [](const auto& row) { return std::string(Fault::table()[row.param].name); });

}  // namespace
}  // namespace headrace
