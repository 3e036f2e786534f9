#include "models/storage/remote/remote_client.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "models/storage/remote/known_files.h"
#include "tests/models/support/remote_bench.h"

namespace headrace {
namespace {

// A short read waits for one request of a long one, not for all of them.
TEST(RemoteClient, OperationsTakeTurnsInAWindow) {
  RemoteBench::Spec spec;
  spec.shape.slots = 1;
  StoreMachine machine(*RemoteBench::recipe_of(spec));
  Time short_end;
  std::vector<Task<>> bodies;
  bodies.push_back(read_whole(machine.client(), test_file(0, 100'000'000_B), IoMode::direct));
  bodies.push_back(RemoteBench::read_later(machine, 10_ms, test_file(1, 1'000'000_B), short_end));
  machine.run_all(std::move(bodies));
  // Its open, its read and its close each wait for at most one part of the long one.
  EXPECT_LT(short_end.since_start(), 10_ms + 4 * RemoteBench::kPiece + 3 * 1_ms);
}

// Connections are used in turn, each with as many requests as it has slots.
TEST(RemoteClient, ConnectionsAreUsedSideBySide) {
  for (const std::int64_t connections : {1, 3}) {
    RemoteBench::Spec spec;
    spec.shape.connections = connections;
    spec.shape.slots = 2;
    StoreMachine machine(*RemoteBench::recipe_of(spec));
    const Duration spent =
        machine.run(read_whole(machine.client(), test_file(0, 12'000'000_B), IoMode::direct));
    const double rounds = 12.0 / static_cast<double>(2 * connections);
    EXPECT_NEAR(spent.in_seconds(), rounds * RemoteBench::kPiece.in_seconds() + 20e-6, 20e-6) << connections;
  }
}

TEST(RemoteClient, ReadsEndWithTheFile) {
  StoreMachine machine(*RemoteBench::recipe_of(RemoteBench::Spec()));
  machine.run(read_at(machine.client(), test_file(0, 1'000'000_B), 500'000_B, 9'000'000_B, IoMode::direct));
  EXPECT_EQ(machine.total("store/clients", "bytes_read"), 500'000);
  machine.run(read_at(machine.client(), test_file(0, 1'000'000_B), 2'000'000_B, 1_B, IoMode::direct));
  EXPECT_EQ(machine.total("store/clients", "bytes_read"), 500'000);
  EXPECT_EQ(machine.total("store/servers", "bytes_read"), 500'000);
}

// A store that asks for too little, or for a byte twice, is found.
TEST(RemoteClient, SeesALostAndADoubledByte) {
  for (const std::int64_t error : {-1, 1}) {
    RemoteBench::Spec spec;
    spec.error = Bytes::count(error);
    StoreMachine machine(*RemoteBench::recipe_of(spec));
    TaskGroup group(machine.sim());
    group.spawn("read", read_whole(machine.client(), test_file(0, 1'000'000_B), IoMode::direct));
    machine.sim().run();
    EXPECT_EQ(machine.store().imbalance(), "node 0: 1000000 bytes were asked for, " +
                                               std::to_string(1'000'000 + error) +
                                               " were sent for, 0 wait and 0 were given up");
  }
}

// Given up at any instant, and the next one on the same handle takes what it takes.
TEST(RemoteClient, AnAnswerToAnAbandonedReadIsForNobody) {
  RemoteBench::Spec spec;
  spec.shape.slots = 2;
  StoreMachine fresh(*RemoteBench::recipe_of(spec));
  const FileInfo file = test_file(0, 4'000'000_B);
  const Duration whole = fresh.run(read_whole(fresh.client(), file, IoMode::direct));
  for (Duration patience; patience < whole; patience += 61_us) {
    StoreMachine machine(*RemoteBench::recipe_of(spec));
    {
      TaskGroup group(machine.sim());
      group.spawn("given up", read_whole(machine.client(), file, IoMode::direct));
      RunLimits limits;
      limits.until = Time::at(patience);
      machine.sim().run(limits);
    }
    ASSERT_EQ(machine.store().imbalance(), "") << patience.ns();
    // In the same slot, while the other's answers are on their way.
    ASSERT_GE(machine.run(read_whole(machine.client(), file, IoMode::direct)), whole) << patience.ns();
    ASSERT_EQ(machine.run(read_whole(machine.client(), file, IoMode::direct)), whole) << patience.ns();
  }
}

TEST(KnownFiles, AreTheLastOnesForAWhile) {
  KnownFiles known(2, 10_s);
  const auto file = [](std::int64_t index) { return test_file(index, 0_B).id; };
  known.learn(file(0), Time());
  known.learn(file(1), Time::at(1_s));
  EXPECT_TRUE(known.use(file(0), Time::at(2_s)));
  known.learn(file(2), Time::at(3_s));
  EXPECT_FALSE(known.use(file(1), Time::at(3_s)));
  EXPECT_TRUE(known.use(file(0), Time::at(9_s)));
  EXPECT_FALSE(known.use(file(0), Time::at(10_s)));
  EXPECT_TRUE(known.use(file(2), Time::at(10_s)));
  known.learn(file(2), Time::at(11_s));
  EXPECT_EQ(known.size(), 2u);
  EXPECT_TRUE(known.use(file(2), Time::at(20_s)));
  known.clear();
  EXPECT_EQ(known.size(), 0u);
}

}  // namespace
}  // namespace headrace
