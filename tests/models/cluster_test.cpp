#include "models/cluster.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/jobs/job_spec.h"
#include "models/storage/daos/daos_spec.h"
#include "models/storage/filer/filer_spec.h"
#include "models/storage/gpfs/gpfs_spec.h"
#include "models/storage/local/local_spec.h"
#include "models/storage/object_store/object_store_spec.h"
#include "sim/task_group.h"
#include "tests/models/support/disturbed_machine.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/test_machine.h"
#include "tests/models/support/working.h"

namespace headrace {
namespace {

// Two groups of nodes and two file systems of different speed.
ClusterSpec two_of_each() {
  ClusterSpec spec;
  spec.network.latency = kLatency;
  NodeSpec gpu;
  gpu.count = 3;
  gpu.accelerators = 4;
  gpu.nic = exact_port();
  gpu.memory_bandwidth = 1_GBps;
  NodeSpec cpu = gpu;
  cpu.count = 2;
  cpu.accelerators = 1;
  spec.nodes = {{"gpu", gpu}, {"cpu", cpu}};
  FileSystemSpec scratch(exact_spec()), home(exact_spec());
  home.find<LustreSpec>()->mds.open = Distribution(5_ms);
  spec.file_systems = {{"scratch", scratch}, {"home", home}};
  return spec;
}

JobSpec job_on(std::string group, std::int64_t nodes, std::int64_t per_node, std::string storage) {
  JobSpec job;
  job.nodes.group = std::move(group);
  job.nodes.count = nodes;
  job.accelerators_per_node = per_node;
  job.storage = std::move(storage);
  return job;
}

class ClusterTest : public testing::Test {
 protected:
  Duration run(Task<> body) {
    const Time start = sim_.now();
    TaskGroup group(sim_);
    group.spawn("test", std::move(body));
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    return sim_.now() - start;
  }
  ResourceResult resource(const std::string& name) {
    for (const ResourceResult& result : cluster_.resources())
      if (result.name == name) return result;
    ADD_FAILURE() << name;
    return {};
  }

