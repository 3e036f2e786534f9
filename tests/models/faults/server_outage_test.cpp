#include <gtest/gtest.h>

#include "tests/models/support/disturbed_machine.h"

namespace headrace {
namespace {

FaultSpec oss_down(Duration at, Duration lasting, double failover_time = 0) {
  GivenFields::Numbers times = {{"rpc_timeout", 1}, {"reconnect_interval", 0.1}};
  if (failover_time > 0) times["failover_time"] = failover_time;
  return fault_from(fault_at("server_outage", Part::oss, 0, times), at, lasting);
}

// Targets 0 and 2 are of server 0, target 1 of server 1.
TEST(ServerOutage, AllTargetsOfTheServerAreGone) {
  const DisturbanceSpec down = one_fault(oss_down(500_ms, 3050_ms));
  for (const std::int64_t file : {0, 2})
    EXPECT_EQ(spent_by_read_at(down, 1_s, 64_KiB, file), spent_by_read_at({}, 1_s, 64_KiB, file) + 2600_ms);
  EXPECT_EQ(spent_by_read_at(down, 1_s, 64_KiB, 1), spent_by_read_at({}, 1_s, 64_KiB, 1));
}

// Down from 0.5 s for 100 s. The partner has the targets at 1.2 s, before the client notices at 2 s; or at
// 2.75 s, which its attempt at 2.8 s finds.
TEST(ServerOutage, AFailoverEndsItForItsClients) {
  const Duration plain = spent_by_read_at({}, 1_s);
  EXPECT_EQ(spent_by_read_at(one_fault(oss_down(500_ms, 100_s, 0.7)), 1_s), plain + 1_s);
  EXPECT_EQ(spent_by_read_at(one_fault(oss_down(500_ms, 100_s, 2.25)), 1_s), plain + 1800_ms);
}

// Once they have moved, a read finds them there at once, and once they are home again too.
TEST(ServerOutage, LaterReadsDoNotWait) {
  const Duration plain = spent_by_read_at({}, 10_s);
  EXPECT_EQ(spent_by_read_at(one_fault(oss_down(500_ms, 100_s, 0.7)), 10_s), plain);
  EXPECT_EQ(spent_by_read_at(one_fault(oss_down(500_ms, 4_s, 0.7)), 10_s), plain);
}

// Data that the partner serves crosses the partner's port: at 1/64 of its rate it is late.
TEST(ServerOutage, ThePartnerServesWithItsOwnPort) {
  DisturbanceSpec both = one_fault(oss_down(500_ms, 100_s, 0.7));
  both.faults.emplace_back("port", fault_at("network_degraded", Part::oss, 1, {{"share", 1.0 / 64}}));
  EXPECT_GT(spent_by_read_at(both, 10_s), spent_by_read_at({}, 10_s) + 8_us);
}

// Lost before the run, by flows as by requests: the partner's port, of a 4,096th of its rate, has to carry
// the data of both servers, and takes twice as long.
TEST(ServerOutage, StandsFromTheStartInARunWithFlows) {
  const auto spent = [](Fidelity fidelity, bool lost) {
    DisturbanceSpec disturbances;
    disturbances.faults.emplace_back("port",
                                     fault_at("network_degraded", Part::oss, 1, {{"share", 1.0 / 4096}}));
    if (lost)
      disturbances.faults.emplace_back("lost",
                                       fault_at("server_outage", Part::oss, 0, {{"failover_time", 0}}));
    FidelitySpec spec;
    spec.fidelity = fidelity;
    DisturbedMachine machine(disturbances, small_machine(), 1, spec);
    std::vector<Task<>> bodies;
    for (const std::int64_t file : {0, 1})
      bodies.push_back(read_whole(machine.storage(static_cast<std::size_t>(file)), test_file(file, 16_MiB),
                                  IoMode::direct));
    return machine.run_all(std::move(bodies)).in_seconds();
  };
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow})
    EXPECT_NEAR(spent(fidelity, true) / spent(fidelity, false), 2, 0.05);
  EXPECT_NEAR(spent(Fidelity::flow, true) / spent(Fidelity::request, true), 1, 0.02);
}

// Both of a pair are down, the partner from 0.4 s to 5.05 s: it has the other's targets once it is back.
TEST(ServerOutage, APartnerThatIsDownTakesOverLater) {
  DisturbanceSpec both = one_fault(oss_down(500_ms, 100_s, 0.7));
  both.faults.emplace_back("partner", oss_down(400_ms, 4650_ms));
  both.faults.back().second.number(Part::oss) = 1;
  EXPECT_EQ(spent_by_read_at(both, 1_s), spent_by_read_at({}, 1_s) + 4100_ms);
}

