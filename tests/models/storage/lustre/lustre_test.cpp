#include "models/storage/lustre/lustre.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/models/support/given_fields.h"
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
    bodies.push_back(read_whole(machine.client(), file, IoMode::buffered));  // Open and close.
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
  machine.run(read_whole(machine.client(), test_file(2, 1'000'000_B), IoMode::direct));
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

double utilisation(TestMachine& machine, const std::string& name) {
  for (const ResourceResult& resource : machine.lustre().resources("x"))
    if (resource.name == "x: " + name) return resource.utilisation_mean;
  return -1;
}

// A bulk request holds a place of the scheduler between jobs from when that lets it through until its answer
// is back: a round trip, 140 us of service, and its megabyte at the drives and the wire. Of n of them one
// after another with p places, n / p of that. What is metadata holds none.
TEST(Lustre, PlacesOfTheSchedulerAreHeldForARoundTrip) {
  constexpr Bytes kSize = 1'000'000_B;
  const Duration held = kRoundTrip + 140_us + 1_ms + kSize / kWire;
  for (const std::int64_t places : {1, 4})
    for (const std::int64_t reads : {1, 3}) {
      LustreSpec spec = exact_spec();
      spec.job_scheduler.emplace().in_flight = places;
      TestMachine machine(spec);
      machine.sets().add(0);
      for (std::int64_t i = 0; i < reads; ++i)
        machine.run(read_whole(machine.client(), test_file(i, kSize), IoMode::direct));
      const double run = machine.sim().now().since_start().in_seconds();
      const double busy = utilisation(machine, "places of the scheduler between jobs");
      const auto share = static_cast<double>(reads) / static_cast<double>(places);
      EXPECT_NEAR(busy * run, share * held.in_seconds(), 1e-8) << reads << " reads, " << places << " places";
    }
}

// Makes a server that serves 8 requests at a time, 1 ms each.
LustreSpec eight_places() {
  LustreSpec spec = exact_spec();
  spec.oss.threads = 8;
  spec.ost.device.flash().read_bandwidth = Bandwidth::bytes_per_second(1e18);
  spec.ost.device.flash().read_latency = Distribution(1_ms);
  spec.ost.request_overhead = Distribution(Duration());
  spec.client.rpc_size = 64_KiB;
  spec.client.max_rpcs_in_flight = 64;
  return spec;
}

// 50 requests at once, a token each millisecond and one at first: the last starts 49 ms after the first.
TEST(Lustre, TheSchedulerBetweenJobsTellsWhenItHoldsRequestsBack) {
  LustreSpec spec = eight_places();
  spec.job_scheduler.emplace().policy = chosen<RequestScheduler>("tbf", {{"rate", 1000}, {"burst", 1}});
  TestMachine machine(spec);
  machine.sets().add(0);
  machine.run(read_whole(machine.client(), test_file(0, 50 * 64_KiB), IoMode::direct));
  const double run = machine.sim().now().since_start().in_seconds();
  EXPECT_NEAR(utilisation(machine, "scheduler between jobs") * run, 49e-3, 1e-6);
}

Task<> timed_read(TestMachine& machine, FileSystem& storage, FileInfo file, Time& end) {
  co_await read_whole(storage, file, IoMode::direct);
  end = machine.sim().now();
}