  Simulation sim_;
  Metrics metrics_;
  Cluster cluster_ = Cluster(Scope(sim_, metrics_), two_of_each());
};

// Rank r sits on node r / (ranks of a node); the ranks of a node share its client.
TEST_F(ClusterTest, SeatsRanksNodeByNode) {
  const std::vector<Seat> seats = cluster_.seats(job_on("gpu", 2, 3, "scratch"));
  ASSERT_EQ(seats.size(), 6u);
  for (std::size_t rank = 0; rank < 6; ++rank) {
    EXPECT_EQ(seats[rank].node->id(), static_cast<NodeId>(rank / 3));
    EXPECT_EQ(seats[rank].node, seats[rank / 3 * 3].node);
    EXPECT_EQ(seats[rank].accelerator, static_cast<std::int64_t>(rank % 3));
    EXPECT_EQ(seats[rank].storage, seats[rank / 3 * 3].storage);
  }
  EXPECT_NE(seats[0].storage, seats[3].storage);
}

TEST_F(ClusterTest, NodesAreNumberedOverAllGroups) {
  std::set<NodeId> ids;
  for (const char* group : {"gpu", "cpu"})
    for (const Seat& seat : cluster_.seats(job_on(group, -1, 1, "scratch"))) ids.insert(seat.node->id());
  EXPECT_EQ(ids, (std::set<NodeId>{0, 1, 2, 3, 4}));
}

// Each file system has servers of its own: the slow one's opens take 5 ms, the other's 200 us.
TEST_F(ClusterTest, AJobUsesTheFileSystemItNames) {
  const Seat fast = cluster_.seats(job_on("gpu", 1, 1, "scratch"))[0];
  const Seat slow = cluster_.seats(job_on("gpu", 1, 1, "home"))[0];
  EXPECT_EQ(fast.node, slow.node);
  const FileInfo empty = test_file(0, 0_B);
  EXPECT_EQ(run(read_whole(*fast.storage, empty, IoMode::buffered)), 2 * kRoundTrip + 200_us + 70_us);
  EXPECT_EQ(run(read_whole(*slow.storage, empty, IoMode::buffered)), 2 * kRoundTrip + 5_ms + 70_us);
}

// Seats of two jobs on one node share its client, so they share its windows.
TEST_F(ClusterTest, JobsOnOneNodeShareItsClient) {
  EXPECT_EQ(cluster_.seats(job_on("gpu", 1, 1, "scratch"))[0].storage,
            cluster_.seats(job_on("gpu", 3, 4, "scratch"))[0].storage);
}

// Use = demand / (instances x run): one core of 32 for 4 ms, 2 MB over a bus of 1 GB/s, on one of the seated
// nodes.
TEST_F(ClusterTest, ResourcesSayHowBusyTheNodesWere) {
  const std::vector<Seat> seats = cluster_.seats(job_on("gpu", 2, 1, "scratch"));
  run(working(*seats[1].node, 4_ms, 2'000'000_B));
  run(read_whole(*seats[0].storage, test_file(0, 1'000'000_B), IoMode::direct));
  const double span = sim_.now().since_start().in_seconds();
  const ResourceResult cores = resource("gpu: cores");
  EXPECT_EQ(cores.instances, 2);
  EXPECT_NEAR(cores.utilisation_max * span, 4e-3 / 32, 1e-9);
  EXPECT_NEAR(cores.utilisation_mean * span, 4e-3 / 32 / 2, 1e-9);
  EXPECT_NEAR(resource("gpu: memory bus").utilisation_max * span, 2e-3, 1e-8);
  EXPECT_NEAR(resource("gpu: network ports").utilisation_max * span, (1'000'000 + 4 * 512) / 512e9, 1e-8);
  EXPECT_NEAR(resource("scratch: OST devices").utilisation_max * span, 1e-3, 1e-9);
}

// Reads a file, and notes how long that and what follows took, and what was left of that to do.
Task<> read_then(const Seat& seat, FileInfo file, IoMode mode, ThreadWork next, Simulation& sim,
                 std::vector<std::pair<Duration, bool>>& said) {
  HeldFile held(*seat.storage, co_await seat.storage->open(file));
  const Time start = sim.now();
  co_await seat.storage->read(held.handle(), Bytes(), file.size, mode, nobody(), &next);
  const bool done = next.none();
  co_await seat.node->work(next);
  said.emplace_back(sim.now() - start, done);
  co_await seat.storage->close(held.release());
}

// Work that follows a read is done once: by the thread that copies, for span + next unless the bus takes
// longer for the bytes of both, or, after a read that copies nothing, by the caller.
TEST_F(ClusterTest, AThreadGoesOnWithWhatItRead) {
  const Seat seat = cluster_.seats(job_on("gpu", 1, 1, "scratch"))[0];
  const Duration copy = 3_MiB / 10_GBps, bus = 3 * 3_MiB / 1_GBps;
  std::vector<std::pair<Duration, bool>> said;
  for (std::int64_t file = 0; file < 4; ++file)
    run(read_then(seat, test_file(file, 3_MiB), file < 2 ? IoMode::buffered : IoMode::direct,
                  file % 2 == 0 ? ThreadWork() : ThreadWork{20_ms, 1000_B}, sim_, said));
  EXPECT_LE(std::abs((said[1].first - (said[0].first - bus + copy + 20_ms)).ns()), 2);
  EXPECT_TRUE(said[1].second);
  EXPECT_EQ(said[3].first, said[2].first + 20_ms);
  EXPECT_FALSE(said[3].second);
}

// A node or a file system that no job uses is not there.
TEST_F(ClusterTest, WhatNobodyUsesIsNotMade) {
  const std::vector<Seat> seats = cluster_.seats(job_on("cpu", 1, 1, "scratch"));
  EXPECT_EQ(seats[0].node->id(), 3);  // Behind three of the other group.
  for (const ResourceResult& result : cluster_.resources()) EXPECT_NE(result.owner, "home") << result.name;
  std::set<std::string> nodes;
  for (const MetricRow& row : metrics_.rows(sim_.now()))
    if (row.component.starts_with("nodes/")) nodes.insert(row.component);
  EXPECT_EQ(nodes, std::set<std::string>{"nodes/cpu/0"});
}

// A topology deals ports to groups in the order of the platform: file systems are made for that, and nodes
// that nobody uses keep their places alone. Two to a switch: three nodes of one kind, two of another, and the
// servers behind them.
TEST(ClusterTopology, NodesKeepTheirPlacesWithoutBeingMade) {
  Simulation sim;
  Metrics metrics;
  ClusterSpec spec = two_of_each();
  spec.network.topology = chosen<Topology>("fat_tree", {{"nodes_per_switch", 2}});
  const Cluster cluster(Scope(sim, metrics), spec);
  std::set<std::string> made;
  for (const MetricRow& row : metrics.rows(sim.now())) made.insert(row.component);
  EXPECT_FALSE(made.contains("nodes/gpu/2"));
  EXPECT_FALSE(made.contains("nodes/cpu/1"));
  EXPECT_TRUE(made.contains("network/uplinks/2/sent"));
  EXPECT_TRUE(made.contains("file_systems/home/ost/0"));
}

// Nodes without a job, and groups without one, are not in the means.
TEST_F(ClusterTest, IdleNodesDoNotCount) {
  cluster_.seats(job_on("gpu", 1, 1, "scratch"));
  for (const ResourceResult& result : cluster_.resources())
    EXPECT_NE(result.name.substr(0, 4), "cpu:") << result.name;
  EXPECT_EQ(resource("gpu: cores").instances, 1);
}

// Another group of nodes and another file system change no draw of those there were.
TEST(ClusterDraws, DoNotDependOnWhatElseThereIs) {
  const auto spent = [](bool alone) {
    ClusterSpec spec = two_of_each();
    spec.file_systems[0].second.find<LustreSpec>()->mds.open = Distribution(Law::exponential, 200_us);
    spec.file_systems[0].second.find<LustreSpec>()->ost.device.flash().read_latency =
        Distribution(Law::lognormal, 100_us, 50_us);
    if (alone) {
      spec.nodes.pop_back();
      spec.file_systems.pop_back();
    }
    Simulation sim(7);
    Metrics metrics;
    Cluster cluster(Scope(sim, metrics), spec);
    const Seat seat = cluster.seats(job_on("gpu", 1, 1, "scratch"))[0];
    TaskGroup group(sim);
    for (std::int64_t i = 0; i < 20; ++i)
      group.spawn("read", read_whole(*seat.storage, test_file(i, 1_MiB), IoMode::buffered));
    sim.run();
    return sim.now();
  };
  EXPECT_EQ(spent(true), spent(false));
}

// Local storage is each node's own: the ranks of a node share it, nodes do not.
TEST(Cluster, SeatsRanksAtTheDrivesOfTheirNode) {
  ClusterSpec spec = two_of_each();
  LocalSpec nvme;
  nvme.open = Distribution(20_us);
  spec.file_systems.emplace_back("nvme", FileSystemSpec(nvme));
  Simulation sim;
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), spec);
  JobSpec job = job_on("gpu", 2, 2, "scratch");
  EXPECT_EQ(cluster.seats(job)[0].local, nullptr);
  job.local_storage = "nvme";
  const std::vector<Seat> seats = cluster.seats(job);
  ASSERT_NE(seats[0].local, nullptr);
  EXPECT_EQ(seats[0].local, seats[1].local);
  EXPECT_NE(seats[0].local, seats[2].local);
  TaskGroup group(sim);
  group.spawn("test", read_whole(*seats[0].local, test_file(0, 0_B), IoMode::buffered));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(sim.now().since_start(), 40_us);
  EXPECT_EQ(cluster.imbalance(), "");
}

