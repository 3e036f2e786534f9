#include "models/storage/request/storage_request.h"

#include <gtest/gtest.h>

#include <set>

namespace headrace {
namespace {

struct Numbered : StorageRequest {
  int number = 0;
};

TEST(QueueOf, IsFirstComeFirstServed) {
  QueueOf<Numbered> queue;
  Numbered a, b, c;
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
TEST(PoolOf, GivesCleanRecords) {
  PoolOf<Numbered> pool;
  std::set<Numbered*> out;
  for (int i = 0; i < 100; ++i) out.insert(&pool.take());
  EXPECT_EQ(out.size(), 100u);
  EXPECT_EQ(pool.taken(), 100);
  Numbered& one = **out.begin();
  one.target = 7;
  one.number = 3;
  one.length = 1_MiB;
  pool.give(one);
  EXPECT_EQ(pool.taken(), 99);
  Numbered& again = pool.take();
  EXPECT_EQ(&again, &one);
  EXPECT_EQ(again.target, 0);
  EXPECT_EQ(again.number, 0);
  EXPECT_EQ(again.length, Bytes());
  EXPECT_FALSE(out.contains(&pool.take()));
}

}  // namespace
}  // namespace headrace
