#include "models/storage/lustre/rpc.h"

#include <gtest/gtest.h>

#include <set>

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

}  // namespace
}  // namespace headrace
