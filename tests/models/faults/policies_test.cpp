// The laws of every fault at every part of every store that it can happen to: nothing is lost or doubled by
// it, all that was begun ends, and it makes nothing faster.

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "models/hardware/drives/disk_array.h"
#include "models/storage/gpfs/gpfs_spec.h"
#include "tests/models/support/disturbed_machine.h"
#include "tests/models/support/working.h"

namespace headrace {
namespace {

// Parameters by which each row is tried. A row that is not here fails.
const GivenFields::Numbers& parameters_of(std::string_view name) {
  static const GivenFields::Numbers kQuick = {{"rpc_timeout", 0.02}, {"reconnect_interval", 0.005}};
  static const std::map<std::string, GivenFields::Numbers, std::less<>> kParameters = {
      {"slow_target", {{"share", 0.1}}},
      {"rebuild", {{"taken", 0.9}}},
      {"target_outage", kQuick},
      {"server_outage", kQuick},
      {"network_degraded", {{"share", 0.001}}},
      {"slow_node", {{"share", 0.1}}},
      {"slow_drive", {{"share", 0.1}}},
      {"node_failure", {}},
  };
  return kParameters.at(std::string(name));
}

// A store as it is where a text gives its group and nothing in it.
FileSystemSpec store_of(std::string_view name) {
  class OneGroup final : public GivenFields {
   public:
    explicit OneGroup(std::string_view name) : GivenFields({}), name_(name) {}

   protected:
    bool enter_optional(const Field& field, bool) override { return field.name == name_ && enter(field); }

   private:
    std::string_view name_;
  };
  FileSystemSpec spec;
  OneGroup given(name);
  spec.visit(given);
  return spec;
}

// Place where a fault can happen.
struct Case {
  std::string_view fault, store;
  Part part = Part::ost;
  bool fails_over = false;
};
std::string name_of(const Case& tried) {
  return std::string(tried.fault) + "_of_" + std::string(kParts[static_cast<std::size_t>(tried.part)]) +
         "_of_" + std::string(tried.store) + (tried.fails_over ? "_with_failover" : "");
}
Fault::Needs needs_of(std::string_view fault) {
  return chosen<Fault>(fault, parameters_of(fault)).make(Fault::Context())->needs();
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& fault : Fault::table()) {
    const Fault::Needs needs = needs_of(fault.name);
    if (needs.at(Part::node)) cases.push_back({fault.name, needs.drives ? "local" : "lustre", Part::node});
    for (const auto& store : Store::table()) {
      const StoreFacts facts = store_of(store.name).facts();
      if (needs.array && store.name != "lustre" && store.name != "gpfs") continue;  // One of each family.
      for (const Part part : {Part::ost, Part::oss, Part::mds, Part::target, Part::server}) {
        if (!needs.at(part) || facts.count(part) == 0) continue;
        cases.push_back({fault.name, store.name, part});
        const bool two = store.name == "lustre" ? part == Part::oss : facts.count(part) > 1;
        if (fault.name == "server_outage" && two) cases.push_back({fault.name, store.name, part, true});
      }
    }
  }
  return cases;
}

constexpr std::int64_t kFiles = 24;
constexpr Bytes kSize = 3'000'000_B;

// Reads an epoch's share of one of four readers: each of its files is opened, read in requests that end
// within stripes, decoded and closed.
Task<> read_epoch(DisturbedMachine& machine, std::size_t node, std::int64_t first) {
  for (std::int64_t i = first; i < kFiles; i += 4) {
    co_await read_whole(machine.storage(node), test_file(i, kSize, 3), IoMode::buffered);
    co_await machine.node(node).work(1_ms, Bytes());
  }
}
Task<> write_files(DisturbedMachine& machine, std::size_t node) {
  for (std::int64_t i = 0; i < 6; ++i)
    co_await write_whole(machine.storage(node), test_file(1000 + i, kSize, 3), true);
}

void PrintTo(const Case& tried, std::ostream* out) { *out << name_of(tried); }

class EveryFault : public testing::TestWithParam<Case> {
 protected:
  static FaultSpec fault() {
    const Case& tried = GetParam();
    GivenFields::Numbers parameters = parameters_of(tried.fault);
    if (tried.fails_over) parameters["failover_time"] = 0.003;
    FaultSpec fault = fault_at(tried.fault, tried.part, 0, parameters);
    if (tried.part == Part::node && needs_of(tried.fault).drives) fault.file_system = "scratch";
    return fault;
  }
  // A Lustre on flash, whose times are constant, or another store; arrays of disks for what happens to those.
  static ClusterSpec machine() {
    ClusterSpec machine = small_machine();
    FileSystemSpec& scratch = machine.file_systems[0].second;
    if (GetParam().store != "lustre") scratch = store_of(GetParam().store);
    if (!needs_of(GetParam().fault).array) return machine;
    if (auto* const lustre = scratch.find<LustreSpec>())
      lustre->ost.device.drives = Chosen<Drives>("disk_array");
    if (auto* const gpfs = scratch.find<GpfsSpec>())
      gpfs->servers.device.drives = Chosen<Drives>("disk_array");
    return machine;
  }
  // Runs two nodes' epoch and checkpoint, whose bytes are those of a run without faults.
  struct Ran {
    std::uint64_t fingerprint = 0;
    Duration spent;
  };
  static Ran run(const DisturbanceSpec& disturbances, std::uint64_t seed = 3) {
    DisturbedMachine machine(disturbances, EveryFault::machine(), seed);
    std::vector<Task<>> bodies;
    for (std::int64_t first = 0; first < 4; ++first)
      bodies.push_back(read_epoch(machine, static_cast<std::size_t>(first % 2), first));
    bodies.push_back(write_files(machine, 0));
    const Duration spent = machine.run_all(std::move(bodies));
    EXPECT_EQ(machine.served("bytes_read"), kFiles * kSize);
    EXPECT_EQ(machine.served("bytes_written"), 6 * kSize);
    return {machine.outcome().fingerprint, spent};
  }
  static FaultSpec again_and_again() {
    FaultSpec often = fault();
    // A request that takes longer than the time between two outages would be begun anew for ever.
    const bool distant = GetParam().store == "object_store";
    often.mean_time_between = distant ? 400_ms : 15_ms;
    often.mean_time_to_repair = 5_ms;
    return often;
  }
};

// At 53 instants of a run, from its begin to its end.
TEST_P(EveryFault, LosesAndDoublesNothing) {
  const Duration plain = run({}).spent;
  for (int i = 0; i < 53; ++i) run(one_fault(fault_from(fault(), plain * i / 53, 40_ms)));
}

TEST_P(EveryFault, LosesAndDoublesNothingWhenItComesAgainAndAgain) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) run(one_fault(again_and_again()), seed);
}

