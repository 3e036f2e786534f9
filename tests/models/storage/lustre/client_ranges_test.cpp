// Bulk data by flows: closed forms, the same as by requests, and nothing lost wherever it ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "models/storage/lustre/client.h"
#include "sim/random.h"
#include "tests/models/support/disturbed_machine.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Bytes kLength = 256_MiB;
constexpr Bytes kRpc = 4_MiB;
constexpr Duration kService = 40_us + 100_us;  // Of a read: overhead and device.

FidelitySpec by(Fidelity fidelity) {
  FidelitySpec spec;
  spec.fidelity = fidelity;
  return spec;
}

std::unique_ptr<TestMachine> machine_of(const LustreSpec& spec, Fidelity fidelity, std::int64_t clients = 1,
                                        Bytes memory = Bytes()) {
  return std::make_unique<TestMachine>(spec, clients, kLatency, 1, memory, by(fidelity));
}

Duration read_time(const LustreSpec& spec, Fidelity fidelity, IoMode mode, std::int64_t stripes = 1) {
  const auto machine = machine_of(spec, fidelity);
  return machine->run(read_whole(machine->client(), test_file(0, kLength, stripes), mode));
}

Duration write_time(const LustreSpec& spec, Fidelity fidelity, std::int64_t stripes = 1) {
  const auto machine = machine_of(spec, fidelity);
  return machine->run(write_whole(machine->client(), test_file(0, kLength, stripes), true));
}

// Open, lock, read, close: T = 4 round trips + services + S / wire (the first piece at the port) + L /
// device.
TEST(Ranges, AReadIsBoundByTheDevice) {
  const Duration expected =
      4 * kRoundTrip + 200_us + 30_us + 70_us + kService + kRpc / kWire + kLength / 1_GBps;
  const Duration spent = read_time(exact_spec(), Fidelity::flow, IoMode::direct);
  EXPECT_NEAR(spent.in_seconds(), expected.in_seconds(), 100e-9);
  EXPECT_EQ(read_time(exact_spec(), Fidelity::automatic, IoMode::direct), spent);
}

// Likewise with the server's port as the slower one: then the first piece is alone at the device.
TEST(Ranges, AReadIsBoundByAPort) {
  LustreSpec spec = exact_spec();
  spec.oss.nic.bandwidth = 500_MBps;
  const Duration expected =
      4 * kRoundTrip + 200_us + 30_us + 70_us + kService + kRpc / 1_GBps + kLength / 500_MBps;
  const Duration headers = 4 * (kRequestHeader / 500_MBps);
  const Duration spent = read_time(spec, Fidelity::flow, IoMode::direct);
  EXPECT_NEAR(spent.in_seconds(), expected.in_seconds(), headers.in_seconds() + 1e-6);
}

// RPC window: One request at a time: T = L / S requests, each alone. By a flow: the same rate, and its
// beginning and end, which are one request more at most.
TEST(Ranges, AReadIsBoundByItsWindow) {
  LustreSpec spec = exact_spec();
  spec.client.max_rpcs_in_flight = 1;
  spec.ost.device.flash().read_latency = Distribution(10_ms);
  const Duration alone = kRoundTrip + 40_us + 10_ms + kRpc / 1_GBps + kRpc / kWire;
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    const Duration spent = read_time(spec, fidelity, IoMode::direct);
    EXPECT_GE(spent, alone * (kLength / kRpc));
    EXPECT_LE(spent, alone * (kLength / kRpc + 1) + 1_ms);
  }
}

// A read that fits into its window waits for no place in it, by requests or by a flow; of a longer one, some
// requests would.
TEST(Ranges, WaitForAWindowThatIsTooShortAlone) {
  const Bytes window = exact_spec().client.rpc_size * exact_spec().client.max_rpcs_in_flight;
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow})
    for (const bool longer : {false, true}) {
      const auto machine = machine_of(exact_spec(), fidelity);
      machine->run(read_whole(machine->client(), test_file(0, longer ? 4 * window : window), IoMode::direct));
      EXPECT_EQ(machine->lustre_client().window_waiting() > 0, longer);
    }
}

// A call that fits into the window of its reader is one flow, however much wider that of its target is.
TEST(Ranges, ACallIsOneFlow) {
  LustreSpec spec = exact_spec();
  spec.client.max_rpcs_in_flight = 256;
  for (const Bytes size : {8_MiB, 64_MiB, 256_MiB}) {
    const auto machine = machine_of(spec, Fidelity::flow);
    machine->run(read_whole(machine->client(), test_file(0, size), IoMode::buffered));
    EXPECT_EQ(machine->bulk_requests(), 1) << size.count();
  }
}

