#include "models/storage/remote/remote_store.h"

#include <gtest/gtest.h>

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
  machine.run(read_whole(machine.client(), test_file(0, 1'000'000_B), ReadMode::direct));
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
  request.answered = {[](void*, std::uint64_t) {}, nullptr, 0};
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
  machine.run(read_whole(machine.client(), test_file(0, 1'000'000_B), ReadMode::direct));
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
    machine.run(read_whole(machine.client(), test_file(0, 1'000'000_B), ReadMode::direct));
    Stream out;
    RemoteRequest request;
    request.work = RemoteRequest::Work::read;
    request.length = 10_B;
    store_of(machine).send(request, out);
    EXPECT_EQ(machine.store().imbalance(), "");
    request.length = given_up;
    store_of(machine).given_up(request);
    EXPECT_EQ(machine.store().imbalance(),
              given_up == 10_B ? "" : "the servers read other bytes than clients were sent");
  }
}

}  // namespace
}  // namespace headrace
