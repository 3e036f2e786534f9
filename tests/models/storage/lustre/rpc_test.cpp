#include "models/storage/lustre/rpc.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/models/support/tally.h"

namespace headrace {
namespace {

TEST(Rpc, BulkAndMetadataAreDifferentKinds) {
  for (const Rpc::Kind kind :
       {Rpc::Kind::open, Rpc::Kind::close, Rpc::Kind::getattr, Rpc::Kind::create, Rpc::Kind::enqueue,
        Rpc::Kind::glimpse, Rpc::Kind::read, Rpc::Kind::write, Rpc::Kind::sync}) {
    Rpc rpc;
    rpc.kind = kind;
    EXPECT_EQ(rpc.is_bulk(), kind == Rpc::Kind::read || kind == Rpc::Kind::write);
    EXPECT_EQ(rpc.is_metadata(), kind == Rpc::Kind::open || kind == Rpc::Kind::close ||
                                     kind == Rpc::Kind::getattr || kind == Rpc::Kind::create);
  }
}

TEST(RpcQueue, IsFirstComeFirstServed) {
  RpcQueue queue;
  Rpc a, b, c;
  EXPECT_TRUE(queue.empty());
  queue.push(a);
  queue.push(b);
  EXPECT_EQ(&queue.pop(), &a);
  queue.push(c);
  queue.push(a);
  EXPECT_EQ(&queue.pop(), &b);
  EXPECT_EQ(&queue.pop(), &c);
  EXPECT_EQ(&queue.pop(), &a);
  EXPECT_TRUE(queue.empty());
}

// A record that comes back is given out again, as if new; those that are out keep their address.
TEST(RpcPool, GivesCleanRecords) {
  RpcPool pool;
  std::set<Rpc*> out;
  for (int i = 0; i < 100; ++i) out.insert(&pool.take());
  EXPECT_EQ(out.size(), 100u);
  Rpc& one = **out.begin();
  one.target = 7;
  one.job = 3;
  one.length = 1_MiB;
  pool.give(one);
  Rpc& again = pool.take();
  EXPECT_EQ(&again, &one);
  EXPECT_EQ(again.target, 0);
  EXPECT_EQ(again.job, 0);
  EXPECT_EQ(again.length, Bytes());
  EXPECT_FALSE(out.contains(&pool.take()));
}

Rpc on_its_way(Rpc::Kind kind) {
  Rpc rpc;
  rpc.kind = kind;
  rpc.issued = Time::at(2_s);
  rpc.locked = Time::at(3_s);
  rpc.sent = Time::at(5_s);
  rpc.arrived = Time::at(9_s);
  rpc.begun = Time::at(17_s);
  rpc.served = Time::at(33_s);
  return rpc;
}

TEST(RpcTime, GoesToThePartsOfItsWay) {
  Tally tally(Time::at(1_s));
  tell(tally, on_its_way(Rpc::Kind::read), Time::at(65_s));
  EXPECT_EQ(tally.of(Activity::window), 1_s + 2_s);
  EXPECT_EQ(tally.of(Activity::metadata), 1_s);
  EXPECT_EQ(tally.of(Activity::network), 4_s + 32_s);
  EXPECT_EQ(tally.of(Activity::server_queue), 8_s);
  EXPECT_EQ(tally.of(Activity::device), 16_s);
  EXPECT_EQ(tally.all(), 64_s);
}

// Of names, of locks and of sizes: the time in the ports is the network, and all else is metadata.
TEST(RpcTime, OfNamesCrossesThePorts) {
  for (const Rpc::Kind kind : {Rpc::Kind::open, Rpc::Kind::enqueue, Rpc::Kind::glimpse, Rpc::Kind::commit}) {
    Tally tally(Time::at(1_s));
    tell(tally, on_its_way(kind), Time::at(65_s));
    EXPECT_EQ(tally.of(Activity::metadata), 4_s + 24_s);
    EXPECT_EQ(tally.of(Activity::network), 4_s + 32_s);
    EXPECT_EQ(tally.all(), 64_s);
  }
}

// Between 2 and 3 s it waited for its lock, which its server looked at from 2.25 to 2.35 s and gave at
// 2.75 s, when another had cancelled.
TEST(RpcTime, OfItsLockCrossesThePortsToo) {
  Rpc rpc = on_its_way(Rpc::Kind::read);
  rpc.lock_arrived = Time::at(2250_ms);
  rpc.lock_begun = Time::at(2350_ms);
  rpc.lock_served = Time::at(2750_ms);
  Tally tally(Time::at(1_s));
  tell(tally, rpc, Time::at(65_s));
  EXPECT_EQ(tally.of(Activity::metadata), 100_ms);
  EXPECT_EQ(tally.of(Activity::lock), 400_ms);
  EXPECT_EQ(tally.of(Activity::network), 500_ms + 4_s + 32_s);
  EXPECT_EQ(tally.all(), 64_s);
}

// The data moves from 20 s on, and waits for a port or for the drives.
TEST(RpcTime, OfAFlowGoesToWhatHeldItUp) {
  for (const Activity bound : {Activity::device, Activity::network}) {
    Rpc rpc = on_its_way(Rpc::Kind::write);
    rpc.moving = Time::at(20_s);
    rpc.bound = bound;
    Tally tally(Time::at(17_s));
    tell(tally, rpc, Time::at(33_s));
    EXPECT_EQ(tally.of(Activity::device), bound == Activity::device ? 16_s : 3_s);
    EXPECT_EQ(tally.of(Activity::network), bound == Activity::device ? Duration() : 13_s);
  }
}

}  // namespace
}  // namespace headrace