// Copies are work of a core by flows, too: four readers of a node with one core take four times as long.
TEST(Ranges, CopiesTakeACore) {
  const Bandwidth copy = 100_MBps;
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    ClusterSpec cluster = small_machine();
    cluster.nodes.front().second.cores = 1;
    LustreSpec scratch = exact_spec();
    scratch.client.copy_bandwidth = copy;
    cluster.file_systems = {{"scratch", FileSystemSpec(scratch)}};
    DisturbedMachine machine({}, cluster, 1, by(fidelity));
    std::vector<Task<>> readers;
    for (std::int64_t i = 0; i < 4; ++i)
      readers.push_back(read_whole(machine.storage(), test_file(i, 64_MiB), IoMode::buffered));
    EXPECT_NEAR(machine.run_all(std::move(readers)) / (4 * (64_MiB / copy)), 1, 0.01);
  }
}

// n targets are n times as fast.
TEST(Ranges, StripesAddUp) {
  for (const std::int64_t stripes : {2, 4, 8}) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 8;
    const double expected = (kLength / (1_GBps * static_cast<double>(stripes))).in_seconds();
    for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
      const double read = read_time(spec, fidelity, IoMode::direct, stripes).in_seconds();
      EXPECT_NEAR(read / expected, 1, 0.03 * static_cast<double>(stripes) / 2) << stripes;
    }
  }
}

// Beginnings, ends, copies and read-ahead included, the two differ by less than 3 %.
TEST(Ranges, RequestsAndFlowsTakeTheSameTime) {
  std::vector<LustreSpec> specs(5, exact_spec());
  specs[1].oss.nic.bandwidth = 700_MBps;
  specs[2].client.max_rpcs_in_flight = 4;
  specs[2].client.rpc_size = 1_MiB;
  specs[3].client.copy_bandwidth = 900_MBps;
  specs[4].client.max_dirty = 40_MiB;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    specs[i].ost.count = 2;
    for (const std::int64_t stripes : {1, 2}) {
      for (const IoMode mode : {IoMode::direct, IoMode::buffered})
        EXPECT_NEAR(read_time(specs[i], Fidelity::flow, mode, stripes) /
                        read_time(specs[i], Fidelity::request, mode, stripes),
                    1, 0.03)
            << "spec " << i << ", stripes " << stripes;
      EXPECT_NEAR(
          write_time(specs[i], Fidelity::flow, stripes) / write_time(specs[i], Fidelity::request, stripes), 1,
          0.03)
          << "spec " << i << ", stripes " << stripes;
    }
  }
}

// A write is copied, moved and made durable: nothing but the device takes long.
TEST(Ranges, AWriteIsBoundByTheDevice) {
  const double expected = (kLength / 1_GBps + 1_ms).in_seconds();
  EXPECT_NEAR(write_time(exact_spec(), Fidelity::flow).in_seconds() / expected, 1, 0.01);
}

Task<> read_and_note(TestMachine& machine, std::size_t client, FileInfo file, Time& end) {
  co_await read_whole(machine.client(client), file, IoMode::direct);
  end = machine.sim().now();
}

// Two clients at one port of rate r: both end at 2 L / r, whoever has more files open at the target.
TEST(Ranges, ClientsShareAPortEqually) {
  LustreSpec spec = exact_spec();
  spec.oss.nic.bandwidth = 500_MBps;
  const auto machine = machine_of(spec, Fidelity::flow, 2);
  Time one, two, three;
  std::vector<Task<>> bodies;
  bodies.push_back(read_and_note(*machine, 0, test_file(0, kLength), one));
  bodies.push_back(read_and_note(*machine, 1, test_file(2, kLength / 2), two));
  bodies.push_back(read_and_note(*machine, 1, test_file(4, kLength / 2), three));
  machine->run_all(std::move(bodies));
  const double expected = (kLength * 2 / 500_MBps).in_seconds();
  for (const Time end : {one, two, three}) EXPECT_NEAR(end.since_start().in_seconds() / expected, 1, 0.01);
}

Task<> read_many(FileSystem& storage, std::int64_t first, std::int64_t files, Bytes size) {
  for (std::int64_t i = 0; i < files; ++i)
    co_await read_whole(storage, test_file(first + i, size), IoMode::direct);
}

