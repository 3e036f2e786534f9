#include <gtest/gtest.h>

#include "tests/models/support/disturbed_machine.h"

namespace headrace {
namespace {

DisturbanceSpec outage(Duration at, Duration lasting) {
  const GivenFields::Numbers times = {{"rpc_timeout", 1}, {"reconnect_interval", 0.1}};
  return one_fault(fault_from(fault_at("mds_outage", Part::mds, 0, times), at, lasting));
}

Task<> stat_at(DisturbedMachine& machine, Duration at, Duration& spent) {
  co_await machine.sim().delay(at);
  co_await machine.storage().stat(test_file(0, 0_B));
  spent = machine.sim().now().since_start() - at;
}

Duration spent_by_stat(const DisturbanceSpec& disturbances, Duration at) {
  DisturbedMachine machine(disturbances);
  Duration spent;
  machine.run(stat_at(machine, at, spent));
  return spent;
}

// As for a target: noticed a second after it was sent, found at the first attempt after the outage.
TEST(MdsOutage, AStatIsSentAgainAtTheFirstAttemptAfterIt) {
  const Duration plain = spent_by_stat({}, 1_s);
  EXPECT_EQ(spent_by_stat(outage(500_ms, 3050_ms), 1_s), plain + 2600_ms);
  EXPECT_EQ(spent_by_stat(outage(1_s + 50_us, 10_ms), 1_s), plain + 1_s);  // While one of its threads works.
  EXPECT_EQ(spent_by_stat(outage(500_ms, 100_ms), 1_s), plain);
}

// Four at work and 36 waiting: all are lost, none is forgotten.
TEST(MdsOutage, WhatWaitsForAThreadIsLostToo) {
  ClusterSpec spec = small_machine();
  spec.file_systems[0].second.find<LustreSpec>()->mds.threads = 4;
  spec.file_systems[0].second.find<LustreSpec>()->client.metadata_max_rpcs_in_flight = 64;
  DisturbedMachine machine(outage(50_us, 10_ms), spec);
  std::vector<Duration> spent(40);
  std::vector<Task<>> bodies;
  for (Duration& each : spent) bodies.push_back(stat_at(machine, 1_us, each));
  machine.run_all(std::move(bodies));
  for (const Duration each : spent) {
    EXPECT_GT(each, 1_s);
    EXPECT_LT(each, 1_s + 2_ms);
  }
  // Each once, and the four that were at work a second time.
  EXPECT_EQ(machine.metric("file_systems/scratch/mds/0", "requests", "total"), 44);
}

// Creates that wait for their directory, answers on their way out, commits of the journal, and bytes of small
// files on the server's own device: whenever it goes down, each is done once.
TEST(MdsOutage, WhatIsAnywhereInItIsDoneOnce) {
  LayoutSpec layout;
  layout.mdt_size = 64_KiB;
  ClusterSpec spec = small_machine();
  LustreSpec& lustre = *spec.file_systems[0].second.find<LustreSpec>();
  lustre.mds.directory_lock = Distribution(50_us);
  lustre.mds.latency.create = Distribution(300_us);
  lustre.mds.journal_commit = 1_ms;
  const auto write = [&](DisturbedMachine& machine, std::int64_t index) -> Task<> {
    FileInfo file = test_file(index, 32_KiB);
    file.layout = layout;
    return write_whole(machine.storage(static_cast<std::size_t>(index % 2)), file, true);
  };
  const auto written = [&](const DisturbanceSpec& disturbances) {
    DisturbedMachine machine(disturbances, spec);
    std::vector<Task<>> bodies;
    for (std::int64_t index = 0; index < 16; ++index) bodies.push_back(write(machine, index));
    const Duration spent = machine.run_all(std::move(bodies));
    return std::pair(spent, machine.metric("file_systems/scratch/mds/0/device", "bytes", "total"));
  };
  const auto plain = written({});
  for (const Duration at : {60_us, 200_us, 700_us, 1500_us, 2500_us, 3500_us}) {
    const auto lost = written(outage(at, 20_ms));
    EXPECT_GT(lost.first, plain.first + 500_ms) << at.ns();
    EXPECT_GE(lost.second, plain.second) << at.ns();
  }
}

// An open file is read whatever its metadata server does; its close is not waited for by the reader.
TEST(MdsOutage, ReadsGoOn) {
  EXPECT_EQ(spent_by_read_at(outage(500_ms, 3050_ms), 1_s), spent_by_read_at({}, 1_s));
}

}  // namespace
}  // namespace headrace
