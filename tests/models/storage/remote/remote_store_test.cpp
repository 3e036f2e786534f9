#include "models/storage/remote/remote_store.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/storage/remote/spread.h"
#include "tests/models/support/remote_bench.h"

namespace headrace {
namespace {

RemoteStore& store_of(StoreMachine& machine) { return static_cast<RemoteStore&>(machine.store()); }

TEST(RemoteStore, HasOneClientANode) {
  StoreMachine machine(*RemoteBench::recipe_of(RemoteBench::Spec()), 2);
  Host again;
  again.node = 1;
  EXPECT_EQ(&machine.store().client(again), &machine.client(1));
  EXPECT_NE(&machine.client(0), &machine.client(1));
}

TEST(RemoteStore, KnowsTheServerOfATarget) {
  RemoteBench::Spec spec;
  spec.servers.count = 3;
  spec.servers.devices = 4;
  StoreMachine machine(*RemoteBench::recipe_of(spec));
  const RemoteStore& store = store_of(machine);
  EXPECT_EQ(store.servers(), 3);
  EXPECT_EQ(store.targets(), 12);
  EXPECT_EQ(store.server_of(3), 0);
  EXPECT_EQ(store.server_of(4), 1);
  EXPECT_EQ(store.server_of(11), 2);
}

// An answer that comes twice is bytes that came twice.
TEST(RemoteStore, SeesADoubledAnswer) {
  StoreMachine machine(*RemoteBench::recipe_of(RemoteBench::Spec()));
  machine.run(read_whole(machine.client(), test_file(0, 1'000'000_B), IoMode::direct));
  RemoteRequest request;
  request.work = RemoteRequest::Work::read;
  request.length = 10_B;
  store_of(machine).returned(request);
  EXPECT_EQ(machine.store().imbalance(), "the servers read other bytes than clients were sent");
}

// A request that came although nobody sent it.
TEST(RemoteStore, SeesAForeignRequest) {
  StoreMachine machine(*RemoteBench::recipe_of(RemoteBench::Spec()));
  const Distribution no_time;
  Stream back;
  RemoteRequest request;
  request.work = RemoteRequest::Work::write;
  request.length = 10_B;
  request.service = &no_time;
  request.back = &back;
  request.replied = {[](void*, std::uint64_t) {}, nullptr, 0};
  const_cast<Server&>(store_of(machine).server(0)).arrive(request);
  machine.sim().run();
  EXPECT_EQ(machine.store().imbalance(), "the servers wrote other bytes than clients sent");
}

// Half of the run a read of the drives' latency, half of it nothing.
TEST(RemoteStore, SaysWhatWasBusy) {
  RemoteBench::Spec spec;
  spec.servers.threads = 2;
  spec.servers.scheduler = Chosen<RequestScheduler>("crr");
  StoreMachine machine(*RemoteBench::recipe_of(spec));
  machine.run(read_whole(machine.client(), test_file(0, 1'000'000_B), IoMode::direct));
  const double run = machine.sim().now().since_start().in_seconds();
  EXPECT_NEAR(machine.resource("threads of the servers").utilisation_mean * run, 1e-3 / 2, 1e-9);
  EXPECT_NEAR(machine.resource("network ports of the servers").utilisation_max * run, 1'954e-9 + 1e-9, 3e-9);
  EXPECT_EQ(machine.resource("drives of the servers").instances, 1);
  EXPECT_EQ(machine.resource("request schedulers of the servers").utilisation_max, 0);
  EXPECT_TRUE(machine.resource("clients' connections").concurrency);
}

// 4,000 files over 8 places: each within five standard deviations of 500.
TEST(Spread, IsEven) {
  std::vector<int> counts(8);
  for (std::int64_t i = 0; i < 4000; ++i) ++counts[static_cast<std::size_t>(spread(FileId{3, i}, 8))];
  for (const int count : counts) EXPECT_NEAR(count, 500, 5 * 20.9);
}

// A read that is given up is on its way no longer, and takes all of its bytes with it.
TEST(RemoteStore, SeesARequestThatIsNotGivenUpWhole) {
  for (const Bytes given_up : {10_B, 9_B}) {
    StoreMachine machine(*RemoteBench::recipe_of(RemoteBench::Spec()));
    machine.run(read_whole(machine.client(), test_file(0, 1'000'000_B), IoMode::direct));
    Stream out;
    RemoteRequest request;
    request.work = RemoteRequest::Work::read;
    request.length = 10_B;
    request.out = &out;
    store_of(machine).send(request);
    EXPECT_EQ(machine.store().imbalance(), "");
    request.length = given_up;
    store_of(machine).given_up(request);
    EXPECT_EQ(machine.store().imbalance(),
              given_up == 10_B ? "" : "the servers read other bytes than clients were sent");
  }
}

Place place_of(Part part, std::int64_t number) {
  Place place;
  place.part = part;
  place.number = number;
  return place;
}
Outage outage(std::optional<Duration> failover_time = {}) {
  Outage outage;
  outage.rpc_timeout = 100_ms;
  outage.reconnect_interval = 10_ms;
  outage.failover_time = failover_time;
  return outage;
}
// Two servers of two groups of drives each; files lie on the first.
RemoteBench::Spec pair_of_servers() {
  RemoteBench::Spec spec;
  spec.servers.count = 2;
  spec.servers.devices = 2;
  return spec;
}
Task<> up_again(StoreMachine& machine, Duration after, Place place) {
  co_await machine.sim().delay(after);
  machine.store().fault_site()->comes_up(place);
}
Duration spent_by_read(StoreMachine& machine, std::vector<Task<>> others = {}) {
  Time end;
  others.push_back(RemoteBench::read_later(machine, Duration(), test_file(0, 1'000'000_B), end));
  machine.run_all(std::move(others));
  return end.since_start();
}

// The open is sent at once and noticed to be lost at 100 ms; the server is back at 205 ms, which the attempt
// at 210 ms finds. The same where its target alone is gone; where another is, nothing waits.
TEST(RemoteStore, SendsAgainWhatAnOutageLost) {
  StoreMachine without(*RemoteBench::recipe_of(pair_of_servers()));
  const Duration plain = spent_by_read(without);
  const std::vector<std::pair<Place, Duration>> cases = {{place_of(Part::server, 0), 210_ms},
                                                         {place_of(Part::target, 0), 210_ms},
                                                         {place_of(Part::server, 1), Duration()},
                                                         {place_of(Part::target, 1), Duration()}};
  for (const auto& [place, later] : cases) {
    StoreMachine machine(*RemoteBench::recipe_of(pair_of_servers()));
    machine.store().fault_site()->goes_down(place, outage());
    std::vector<Task<>> others;
    others.push_back(up_again(machine, 205_ms, place));
    EXPECT_EQ(spent_by_read(machine, std::move(others)), later + plain);
  }
}

// The second server has the first one's targets after 40 ms, before the open is missed at 100 ms. It serves
// them from where they are.
TEST(RemoteStore, APartnerServesTheDrivesOfTheOther) {
  StoreMachine without(*RemoteBench::recipe_of(pair_of_servers()));
  const Duration plain = spent_by_read(without);
  StoreMachine machine(*RemoteBench::recipe_of(pair_of_servers()));
  machine.store().fault_site()->goes_down(place_of(Part::server, 0), outage(40_ms));
  EXPECT_EQ(spent_by_read(machine), 100_ms + plain);
  EXPECT_EQ(store_of(machine).server(1).read(), 1'000'000_B);
  EXPECT_EQ(machine.total("store/servers/0/device/0", "bytes"), 1'000'000);
  EXPECT_EQ(machine.total("store/servers/1/device", "bytes"), 0);
}

// What is slow: the port of a server, or the drives of one of its targets.
TEST(RemoteStore, HasSpeedsWhereFaultsAct) {
  const auto spent = [](std::optional<Place> place, Aspect aspect) {
    StoreMachine machine(*RemoteBench::recipe_of(pair_of_servers()));
    if (place) {
      Speed& speed = machine.store().fault_site()->speed(*place, aspect);
      speed.set(speed.influence(), 0.5);
    }
    return spent_by_read(machine);
  };
  const Duration plain = spent({}, Aspect::work);
  const Duration slow = spent(place_of(Part::target, 0), Aspect::work);
  EXPECT_NEAR((slow - plain).in_seconds(), 1e-3, 2e-9);  // Of the latency, and of a byte's time.
  EXPECT_EQ(spent(place_of(Part::target, 1), Aspect::work), plain);
  EXPECT_GT(spent(place_of(Part::server, 0), Aspect::port), plain + 1_us);
  EXPECT_EQ(spent(place_of(Part::server, 1), Aspect::port), plain);
}

}  // namespace
}  // namespace headrace
