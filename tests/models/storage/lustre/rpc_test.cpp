#include "models/storage/lustre/rpc.h"

#include <gtest/gtest.h>

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

// The bytes that come with an open are read from the drives of the metadata server, here from 20 s on.
TEST(RpcTime, OfDataWithAnOpenIsTheDrives) {
  Rpc rpc = on_its_way(Rpc::Kind::open);
  rpc.moving = Time::at(20_s);
  Tally tally(Time::at(1_s));
  tell(tally, rpc, Time::at(65_s));
  EXPECT_EQ(tally.of(Activity::metadata), 4_s + 11_s);
  EXPECT_EQ(tally.of(Activity::device), 13_s);
  EXPECT_EQ(tally.of(Activity::network), 4_s + 32_s);
  EXPECT_EQ(tally.all(), 64_s);
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

// Both its server and that of its lock were down when it came there: sent again a second and 50 ms later.
TEST(RpcTime, UntilItIsSentAgainIsTheOutage) {
  for (const Rpc::Kind kind : {Rpc::Kind::read, Rpc::Kind::open}) {
    Rpc rpc = on_its_way(kind);
    rpc.resent = rpc.arrived + 1_s;
    rpc.lock_arrived = Time::at(2250_ms);
    rpc.lock_resent = Time::at(2300_ms);
    rpc.lock_begun = rpc.lock_served = Time::at(2750_ms);
    Tally tally(Time::at(1_s));
    tell(tally, rpc, Time::at(65_s));
    EXPECT_EQ(tally.of(Activity::outage), kind == Rpc::Kind::read ? 1050_ms : 1_s);
    EXPECT_EQ(tally.all(), 64_s);
  }
}

// A request was ready at 3 s, and until 3.5 s its window was full of requests that an outage had lost.
TEST(RpcTime, BehindWhatAnOutageLostIsTheOutageToo) {
  Rpc rpc = on_its_way(Rpc::Kind::read);
  rpc.blocked = Time::at(3500_ms);
  Tally tally(Time::at(1_s));
  tell(tally, rpc, Time::at(65_s));
  EXPECT_EQ(tally.of(Activity::outage), 500_ms);
  EXPECT_EQ(tally.of(Activity::window), 1_s + 1500_ms);
  EXPECT_EQ(tally.all(), 64_s);
  Rpc behind;
  behind.resent = Time::at(2_s);
  EXPECT_EQ(behind.holds_up(), Time::at(2_s));
  behind.blocked = Time::at(5_s);
  EXPECT_EQ(behind.holds_up(), Time::at(5_s));
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