// Two jobs with as much to read for each client, one on two nodes and one on one: in the order of arrival the
// second has 64 of 192 requests at the server, a third; by fair share it holds 4 of 8 places, a half. Its
// 1200 requests end after 1200 / (8 / 3) = 450 ms and after 1200 / (8 / 2) = 300 ms; a place is held for 10
// us more than the 1 ms of the server, 1 %.
TEST(Lustre, AFairShareIsByJobs) {
  const auto spent = [](bool fair) {
    LustreSpec spec = eight_places();
    if (fair) {
      spec.job_scheduler.emplace();
      spec.job_scheduler->policy = Chosen<RequestScheduler>("fair_share");
      spec.job_scheduler->in_flight = 8;
    }
    TestMachine machine(spec, 3);
    machine.sets().add(0);
    machine.sets().add(1);
    std::vector<Time> ends(3);
    std::vector<Task<>> bodies;
    for (std::size_t i = 0; i < 3; ++i) {
      FileInfo file = test_file(static_cast<std::int64_t>(i), 1200 * 64_KiB);
      file.id.set = i < 2 ? 0 : 1;
      bodies.push_back(timed_read(machine, machine.client(i), file, ends[i]));
    }
    machine.run_all(std::move(bodies));
    EXPECT_EQ(machine.lustre().imbalance(), "");
    EXPECT_NEAR(ends[0].since_start() / 1_ms, 450, 450 * 0.03);  // The first job ends last either way.
    return ends[2].since_start() / 1_ms;
  };
  EXPECT_NEAR(spent(false), 450, 450 * 0.03);
  EXPECT_NEAR(spent(true), 300, 300 * 0.03);
}

// Whatever the scheduler, on the servers and between jobs: everything is read and written, nothing is lost on
// the way at any time, and the same seed gives the same run.
TEST(Lustre, EverySchedulerKeepsTheAccounts) {
  for (const auto& row : RequestScheduler::table()) {
    const auto run = [&] {
      LustreSpec spec;
      spec.oss.count = 2;
      spec.oss.threads = 3;
      spec.oss.scheduler = Chosen<RequestScheduler>(row.name);
      spec.ost.count = 4;
      spec.job_scheduler.emplace();
      spec.job_scheduler->policy = Chosen<RequestScheduler>(row.name);
      spec.job_scheduler->in_flight = 5;
      TestMachine machine(spec, 3);
      for (const std::int32_t job : {0, 1}) machine.sets().add(job);
      std::vector<Task<>> bodies;
      for (std::size_t i = 0; i < 30; ++i) {
        FileInfo file = test_file(static_cast<std::int64_t>(i), 9_MiB, 2);
        file.id.set = i % 2 == 0 ? 0 : 1;
        FileSystem& client = machine.client(i % 3);
        bodies.push_back(i % 5 == 0 ? write_whole(client, file, true)
                                    : read_whole(client, file, IoMode::direct));
      }
      std::int64_t checks = 0;
      bodies.push_back([](TestMachine& m, std::int64_t& n) -> Task<> {
        for (; m.lustre().imbalance().empty() && n < 300; ++n) co_await m.sim().delay(200_us);
      }(machine, checks));
      machine.run_all(std::move(bodies));
      EXPECT_EQ(checks, 300) << row.name << ": " << machine.lustre().imbalance();
      EXPECT_EQ(machine.outcome().end, RunEnd::finished);
      EXPECT_EQ(machine.all_ost_read(), 24 * 9_MiB) << row.name;
      EXPECT_EQ(machine.lustre().imbalance(), "") << row.name;
      return machine.outcome().fingerprint;
    };
    EXPECT_EQ(run(), run()) << row.name;
  }
}

TEST(Lustre, SeesWhatIsLostOrDoubled) {
  TestMachine machine(exact_spec());
  machine.run(read_whole(machine.client(), test_file(0, 1_MiB), IoMode::direct));
  ASSERT_EQ(machine.lustre().imbalance(), "");
  Rpc rpc;  // It never left.
  rpc.kind = Rpc::Kind::read;
  rpc.length = 4_KiB;
  machine.lustre().returned(rpc);
  EXPECT_EQ(machine.lustre().imbalance(), "more bytes came back from a target than went to it");
}