// A place has a client of its own; where it is at another's file system, that one's. A file system on which
// the job keeps nothing is not made.
TEST(Cluster, SeatsRanksAtThePlacesOfTheirFiles) {
  ClusterSpec spec = two_of_each();
  spec.file_systems.emplace_back("nvme", FileSystemSpec(LocalSpec()));
  spec.file_systems.emplace_back("unused", FileSystemSpec(exact_spec()));
  Simulation sim;
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), spec);
  JobSpec job = job_on("gpu", 2, 2, "scratch");
  job.work.give(WorkloadSpec()).checkpoint.enabled = true;
  job.local_storage = "nvme";
  job.startup.emplace().files = 1;
  job.places.emplace().checkpoints.emplace().storage = "home";
  job.places->software.emplace().storage = "nvme";
  job.places->weights.emplace().storage = "unused";
  const std::vector<Seat> seats = cluster.seats(job);
  EXPECT_EQ(&seats[0].at(Purpose::data), seats[0].storage);
  EXPECT_EQ(&seats[0].at(Purpose::evaluation), seats[0].storage);
  EXPECT_NE(&seats[0].at(Purpose::checkpoints), seats[0].storage);
  EXPECT_EQ(&seats[0].at(Purpose::checkpoints), cluster.seats(job_on("gpu", 1, 1, "home"))[0].storage);
  EXPECT_EQ(&seats[0].at(Purpose::checkpoints), &seats[1].at(Purpose::checkpoints));
  EXPECT_NE(&seats[0].at(Purpose::checkpoints), &seats[2].at(Purpose::checkpoints));
  EXPECT_EQ(&seats[0].at(Purpose::software), seats[0].local);
  EXPECT_EQ(cluster.used_by(job), (std::vector<std::string>{"scratch", "home", "nvme", "gpu"}));
  std::string owners;
  for (const ResourceResult& resource : cluster.resources()) owners += resource.owner + " ";
  EXPECT_NE(owners.find("home"), std::string::npos);
  EXPECT_EQ(owners.find("unused"), std::string::npos);
}

TEST(Cluster, SaysWhereAJobHasItsFiles) {
  ClusterSpec spec = two_of_each();
  spec.file_systems.emplace_back("nvme", FileSystemSpec(LocalSpec()));
  Simulation sim;
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), spec);
  JobSpec job = job_on("gpu", 1, 1, "scratch");
  EXPECT_FALSE(cluster.places_of(job));
  job.work.give(WorkloadSpec()).checkpoint.enabled = true;
  job.local_storage = "nvme";
  job.places.emplace().checkpoints.emplace().storage = "home";
  std::string all;
  const std::optional<PlacesResult> places = cluster.places_of(job);
  for (const PlacesResult::Of& place : places->all) all += place.purpose + ":" + place.file_system + " ";
  EXPECT_EQ(all, "data:scratch checkpoints:home local:nvme ");
}