// Small requests and one long flow: the device gives each byte its time once.
TEST(Ranges, RequestsAndRangesShareTheDevice) {
  const auto machine = machine_of(exact_spec(), Fidelity::flow, 2);
  std::vector<Task<>> bodies;
  bodies.push_back(read_many(machine->client(0), 0, 1, kLength));
  for (std::int64_t i = 0; i < 4; ++i)
    bodies.push_back(read_many(machine->client(1), 1000 * (i + 1), 16, 1_MiB));
  const Duration spent = machine->run_all(std::move(bodies));
  const Duration least = (kLength + 64_MiB) / 1_GBps;
  EXPECT_GE(spent, least);
  EXPECT_LE(spent, least + least / 10);
}

Task<> read_late(TestMachine& machine, FileInfo file, Duration wait, Duration& spent) {
  co_await machine.sim().delay(wait);
  const Time begin = machine.sim().now();
  co_await read_whole(machine.client(1), file, IoMode::direct);
  spent = machine.sim().now() - begin;
}

// Four requests at once beside a long flow: the queue has a window of the flow and all four, W + 4 S, and
// serves them in turn, so the last is there after (W + 4 S) / r.
TEST(Ranges, ABurstBesideARangeIsServedInTurn) {
  const LustreSpec spec = exact_spec();
  const Bytes queue = kRpc * (spec.client.max_rpcs_in_flight + 4);
  for (const Fidelity kind : {Fidelity::request, Fidelity::flow}) {
    const auto machine = machine_of(spec, kind, 2);
    std::vector<Task<>> bodies;
    std::vector<Duration> spent(4);
    bodies.push_back(read_many(machine->client(0), 0, 1, kLength));
    for (std::size_t i = 0; i < spent.size(); ++i)
      bodies.push_back(
          read_late(*machine, test_file(static_cast<std::int64_t>(i) + 1, kRpc), 50_ms, spent[i]));
    machine->run_all(std::move(bodies));
    EXPECT_NEAR(*std::max_element(spent.begin(), spent.end()) / (queue / 1_GBps), 1, 0.1)
        << kFidelities[static_cast<std::size_t>(kind)];
  }
}

// Fewer requests, and the same bytes and pages.
TEST(Ranges, StandForTheirRequests) {
  std::vector<Bytes> hits;
  std::vector<std::int64_t> requests;
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 3;
    const auto machine = machine_of(spec, fidelity, 1, 8_GiB);
    FileInfo file = test_file(0, kLength + 5_B, 3);
    file.layout.stripe_size = 6_MiB;
    machine->run(read_whole(machine->client(), file, IoMode::buffered));
    EXPECT_EQ(machine->all_ost_read(), file.size);
    requests.push_back(machine->bulk_requests());
    machine->run(read_whole(machine->client(), file, IoMode::buffered));
    EXPECT_EQ(machine->all_ost_read(), file.size);
    hits.push_back(machine->total_bytes("page_cache_hits"));
  }
  EXPECT_EQ(hits[0], hits[1]);
  EXPECT_LT(requests[1], requests[0]);
}

// With a window of 32 MiB over two targets a range is 16 MiB, a request to each. A file of 200 MiB ends two
// requests behind one, which is the least that a range may be; less goes with the range before it. So of all
// files that are longer, each 16 MiB more are two requests more, and what is less than 16 MiB is none.
TEST(Ranges, TakeAlongWhatIsTooShortForOne) {
  const auto requests = [](Bytes size) {
    LustreSpec spec = exact_spec();
    spec.ost.count = 2;
    spec.client.max_read_ahead_per_file = 32_MiB;
    const auto machine = machine_of(spec, Fidelity::flow);
    FileInfo file = test_file(0, size, 2);
    file.layout.stripe_size = kRpc;
    machine->run(read_whole(machine->client(), file, IoMode::buffered));
    return machine->bulk_requests();
  };
  const std::int64_t least = requests(200_MiB);
  for (std::int64_t more = 1; more < 40; ++more)
    EXPECT_EQ(requests(200_MiB + more * 1_MiB), least + 2 * (more / 16)) << more << " MiB more";
}

// A range goes around what is held: nothing is read twice.
TEST(Ranges, EndWhereAPageIsHeld) {
  const auto machine = machine_of(exact_spec(), Fidelity::flow, 1, 8_GiB);
  const FileInfo file = test_file(0, kLength);
  machine->run(read_at(machine->client(), file, 100_MiB, 4_MiB, IoMode::buffered));
  machine->run(read_whole(machine->client(), file, IoMode::buffered));
  EXPECT_EQ(machine->all_ost_read(), kLength);
}