// Targets 0 .. 3; file 0 is read from target 0 all the while. New files 4, 8, .. would be dealt to it, too.
std::vector<Bytes> written_beside_a_flood(Duration staleness) {
  LustreSpec spec = eight_places();
  spec.ost.count = 4;
  spec.oss.count = 4;
  spec.placement = chosen<PlacementPolicy>("least_loaded", {{"staleness", staleness.in_seconds()}});
  TestMachine machine(spec, 2);
  std::vector<Task<>> bodies;
  bodies.push_back(read_whole(machine.client(0), test_file(0, 2000 * 64_KiB), IoMode::direct));
  bodies.push_back([](TestMachine& m) -> Task<> {
    co_await write_whole(m.client(1), test_file(100, 64_KiB), true);  // While all targets are idle.
    for (std::int64_t i = 1; i <= 12; ++i) {
      co_await m.sim().delay(10_ms);
      co_await write_whole(m.client(1), test_file(4 * i, 64_KiB), true);
    }
  }(machine));
  machine.run_all(std::move(bodies));
  std::vector<Bytes> written;
  for (int i = 0; i < 4; ++i) written.push_back(machine.ost_written(i));
  // Another client finds them where they are.
  std::vector<Bytes> read;
  for (int i = 0; i < 4; ++i) read.push_back(machine.ost_read(i));
  for (std::int64_t i = 1; i <= 12; ++i)
    machine.run(read_whole(machine.client(0), test_file(4 * i, 64_KiB), IoMode::direct));
  machine.run(read_whole(machine.client(0), test_file(100, 64_KiB), IoMode::direct));
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(machine.ost_read(static_cast<std::int64_t>(i)) - read[i], written[i]) << i;
  return written;
}

TEST(Lustre, NewFilesGoWhereFewBytesAreOnTheirWay) {
  // The first file takes target 0 while all are idle.
  EXPECT_EQ(written_beside_a_flood(1_ns), (std::vector<Bytes>{64_KiB, 256_KiB, 256_KiB, 256_KiB}));
  // A sample of the idle system, until the end: all targets in turn.
  EXPECT_EQ(written_beside_a_flood(1000_s), (std::vector<Bytes>{256_KiB, 192_KiB, 192_KiB, 192_KiB}));
}

// By chance, or dealt in the order of their numbers, new files lie where they would if they had been there
// before.
TEST(Lustre, FilesCreatedInOrderLieWhereExistingOnesDo) {
  for (const char* placement : {"round_robin", "random"}) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 8;
    spec.placement = Chosen<PlacementPolicy>(placement);
    TestMachine writer(spec), reader(spec);
    for (std::int64_t i = 0; i < 40; ++i) {
      writer.run(write_whole(writer.client(), test_file(i, 64_KiB, 2), true));
      reader.run(read_whole(reader.client(), test_file(i, 64_KiB, 2), IoMode::direct));
    }
    for (std::int64_t i = 0; i < 8; ++i) EXPECT_EQ(writer.ost_written(i), reader.ost_read(i)) << placement;
  }
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
      bodies.push_back(i % 5 == 0 ? write_whole(client, file, true)
                                  : read_whole(client, file, i % 2 == 0 ? IoMode::direct : IoMode::buffered));
    }
    machine.run_all(std::move(bodies));
    EXPECT_EQ(machine.outcome().end, RunEnd::finished);
    return std::pair(machine.outcome().fingerprint, machine.outcome().events);
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

LayoutComponent component(Bytes until, std::int64_t stripe_count) {
  LayoutComponent one;
  one.until = until;
  one.stripe_count = stripe_count;
  return one;
}

// A progressive file has its first MiB on one target and the rest on four: a small one is one object, and its
// stat one glimpse.
TEST(LustreLayouts, AProgressiveFileGrowsOverTargets) {
  LayoutSpec layout;
  layout.components = {component(1_MiB, 1), component(1_GiB, 4)};
  LustreSpec spec = exact_spec();
  spec.ost.count = 8;
  TestMachine machine(spec);
  FileInfo small = test_file(0, 1_MiB), large = test_file(1, 9_MiB);
  small.layout = large.layout = layout;
  EXPECT_EQ(machine.run(stat_file(machine.client(), small)), 2 * kRoundTrip + 90_us + 20_us);
  EXPECT_EQ(machine.requests_sent(), 2);
  machine.run(stat_file(machine.client(), large));
  EXPECT_EQ(machine.requests_sent(), 2 + 1 + 5);
  machine.run(write_whole(machine.client(), large, true));
  std::vector<Bytes> written;
  for (std::int64_t i = 0; i < 8; ++i) written.push_back(machine.ost_written(i));
  // The first file that is created begins at target 0; bytes 1 to 9 MiB are two rows of stripes.
  EXPECT_EQ(written, (std::vector<Bytes>{1_MiB, 2_MiB, 2_MiB, 2_MiB, 2_MiB, 0_B, 0_B, 0_B}));
}