// Links of accelerators and ports for peers are told where there are such: 1 ms of one of two links, and 1 MB
// through a port of 1 GB/s.
TEST(Cluster, ResourcesSayHowBusyLinksAndPortsForPeersWere) {
  ClusterSpec spec = two_of_each();
  NodeSpec& gpu = spec.nodes[0].second;
  gpu.pcie.emplace();
  gpu.pcie->bandwidth = 1_GBps;
  gpu.pcie->accelerators_per_link = 2;
  gpu.peer_nic.emplace();
  gpu.peer_nic->bandwidth = 1_GBps;
  gpu.peer_nic->efficiency = 1;
  Simulation sim;
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), spec);
  const std::vector<Seat> seats = cluster.seats(job_on("gpu", 2, 4, "scratch"));
  TaskGroup group(sim);
  group.spawn("copy", seats[3].node->copy(Node::Copy::to_device, seats[3].accelerator, 1'000'000_B, 1_us));
  group.spawn("send", seats[0].node->send(*seats[4].node, 1'000'000_B));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  const double span = sim.now().since_start().in_seconds();
  const auto use = [&](const std::string& name) {
    for (const ResourceResult& result : cluster.resources())
      if (result.name == name) return result.utilisation_max * span;
    return -1.0;
  };
  EXPECT_NEAR(use("gpu: links of accelerators"), 0.5e-3, 1e-8);
  EXPECT_NEAR(use("gpu: network ports for peers"), 1e-3, 1e-8);
  EXPECT_EQ(use("gpu: network ports"), 0);
  EXPECT_EQ(use("cpu: links of accelerators"), -1);
}

// Of four targets one has a quarter of its speed and half of what that leaves: it lacks 7/8, all together
// 7/32.
TEST(Cluster, ResourcesSayWhatSlowsParts) {
  DisturbanceSpec spec = one_load("constant", Part::ost, 2, {{"taken", 0.5}});
  spec.faults = {{"slow", fault_at("slow_target", Part::ost, 2, {{"share", 0.25}})}};
  Simulation sim;
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), small_machine(), FidelitySpec(), spec);
  RunLimits limits;
  limits.until = Time::at(10_s);
  sim.run(limits);
  for (const ResourceResult& one : cluster.resources()) {
    EXPECT_EQ(one.disturbed.has_value(), one.name == "scratch: OSTs that faults and others slow") << one.name;
    if (!one.disturbed) continue;
    EXPECT_EQ(one.owner, "scratch");
    EXPECT_EQ(one.instances, 4);
    EXPECT_DOUBLE_EQ(one.utilisation_mean, 7.0 / 32);
    EXPECT_DOUBLE_EQ(one.utilisation_max, 7.0 / 8);
    EXPECT_EQ(one.advice, "OSTs at their full speed");
  }
}

// A platform may have one of each kind; what one does is no other's business.
TEST(Cluster, HasStoresOfAnyKind) {
  ClusterSpec spec = two_of_each();
  spec.file_systems.emplace_back("objects", FileSystemSpec(ObjectStoreSpec()));
  spec.file_systems.emplace_back("nfs", FileSystemSpec(FilerSpec()));
  spec.file_systems.emplace_back("nsd", FileSystemSpec(GpfsSpec()));
  spec.file_systems.emplace_back("engines", FileSystemSpec(DaosSpec()));
  Simulation sim;
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), spec);
  std::int64_t read = 0;
  for (const auto& system : spec.file_systems) {
    const Seat seat = cluster.seats(job_on("gpu", 1, 1, system.first))[0];
    TaskGroup group(sim);
    group.spawn("test", read_whole(*seat.storage, test_file(0, 3'000'000_B), IoMode::buffered));
    EXPECT_EQ(sim.run().end, RunEnd::finished);
    for (const MetricRow& row : metrics.rows(sim.now()))
      if (row.component == "file_systems/" + system.first + "/clients" && row.metric == "bytes_read")
        read += static_cast<std::int64_t>(row.value);
  }
  EXPECT_EQ(read, 6 * 3'000'000);
  EXPECT_EQ(cluster.imbalance(), "");
  std::set<std::string> names;
  for (const ResourceResult& resource : cluster.resources()) names.insert(resource.name);
  EXPECT_TRUE(names.contains("objects: request caps of prefixes"));
  EXPECT_TRUE(names.contains("nfs: drives of the heads"));
}

}  // namespace
}  // namespace headrace