// Where a scheduler orders requests, there are as many as ever.
TEST(Ranges, LeaveASchedulerItsRequests) {
  LustreSpec spec = exact_spec();
  spec.job_scheduler.emplace();
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    const auto machine = machine_of(spec, fidelity);
    machine->run(read_whole(machine->client(), test_file(0, kLength), IoMode::direct));
    EXPECT_EQ(machine->bulk_requests(), kLength / kRpc);
  }
}

// Reads, writes and syncs at random, long and short, in files that are shared and striped.
Task<> anything(TestMachine& machine, std::size_t client, RandomStream random) {
  FileSystem& storage = machine.client(client);
  for (;;) {
    FileInfo file = test_file(static_cast<std::int64_t>(random.below(12)), 64_MiB + 4321_B);
    file.layout.stripe_count = 1 + file.id.index % 3;
    HeldFile held(storage, co_await storage.create(file));
    for (int k = 0; k < 6; ++k) {
      const Bytes at = Bytes::count(static_cast<std::int64_t>(random.below(64 << 20)));
      const Bytes length = Bytes::count(static_cast<std::int64_t>(random.below(40 << 20)));
      const std::uint64_t what = random.below(8);
      if (what == 0) co_await storage.sync(held.handle());
      if (what == 1) co_await storage.read(held.handle(), at, length, IoMode::direct);
      if (what >= 2 && what < 5) co_await storage.read(held.handle(), at, length, IoMode::buffered);
      const IoMode mode = what == 5 ? IoMode::direct : IoMode::buffered;
      if (what >= 5) co_await storage.write(held.handle(), at, length, nobody(), mode);
    }
    co_await storage.close(held.release());
  }
}

LustreSpec small_spec() {
  LustreSpec spec;
  spec.oss.count = 2;
  spec.ost.count = 3;
  spec.client.rpc_size = 1_MiB;
  spec.client.max_rpcs_in_flight = 2;
  spec.client.max_dirty = 16_MiB;
  spec.client.lock_max_age = 20_ms;
  spec.client.lock_lru_size = 8;
  return spec;
}

// Asked at random events in the middle of it all; processes stopped, and at last the machine destroyed. The
// same seed gives the same events.
std::uint64_t stop_anywhere(std::uint64_t seed, Fidelity fidelity) {
  TestMachine machine(small_spec(), 2, 2_us, seed, seed % 2 * 192_MiB, by(fidelity));
  RandomStream random(seed, "moments");
  for (int round = 0; round < 4; ++round) {
    auto group = std::make_unique<TaskGroup>(machine.sim());
    for (std::size_t i = 0; i < 6; ++i) group->spawn("anything", anything(machine, i % 2, random.at(i)));
    for (int moment = 0; moment < 20; ++moment) {
      RunLimits limits;
      limits.events = machine.sim().events() + random.below(100);
      machine.sim().run(limits);
      if (random.below(5) == 0) machine.client(0).drop_caches();
      for (std::size_t client = 0; client < 2; ++client)
        EXPECT_EQ(machine.lustre_client(client).imbalance(), "") << "seed " << seed;
      EXPECT_EQ(machine.lustre().imbalance(), "") << "seed " << seed;
    }
    if (round == 3) continue;
    group.reset();
    if (round == 1) machine.settle();
  }
  return machine.outcome().fingerprint + machine.sim().events() +
         static_cast<std::uint64_t>(machine.sim().now().ns());
}

TEST(Ranges, BalanceAtEveryMoment) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Fidelity fidelity = seed % 3 == 0 ? Fidelity::automatic : Fidelity::flow;
    EXPECT_EQ(stop_anywhere(seed, fidelity), stop_anywhere(seed, fidelity));
  }
}

// A range ends with the request for the last byte that is wanted, and requests read ahead of that: as many
// for all of a request as for all of it but a byte.
TEST(Ranges, EndWithTheLastRequestThatIsWanted) {
  const auto requests = [](Bytes length) {
    LustreSpec spec = exact_spec();
    spec.client.max_read_ahead_per_file = 64_MiB;
    const auto machine = machine_of(spec, Fidelity::flow);
    machine->run(read_at(machine->client(), test_file(0, 2 * kLength), 0_B, length, IoMode::buffered));
    EXPECT_EQ(machine->ost_read(0), kLength + kRpc);
    return machine->bulk_requests();
  };
  EXPECT_EQ(requests(kLength), requests(kLength - 1_B));
  EXPECT_LT(requests(kLength), kLength / kRpc);
}

}  // namespace
}  // namespace headrace