DisturbanceSpec mds_down(Duration at, Duration lasting) {
  const GivenFields::Numbers times = {{"rpc_timeout", 1}, {"reconnect_interval", 0.1}};
  return one_fault(fault_from(fault_at("server_outage", Part::mds, 0, times), at, lasting));
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
TEST(ServerOutageOfMds, AStatIsSentAgainAtTheFirstAttemptAfterIt) {
  const Duration plain = spent_by_stat({}, 1_s);
  EXPECT_EQ(spent_by_stat(mds_down(500_ms, 3050_ms), 1_s), plain + 2600_ms);
  EXPECT_EQ(spent_by_stat(mds_down(1_s + 50_us, 10_ms), 1_s),
            plain + 1_s);  // While one of its threads works.
  EXPECT_EQ(spent_by_stat(mds_down(500_ms, 100_ms), 1_s), plain);
}

// Four at work and 36 waiting: all are lost, none is forgotten.
TEST(ServerOutageOfMds, WhatWaitsForAThreadIsLostToo) {
  ClusterSpec spec = small_machine();
  spec.file_systems[0].second.find<LustreSpec>()->mds.threads = 4;
  spec.file_systems[0].second.find<LustreSpec>()->client.metadata_max_rpcs_in_flight = 64;
  DisturbedMachine machine(mds_down(50_us, 10_ms), spec);
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
TEST(ServerOutageOfMds, WhatIsAnywhereInItIsDoneOnce) {
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
    const auto lost = written(mds_down(at, 20_ms));
    EXPECT_GT(lost.first, plain.first + 500_ms) << at.ns();
    EXPECT_GE(lost.second, plain.second) << at.ns();
  }
}

// Two metadata servers; the first has directory 0, the second directory 1.
ClusterSpec pair_of_servers() {
  ClusterSpec spec = small_machine();
  LustreSpec& lustre = *spec.file_systems[0].second.find<LustreSpec>();
  lustre.mds.count = 2;
  lustre.mds.threads = 1;
  return spec;
}
FaultSpec failover(std::int64_t number, Duration at, Duration lasting, double after) {
  const GivenFields::Numbers times = {
      {"rpc_timeout", 1}, {"reconnect_interval", 0.1}, {"failover_time", after}};
  return fault_from(fault_at("server_outage", Part::mds, number, times), at, lasting);
}
Duration spent_by_stat_of_pair(const DisturbanceSpec& disturbances, Duration at) {
  DisturbedMachine machine(disturbances, pair_of_servers());
  Duration spent;
  machine.run(stat_at(machine, at, spent));
  return spent;
}

// Down from 0.5 s for 100 s. The partner has its directories at 1.2 s, before the client notices at 2 s; or
// at 2.75 s, which its attempt at 2.8 s finds. Later stats do not wait, there or at home again.
TEST(ServerOutageOfMds, AFailoverEndsItForItsClients) {
  const Duration plain = spent_by_stat_of_pair({}, 1_s);
  EXPECT_EQ(spent_by_stat_of_pair(one_fault(failover(0, 500_ms, 100_s, 0.7)), 1_s), plain + 1_s);
  EXPECT_EQ(spent_by_stat_of_pair(one_fault(failover(0, 500_ms, 100_s, 2.25)), 1_s), plain + 1800_ms);
  EXPECT_EQ(spent_by_stat_of_pair(one_fault(failover(0, 500_ms, 100_s, 0.7)), 10_s), plain);
  EXPECT_EQ(spent_by_stat_of_pair(one_fault(failover(0, 500_ms, 4_s, 0.7)), 10_s), plain);
  EXPECT_EQ(spent_by_stat_of_pair(one_fault(failover(1, 500_ms, 100_s, 0.7)), 1_s), plain);
}

Task<> stat_many(DisturbedMachine& machine, std::int64_t directory) {
  co_await machine.sim().delay(10_s);
  for (std::int64_t i = 0; i < 50; ++i) {
    FileInfo file = test_file(i, 0_B);
    file.directory = directory;
    co_await machine.storage(static_cast<std::size_t>(directory)).stat(file);
  }
}

// Both directories' stats are then the work of the one thread of the partner: 100 x 90 us, where two servers
// took 50 x (90 us and what is not a server's work).
TEST(ServerOutageOfMds, ThePartnerDoesTheWorkOfBoth) {
  const auto requests_of_partner = [](const DisturbanceSpec& disturbances) {
    DisturbedMachine machine(disturbances, pair_of_servers());
    std::vector<Task<>> bodies;
    for (std::int64_t directory = 0; directory < 2; ++directory)
      bodies.push_back(stat_many(machine, directory));
    machine.run_all(std::move(bodies));
    return machine.metric("file_systems/scratch/mds/1", "requests", "total");
  };
  EXPECT_EQ(requests_of_partner({}), 50);
  EXPECT_EQ(requests_of_partner(one_fault(failover(0, 500_ms, 100_s, 0.7))), 100);
  EXPECT_EQ(requests_of_partner(one_fault(failover(0, 500_ms, 4_s, 0.7))), 50);
}

// Bytes of small files are on the drives of the one that is gone, whoever serves them.
TEST(ServerOutageOfMds, ThePartnerServesItsBytesFromItsDrives) {
  LayoutSpec layout;
  layout.mdt_size = 64_KiB;
  FileInfo file = test_file(0, 32_KiB);
  file.layout = layout;
  DisturbedMachine machine(one_fault(failover(0, 500_ms, 100_s, 0.7)), pair_of_servers());
  const auto late = [](DisturbedMachine& m, FileInfo f) -> Task<> {
    co_await m.sim().delay(10_s);
    co_await write_whole(m.storage(0), f, true);
    co_await read_whole(m.storage(1), f, IoMode::direct);
  };
  machine.run(late(machine, file));
  EXPECT_GE(machine.metric("file_systems/scratch/mds/0/device", "bytes", "total"), 2 * 32'768);
  EXPECT_GE(machine.metric("file_systems/scratch/mds/1", "requests", "total"), 4);
}

// An open file is read whatever its metadata server does; its close is not waited for by the reader.
TEST(ServerOutageOfMds, ReadsGoOn) {
  EXPECT_EQ(spent_by_read_at(mds_down(500_ms, 3050_ms), 1_s), spent_by_read_at({}, 1_s));
}

}  // namespace
}  // namespace headrace