TEST_P(EveryFault, IsTheSameForTheSameSeed) {
  const DisturbanceSpec often = one_fault(again_and_again());
  EXPECT_EQ(run(often, 5).fingerprint, run(often, 5).fingerprint);
  EXPECT_NE(run(often, 5).fingerprint, run(often, 6).fingerprint);
}

// A run with a fault takes longer: requests that were in service are begun anew.
TEST_P(EveryFault, TakesTime) {
  if (needs_of(GetParam().fault).ends_jobs) return;
  // Answers of an object store take tens of milliseconds, as they are drawn: more than its ports do.
  if (GetParam().store == "object_store" && !needs_of(GetParam().fault).end) return;
  EXPECT_GT(run(one_fault(fault_from(fault(), Duration(), 1_s))).spent, run({}).spent);
}

// A reader with one request at a time is never ahead because another is late, where times are not drawn.
TEST_P(EveryFault, MakesNothingFasterForASerialReader) {
  if (GetParam().store != "lustre") return;
  const auto spent = [&](const DisturbanceSpec& disturbances) {
    DisturbedMachine machine(disturbances, EveryFault::machine());
    Duration sum;
    for (std::int64_t i = 0; i < 20; ++i) {
      sum += machine.run(read_whole(machine.storage(), test_file(i, 1'000'000_B), IoMode::direct));
      sum += machine.run(working(machine.node(), 100_us, Bytes()));
    }
    return sum;
  };
  const Duration plain = spent({});
  for (const Duration at : {1_ms, 3_ms, 7_ms, 12_ms})
    EXPECT_GE(spent(one_fault(fault_from(fault(), at, 10_ms))), plain) << at.ns();
}

INSTANTIATE_TEST_SUITE_P(Places, EveryFault, testing::ValuesIn(all_cases()),
                         [](const auto& tried) { return name_of(tried.param); });

// Every row of the table can happen somewhere, and says what it needs.
TEST(Faults, SayWhereTheyCanHappen) {
  for (const auto& row : Fault::table()) {
    std::int64_t places = 0;
    for (const Case& tried : all_cases()) places += tried.fault == row.name ? 1 : 0;
    EXPECT_GT(places, 0) << row.name;
    const Fault::Needs needs = needs_of(row.name);
    const bool outage = row.name.ends_with("outage");
    EXPECT_EQ(needs.end, outage);
    EXPECT_EQ(needs.requests, outage);
    EXPECT_FALSE(needs.partner);
    EXPECT_EQ(needs.array, row.name == "rebuild");
    EXPECT_EQ(needs.drives, row.name == "slow_drive");
    EXPECT_EQ(needs.ends_jobs, row.name == "node_failure");
  }
  EXPECT_TRUE(chosen<Fault>("server_outage", {{"failover_time", 1}}).make(Fault::Context())->needs().partner);
}

}  // namespace
}  // namespace headrace