// Three stripes on each of two targets: as many bytes as with one, and as many locks as stripes.
TEST(LustreLayouts, OverstripedFilesHaveMoreObjectsThanTargets) {
  LayoutSpec layout;
  layout.stripe_count = 6;
  layout.overstriping = true;
  LustreSpec spec = exact_spec();
  spec.ost.count = 2;
  TestMachine machine(spec);
  FileInfo file = test_file(0, 12_MiB);
  file.layout = layout;
  machine.run(read_whole(machine.client(), file, IoMode::direct));
  EXPECT_EQ(machine.ost_read(0), 6_MiB);
  EXPECT_EQ(machine.ost_read(1), 6_MiB);
  EXPECT_EQ(machine.requests_sent(), 1 + 6 + 12 + 1);
}

// Files of a pool lie in it, in turn, whatever lies elsewhere.
TEST(LustreLayouts, APoolKeepsItsFiles) {
  LayoutSpec layout;
  layout.pool.emplace();
  layout.pool->first = 5;
  layout.pool->count = 3;
  LustreSpec spec = exact_spec();
  spec.ost.count = 8;
  TestMachine machine(spec);
  for (std::int64_t i = 0; i < 6; ++i) {
    FileInfo file = test_file(i, 1_MiB), elsewhere = test_file(100 + i, 1_MiB);
    file.layout = layout;
    machine.run(write_whole(machine.client(), file, false));
    machine.run(read_whole(machine.client(), elsewhere, IoMode::direct));
  }
  for (std::int64_t i = 0; i < 8; ++i) EXPECT_EQ(machine.ost_written(i), i < 5 ? 0_B : 2_MiB) << i;
}

// However a file lies, and whichever way bulk data moves: it is read and written once.
TEST(LustreLayouts, BytesAreConservedInEveryLayout) {
  RandomStream random(5, "layouts");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    LayoutSpec layout;
    layout.stripe_size = 512_KiB;
    layout.mdt_size = static_cast<std::int64_t>(random.below(3)) * 256_KiB;
    layout.overstriping = random.below(2) == 0;
    if (random.below(2) == 0) layout.components = {component(2_MiB, 1), component(8_MiB, 5)};
    if (random.below(2) == 0) layout.pool.emplace();
    LustreSpec spec;
    spec.mds.count = 2;
    spec.ost.count = 3;
    FidelitySpec fidelity;
    fidelity.fidelity = seed % 2 == 0 ? Fidelity::request : Fidelity::flow;
    TestMachine machine(spec, 2, 2_us, seed, seed % 3 * 16_MiB, fidelity);
    std::vector<Task<>> bodies;
    Bytes sum;
    for (std::int64_t i = 0; i < 12; ++i) {
      FileInfo file = test_file(i, Bytes::count(static_cast<std::int64_t>(random.below(20 << 20))), 3);
      if (i % 3 == 0) file.size = Bytes::count(file.size.count() % (256 << 10));
      file.layout.stripe_size = 512_KiB;
      file.directory = i;
      file.layout = layout;
      sum += file.size;
      bodies.push_back(
          i % 2 == 0
              ? write_whole(machine.client(static_cast<std::size_t>(i % 4 / 2)), file, true)
              : read_whole(machine.client(static_cast<std::size_t>(i % 4 / 2)), file, IoMode::buffered));
    }
    machine.run_all(std::move(bodies));
    ASSERT_EQ(machine.outcome().end, RunEnd::finished);
    ASSERT_EQ(machine.total_bytes("bytes_read") + machine.total_bytes("bytes_written"), sum) << seed;
    ASSERT_EQ(machine.lustre().imbalance(), "") << seed;
  }
}

}  // namespace
}  // namespace headrace
