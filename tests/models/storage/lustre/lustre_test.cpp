#include "models/storage/lustre/lustre.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

TEST(Lustre, ANodeHasOneClient) {
  TestMachine machine(exact_spec(), 2);
  Host again;
  again.port = 12345;
  EXPECT_EQ(&machine.lustre().client(again), &machine.client(0));
  EXPECT_NE(&machine.client(0), &machine.client(1));
}

// DNE: directory d belongs to MDS d mod n, for every operation on its files.
TEST(Lustre, DirectoriesAreSpreadOverMetadataServers) {
  LustreSpec spec = exact_spec();
  spec.mds.count = 3;
  TestMachine machine(spec);
  std::vector<Task<>> bodies;
  for (int directory = 0; directory < 5; ++directory) {
    FileInfo file = test_file(100 + directory, 1_KiB);
    file.directory = directory;
    bodies.push_back(read_whole(machine.client(), file, ReadMode::buffered));  // Open and close.
    bodies.push_back(stat_file(machine.client(), file));
  }
  machine.run_all(std::move(bodies));
  EXPECT_EQ(machine.mds_requests(0), 2 * 3);
  EXPECT_EQ(machine.mds_requests(1), 2 * 3);
  EXPECT_EQ(machine.mds_requests(2), 1 * 3);
}

// More metadata servers serve more: with one thread each and k opens in d directories, ceil(k / servers) in a
// row.
TEST(Lustre, MetadataServersWorkSideBySide) {
  const auto spent = [](std::int64_t servers) {
    LustreSpec spec = exact_spec();
    spec.mds.count = servers;
    spec.mds.threads = 1;
    TestMachine machine(spec);
    std::vector<Task<>> bodies;
    for (int directory = 0; directory < 8; ++directory) {
      FileInfo file = test_file(directory, 0_B);
      file.directory = directory;
      bodies.push_back(
          [](FileSystem& s, FileInfo f) -> Task<> { co_await s.open(f); }(machine.client(), file));
    }
    return machine.run_all(std::move(bodies));
  };
  EXPECT_NEAR(spent(1) / 200_us, 8, 0.1);
  EXPECT_NEAR(spent(4) / 200_us, 2, 0.1);
  EXPECT_NEAR(spent(8) / 200_us, 1, 0.1);
}

// Utilisation of each resource is its demand over the time of the run: one 1 MB direct read takes the device
// 1 ms, its reply the server's port 1,000,512 B at 512 GB/s; open and close an MDS thread of 16 for 270 us.
TEST(Lustre, ResourcesSayHowBusyTheyWere) {
  LustreSpec spec = exact_spec();
  spec.ost.count = 4;
  spec.oss.count = 2;
  TestMachine machine(spec);
  machine.run(read_whole(machine.client(), test_file(2, 1'000'000_B), ReadMode::direct));
  const double run = machine.sim().now().since_start().in_seconds();
  std::map<std::string, ResourceResult> resources;
  for (const ResourceResult& resource : machine.lustre().resources("scratch"))
    resources[resource.name] = resource;
  const ResourceResult& devices = resources.at("scratch: OST devices");
  EXPECT_EQ(devices.instances, 4);
  EXPECT_NEAR(devices.utilisation_max * run, 1e-3, 1e-9);
  EXPECT_NEAR(devices.utilisation_mean * run, 1e-3 / 4, 1e-9);
  const ResourceResult& ports = resources.at("scratch: OSS network ports");
  EXPECT_EQ(ports.instances, 2);
  EXPECT_NEAR(ports.utilisation_max * run, (1'000'512 + 512) / 512e9, 5e-9);
  EXPECT_NEAR(resources.at("scratch: MDS threads").utilisation_mean * run, 270e-6 / 16, 1e-9);
  EXPECT_NEAR(resources.at("scratch: OSS threads").utilisation_max * run, (1e-3 + 140e-6) / 512, 1e-9);
  EXPECT_EQ(resources.at("scratch: clients' RPC windows").utilisation_max, 0);
  EXPECT_TRUE(resources.at("scratch: clients' RPC windows").concurrency);
}

// Random services and several clients: the same seed gives the same run, another seed another one.
TEST(Lustre, TheSameSeedGivesTheSameFingerprint) {
  const auto run = [](std::uint64_t seed) {
    LustreSpec spec;
    spec.oss.count = 2;
    spec.ost.count = 4;
    TestMachine machine(spec, 3, 2_us, seed);
    std::vector<Task<>> bodies;
    for (std::size_t i = 0; i < 30; ++i) {
      const FileInfo file = test_file(static_cast<std::int64_t>(i), 9_MiB, 2);
      FileSystem& client = machine.client(i % 3);
      bodies.push_back(i % 5 == 0
                           ? write_whole(client, file, true)
                           : read_whole(client, file, i % 2 == 0 ? ReadMode::direct : ReadMode::buffered));
    }
    machine.run_all(std::move(bodies));
    EXPECT_EQ(machine.outcome().end, RunEnd::finished);
    return std::pair(machine.outcome().fingerprint, machine.outcome().events);
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

}  // namespace
}  // namespace headrace
