#include "models/storage/lustre/extent_locks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

namespace headrace {
namespace {

// A server's locks of one object, and what it told whom.
struct LockBench final : ExtentLocks::Owner {
  Rpc& ask(NodeId client, Bytes begin, Bytes length, bool exclusive) {
    Rpc& rpc = rpcs.emplace_back();
    rpc.client = client;
    rpc.object = 7;
    rpc.offset_in_object = begin;
    rpc.length = length;
    rpc.exclusive = exclusive;
    locks.enqueue(rpc);
    return rpc;
  }
  void granted(Rpc& rpc) override { grants.push_back(&rpc); }
  void call_back(NodeId client, PortId, std::int32_t, std::uint64_t object) override {
    EXPECT_EQ(object, 7u);
    called.push_back(client);
  }
  bool has(const Rpc& rpc) const { return std::find(grants.begin(), grants.end(), &rpc) != grants.end(); }

  std::deque<Rpc> rpcs;
  std::vector<const Rpc*> grants;
  std::vector<NodeId> called;
  ExtentLocks locks{*this};
};

constexpr Bytes kEnd = Bytes::count(std::int64_t{1} << 60);

TEST(ExtentLocks, AWriterAloneHasTheWholeObject) {
  LockBench bench;
  const Rpc& rpc = bench.ask(1, 10_MiB, 47'008_B, true);
  ASSERT_TRUE(bench.has(rpc));
  EXPECT_EQ(rpc.offset_in_object, 0_B);
  EXPECT_EQ(rpc.length, kEnd);
  EXPECT_EQ(bench.locks.imbalance(), "");
}

TEST(ExtentLocks, ReadersShare) {
  LockBench bench;
  for (NodeId client = 1; client <= 5; ++client) EXPECT_TRUE(bench.has(bench.ask(client, 0_B, 1_MiB, false)));
  EXPECT_TRUE(bench.called.empty());
}

// The holder is called back once; who asked is granted when it has cancelled, and no further than the lock
// that another waits for.
TEST(ExtentLocks, AWriterCallsBackWhoIsInItsWay) {
  LockBench bench;
  bench.ask(1, 0_B, 1_MiB, true);
  const Rpc& second = bench.ask(2, 2_MiB, 1_MiB, true);
  const Rpc& third = bench.ask(3, 8_MiB, 1_MiB, true);
  EXPECT_EQ(bench.called, std::vector<NodeId>{1});
  EXPECT_EQ(bench.grants.size(), 1u);
  bench.locks.cancel(7, 1);
  EXPECT_TRUE(bench.has(second));
  EXPECT_EQ(second.offset_in_object, 0_B);
  EXPECT_EQ(second.length, 8_MiB);
  EXPECT_TRUE(bench.has(third));  // Beside each other from now on.
  EXPECT_EQ(third.offset_in_object, 8_MiB);
  EXPECT_EQ(bench.called.size(), 1u);
  EXPECT_EQ(bench.locks.imbalance(), "");
}

TEST(ExtentLocks, AReaderWaitsForAWriterAndAWriterForAllReaders) {
  LockBench bench;
  bench.ask(1, 0_B, 1_MiB, false);
  bench.ask(2, 0_B, 1_MiB, false);
  const Rpc& writer = bench.ask(3, 0_B, 1_MiB, true);
  EXPECT_EQ(bench.called, (std::vector<NodeId>{1, 2}));
  bench.locks.cancel(7, 1);
  EXPECT_FALSE(bench.has(writer));
  bench.locks.cancel(7, 2);
  EXPECT_TRUE(bench.has(writer));
  const Rpc& reader = bench.ask(1, 0_B, 4_KiB, false);
  EXPECT_FALSE(bench.has(reader));
  EXPECT_EQ(bench.called, (std::vector<NodeId>{1, 2, 3}));
}

// Locks cover whole pages: two writes that meet in one exclude each other.
TEST(ExtentLocks, CoverWholePages) {
  LockBench bench;
  bench.ask(9, 1_GiB, 1_MiB, true);
  bench.ask(1, 0_B, 47'008_B, true);
  bench.locks.cancel(7, 9);
  bench.called.clear();
  const Rpc& next = bench.ask(2, 47'008_B, 47'008_B, true);
  EXPECT_FALSE(bench.has(next));
  EXPECT_EQ(bench.called, std::vector<NodeId>{1});
}

// A client's own locks never exclude it.
TEST(ExtentLocks, AClientMayAskAgain) {
  LockBench bench;
  bench.ask(1, 0_B, 1_MiB, false);
  EXPECT_TRUE(bench.has(bench.ask(1, 0_B, 1_MiB, true)));
  EXPECT_TRUE(bench.called.empty());
}

// Among n locks of others in the way, a grant goes down to the one below where n <= 4, and up by more than
// 32 MiB where n <= 32.
TEST(ExtentLocks, WidenLessAmongMany) {
  for (const NodeId others : {1, 4, 5, 32, 33}) {
    LockBench bench;
    bench.ask(100, 0_B, 4_KiB, true);
    for (NodeId client = 1; client <= others + 1; ++client)
      bench.ask(client, Bytes::count(client) * (1 << 20), 4_KiB, true);
    bench.locks.cancel(7, 100);  // All have theirs side by side, the last to the end.
    const Bytes begin = Bytes::count(others + 9) * (1 << 20);
    const Rpc& next = bench.ask(50, begin, 4_KiB, true);
    EXPECT_EQ(bench.called.back(), others + 1);
    bench.locks.cancel(7, others + 1);
    ASSERT_TRUE(bench.has(next)) << others;
    EXPECT_EQ(next.offset_in_object, others <= 4 ? Bytes::count(others + 1) * (1 << 20) : begin) << others;
    EXPECT_EQ(next.offset_in_object + next.length, others <= 32 ? kEnd : begin + 32_MiB) << others;
    EXPECT_EQ(bench.locks.imbalance(), "") << others;
  }
}

}  // namespace
}  // namespace headrace
