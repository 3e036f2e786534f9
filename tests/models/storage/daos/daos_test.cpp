#include "models/storage/daos/daos.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/models/support/store_machine.h"

namespace headrace {
namespace {

DaosSpec exact_daos() {
  DaosSpec spec;
  spec.engines.count = 2;
  spec.engines.devices = 4;
  spec.engines.nic = exact_port();
  spec.engines.device = exact_drives();
  spec.lookup = Distribution(20_us);
  spec.create = Distribution(45_us);
  spec.request_overhead = Distribution(10_us);
  spec.chunk_size = 1'000'000_B;
  return spec;
}

std::unique_ptr<StoreMachine> machine_of(const DaosSpec& spec) {
  return std::make_unique<StoreMachine>(*recipe<Store, Daos>(spec));
}

// One request each for the name and the chunk, none to sync or to close.
TEST(Daos, AFileIsTheSumOfItsRequests) {
  const auto machine = machine_of(exact_daos());
  const FileInfo file = test_file(0, 1'000'000_B);
  EXPECT_EQ(machine->run(stat_file(machine->client(), file)), kRoundTrip + 20_us);
  EXPECT_EQ(machine->run(read_whole(machine->client(), file, IoMode::buffered)),
            2 * kRoundTrip + 20_us + (10_us + 1_ms + 100_us + kData));
  EXPECT_EQ(machine->run(write_whole(machine->client(), file, true)),
            2 * kRoundTrip + 45_us + (10_us + 1_ms + 25_us + kData));
}

// Chunks of a file, each on a target of its own while there are some: n chunks on s shards take ceil(n / s)
// times the drives' time for one.
TEST(Daos, ChunksAreDealtOverTheShards) {
  for (const std::int64_t shards : {1, 2, 4, 8}) {
    DaosSpec spec = exact_daos();
    spec.shards = shards == 8 ? 0 : shards;
    const auto machine = machine_of(spec);
    const Duration spent =
        machine->run(read_whole(machine->client(), test_file(5, 16'000'000_B), IoMode::direct));
    const double drives = 16.0 / static_cast<double>(shards) * 1e-3;
    EXPECT_NEAR(spent.in_seconds(), drives + (2 * kRoundTrip + 130_us).in_seconds(), 35e-6) << shards;
    std::int64_t used = 0;
    for (int engine = 0; engine < 2; ++engine)
      for (int target = 0; target < 4; ++target) {
        const std::string place =
            "store/engines/" + std::to_string(engine) + "/device/" + std::to_string(target);
        used += machine->total(place, "bytes") > 0 ? 1 : 0;
      }
    EXPECT_EQ(used, shards);
  }
}

// Names are spread by a hash: n of them over two engines, within five standard deviations of n / 2.
TEST(Daos, NamesAreSpreadOverTheEngines) {
  const auto machine = machine_of(exact_daos());
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 4000; ++i) bodies.push_back(stat_file(machine->client(), test_file(i, 0_B)));
  machine->run_all(std::move(bodies));
  const auto first = static_cast<double>(machine->total("store/engines/0", "requests"));
  EXPECT_NEAR(first, 2000, 5 * std::sqrt(4000 * 0.25));
  EXPECT_EQ(machine->total("store/engines", "requests"), 4000);
}

// Saturated: engines times threads over the service time, where names are spread evenly.
TEST(Daos, EnginesServeWhatTheirThreadsDo) {
  DaosSpec spec = exact_daos();
  spec.engines.count = 1;
  spec.engines.threads = 8;
  spec.lookup = Distribution(1_ms);
  spec.requests_in_flight = 1000;
  const auto machine = machine_of(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 1600; ++i) bodies.push_back(stat_file(machine->client(), test_file(i, 0_B)));
  EXPECT_NEAR(machine->run_all(std::move(bodies)).in_seconds(), 0.2, 20e-6);
  EXPECT_GT(machine->resource("threads of the engines").utilisation_max, 0);
}

}  // namespace
}  // namespace headrace
