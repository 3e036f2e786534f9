#include "models/storage/server/extent_locks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "models/storage/gpfs/gpfs.h"
#include "models/storage/lustre/lustre.h"
#include "sim/random.h"

namespace headrace {
namespace {

// A server's locks of one object, and what it told whom.
struct LockBench final : ExtentLocks::Owner {
  struct Asked : StorageRequest {
    std::uint64_t grant = 0;
  };

  explicit LockBench(const LockRules& rules = Lustre::lock_rules()) : locks(*this, rules) {}

  Asked& ask(NodeId client, Bytes begin, Bytes length, bool exclusive, LockReach reach = LockReach::widened) {
    Asked& request = requests.emplace_back();
    request.client = client;
    request.object = 7;
    request.offset_in_object = begin;
    request.length = length;
    request.exclusive = exclusive;
    request.reach = reach;
    locks.enqueue(request);
    return request;
  }
  void granted(StorageRequest& request, std::uint64_t grant) override {
    grants.push_back(static_cast<Asked*>(&request));
    grants.back()->grant = grant;
  }
  void call_back(const ExtentLocks::Call& call) override {
    EXPECT_EQ(call.object, 7u);
    called.push_back(call.client);
    calls.push_back(call);
  }
  bool has(const StorageRequest& request) const {
    return std::find(grants.begin(), grants.end(), &request) != grants.end();
  }

  std::deque<Asked> requests;
  std::vector<Asked*> grants;
  std::vector<NodeId> called;
  std::vector<ExtentLocks::Call> calls;
  ExtentLocks locks;
};

LockRules rules_of_tokens() {
  GpfsSpec spec;
  spec.block_size = 1_MiB;
  return Gpfs::token_rules(spec);
}

constexpr Bytes kEnd = Bytes::count(std::int64_t{1} << 60);

TEST(ExtentLocks, AWriterAloneHasTheWholeObject) {
  LockBench bench;
  const StorageRequest& rpc = bench.ask(1, 10_MiB, 47'008_B, true);
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
  const StorageRequest& second = bench.ask(2, 2_MiB, 1_MiB, true);
  const StorageRequest& third = bench.ask(3, 8_MiB, 1_MiB, true);
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
  const StorageRequest& writer = bench.ask(3, 0_B, 1_MiB, true);
  EXPECT_EQ(bench.called, (std::vector<NodeId>{1, 2}));
  bench.locks.cancel(7, 1);
  EXPECT_FALSE(bench.has(writer));
  bench.locks.cancel(7, 2);
  EXPECT_TRUE(bench.has(writer));
  const StorageRequest& reader = bench.ask(1, 0_B, 4_KiB, false);
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
  const StorageRequest& next = bench.ask(2, 47'008_B, 47'008_B, true);
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
    const StorageRequest& next = bench.ask(50, begin, 4_KiB, true);
    EXPECT_EQ(bench.called.back(), others + 1);
    bench.locks.cancel(7, others + 1);
    ASSERT_TRUE(bench.has(next)) << others;
    EXPECT_EQ(next.offset_in_object, others <= 4 ? Bytes::count(others + 1) * (1 << 20) : begin) << others;
    EXPECT_EQ(next.offset_in_object + next.length, others <= 32 ? kEnd : begin + 32_MiB) << others;
    EXPECT_EQ(bench.locks.imbalance(), "") << others;
  }
}

// Tokens: the second gets all from its place on, a third what lies before that, once the first gave it back.
TEST(ExtentLocks, PartsAreGivenBack) {
  LockBench bench(rules_of_tokens());
  bench.ask(1, 0_B, 47'008_B, true);
  const StorageRequest& second = bench.ask(2, 8_MiB, 47'008_B, true);
  ASSERT_EQ(bench.calls.size(), 1u);
  EXPECT_EQ(bench.calls[0].wanted.begin, 8_MiB);
  EXPECT_EQ(bench.calls[0].wanted.end, 9_MiB);
  bench.locks.cancel(7, 1, {8_MiB, kEnd});
  ASSERT_TRUE(bench.has(second));
  EXPECT_EQ(second.offset_in_object, 8_MiB);
  EXPECT_EQ(second.offset_in_object + second.length, kEnd);
  const StorageRequest& third = bench.ask(3, 4_MiB, 1_B, true);
  EXPECT_EQ(bench.calls.back().client, 1);
  bench.locks.cancel(7, 1, {4_MiB, 8_MiB});
  ASSERT_TRUE(bench.has(third));
  EXPECT_EQ(third.offset_in_object, 4_MiB);
  EXPECT_EQ(third.length, 4_MiB);
}

// Those who want parts apart do not wait for each other, whoever came first.
TEST(ExtentLocks, WhoWantsAnotherPartDoesNotWait) {
  LockBench bench(rules_of_tokens());
  bench.ask(1, 0_B, 1_MiB, true);
  bench.locks.cancel(7, 1, {1_MiB, kEnd});
  bench.ask(2, 8_MiB, 1_MiB, true);
  bench.locks.cancel(7, 2, {9_MiB, kEnd});
  const StorageRequest& waits = bench.ask(3, 0_B, 1_MiB, true);
  EXPECT_TRUE(bench.has(bench.ask(4, 20_MiB, 1_MiB, true)));
  EXPECT_FALSE(bench.has(waits));
  const StorageRequest& behind = bench.ask(5, 0_B, 1_MiB, false);
  bench.locks.cancel(7, 1);
  EXPECT_TRUE(bench.has(waits));
  EXPECT_FALSE(bench.has(behind));
}

// What a client gave up before it knew of a grant is not part of that grant.
TEST(ExtentLocks, AGrantOnItsWayIsNotGivenBack) {
  LockBench bench(rules_of_tokens());
  const std::uint64_t known = bench.ask(1, 0_B, 1_MiB, false).grant;
  const std::uint64_t later = bench.ask(1, 0_B, 1_MiB, true).grant;
  EXPECT_GT(later, known);
  bench.locks.cancel(7, 1, ExtentLocks::kWhole, known);
  EXPECT_FALSE(bench.has(bench.ask(2, 0_B, 1_MiB, false)));
  bench.locks.cancel(7, 1, ExtentLocks::kWhole, later);
  EXPECT_TRUE(bench.has(bench.requests.back()));
}

TEST(ExtentLocks, AWholeObjectIsGivenWhereNobodyHasSome) {
  LockBench bench(rules_of_tokens());
  StorageRequest to;
  to.client = 1;
  to.object = 7;
  to.exclusive = true;
  EXPECT_GT(bench.locks.give_whole(to), 0u);
  EXPECT_FALSE(bench.has(bench.ask(2, 5_MiB, 1_B, false)));
  EXPECT_EQ(bench.called, std::vector<NodeId>{1});
  to.client = 3;
  EXPECT_EQ(bench.locks.give_whole(to), 0u);
  bench.locks.cancel(7, 1);
  EXPECT_EQ(bench.locks.holders(7).front(), 2);
}

// What is asked for exactly is granted so, whatever is free around it, in whole pages; what would have to
// wait is not, and calls nobody back.
TEST(ExtentLocks, ALockThatIsAskedForExactlyIsNotGrown) {
  LockBench bench;
  for (NodeId client = 1; client <= 3; ++client) {
    const StorageRequest& own = bench.ask(client, client * 1_MiB, 1_MiB, true, LockReach::exact);
    ASSERT_TRUE(bench.has(own));
    EXPECT_EQ(own.offset_in_object, client * 1_MiB);
    EXPECT_EQ(own.length, 1_MiB);
  }
  const StorageRequest& taken = bench.ask(4, 2_MiB, 4_KiB, true, LockReach::exact);
  ASSERT_TRUE(bench.has(taken));
  EXPECT_EQ(taken.length, 0_B);
  EXPECT_TRUE(bench.called.empty());
  const StorageRequest& widened = bench.ask(4, 8_MiB, 4_KiB, true);
  EXPECT_EQ(widened.offset_in_object, 4_MiB);
  EXPECT_EQ(bench.locks.imbalance(), "");
}

// A group has all of an object, and its members join it past those who wait for it; these are served when the
// last has left.
TEST(ExtentLocks, AGroupHasItsObjectTogether) {
  LockBench bench;
  for (NodeId client = 1; client <= 2; ++client) {
    const StorageRequest& member = bench.ask(client, client * 1_MiB, 1_MiB, true, LockReach::group);
    ASSERT_TRUE(bench.has(member));
    EXPECT_EQ(member.offset_in_object, 0_B);
    EXPECT_EQ(member.length, kEnd);
  }
  EXPECT_TRUE(bench.called.empty());
  const StorageRequest& outsider = bench.ask(9, 0_B, 4_KiB, false);
  EXPECT_EQ(bench.called, (std::vector<NodeId>{1, 2}));
  EXPECT_TRUE(bench.has(bench.ask(3, 0_B, 1_MiB, true, LockReach::group)));
  for (const NodeId member : {1, 2}) bench.locks.cancel(7, member);
  EXPECT_FALSE(bench.has(outsider));
  bench.locks.cancel(7, 3);
  EXPECT_TRUE(bench.has(outsider));
  EXPECT_FALSE(bench.has(bench.ask(1, 0_B, 1_MiB, true, LockReach::group)));
}

// What a client gave up before it knew of a grant is called back once more, for who waits.
TEST(ExtentLocks, AGrantThatACancelDoesNotKnowIsCalledBackAgain) {
  LockBench bench;
  const std::uint64_t first = bench.ask(1, 0_B, 1_MiB, true, LockReach::exact).grant;
  bench.ask(1, 1_MiB, 1_MiB, true, LockReach::exact);
  const StorageRequest& wants = bench.ask(2, 0_B, 2_MiB, true);
  EXPECT_EQ(bench.called, std::vector<NodeId>{1});
  bench.locks.cancel(7, 1, ExtentLocks::kWhole, first);
  EXPECT_FALSE(bench.has(wants));
  EXPECT_EQ(bench.called, (std::vector<NodeId>{1, 1}));
  bench.locks.cancel(7, 1);
  EXPECT_TRUE(bench.has(wants));
}

// Readers have the whole of an object side by side, but not beside a writer.
TEST(ExtentLocks, AWholeObjectIsGivenToReadersTogether) {
  LockBench bench;
  StorageRequest to;
  to.object = 7;
  for (to.client = 1; to.client <= 2; ++to.client) EXPECT_GT(bench.locks.give_whole(to), 0u);
  const StorageRequest& writer = bench.ask(5, 1_MiB, 1_MiB, true);
  EXPECT_EQ(bench.called, (std::vector<NodeId>{1, 2}));
  for (const NodeId reader : {1, 2}) bench.locks.cancel(7, reader);
  EXPECT_TRUE(bench.has(writer));
  EXPECT_EQ(bench.locks.give_whole(to), 0u);
}

struct NamedRules {
  const char* name;
  LockRules rules;
};

class LockLaws : public testing::TestWithParam<NamedRules> {};

struct HeldLock {
  NodeId client;
  bool exclusive;
  bool group;
  ExtentLocks::Extent extent;
};

// Takes an extent of a client's locks away, as far as they are known.
void take_away(std::vector<HeldLock>& held, NodeId client, const ExtentLocks::Extent& extent) {
  std::vector<HeldLock> rest;
  for (const HeldLock& one : held) {
    if (one.client != client || !one.extent.overlaps(extent)) {
      rest.push_back(one);
      continue;
    }
    HeldLock part = one;
    part.extent = {one.extent.begin, extent.begin};
    if (part.extent.begin < part.extent.end) rest.push_back(part);
    part.extent = {extent.end, one.extent.end};
    if (part.extent.begin < part.extent.end) rest.push_back(part);
  }
  held = rest;
}

// Clients that ask for anything in any order and answer calls when they like.
class LockCrowd {
 public:
  LockCrowd(const LockRules& rules, std::uint64_t seed)
      : bench_(rules), in_parts_(rules.in_parts), random_(seed, "clients") {}

  bool is_called() const { return answered_ < bench_.calls.size(); }
  bool all_served() const { return bench_.grants.size() == bench_.requests.size(); }
  void do_something() {
    if (is_called() && random_.below(2) == 0) return answer();
    StorageRequest want;
    want.client = static_cast<NodeId>(random_.below(6));
    want.offset_in_object = Bytes::count(static_cast<std::int64_t>(random_.below(64))) * 100'000;
    want.length = Bytes::count(1 + static_cast<std::int64_t>(random_.below(1'500'000)));
    want.exclusive = random_.below(2) == 0;
    if (!in_parts_ && want.exclusive) want.reach = static_cast<LockReach>(random_.below(3));
    asked_.push_back(want);
    bench_.ask(want.client, want.offset_in_object, want.length, want.exclusive, want.reach);
    look();
  }
  void answer() {
    const ExtentLocks::Call call = bench_.calls[answered_++];
    ExtentLocks::Extent given = ExtentLocks::kWhole;
    if (in_parts_) given = {call.wanted.begin, random_.below(2) == 0 ? kEnd : call.wanted.end};
    take_away(held_, call.client, given);
    bench_.locks.cancel(7, call.client, given);
    look();
  }

 private:
  static ExtentLocks::Extent extent_of(const StorageRequest& request) {
    return {request.offset_in_object, request.offset_in_object + request.length};
  }
  void look() {
    for (; seen_ < bench_.grants.size(); ++seen_) look_at(*bench_.grants[seen_]);
    for (const HeldLock& one : held_)
      for (const HeldLock& other : held_)
        EXPECT_TRUE(one.client == other.client || !(one.exclusive || other.exclusive) ||
                    (one.group && other.group) || !one.extent.overlaps(other.extent));
    EXPECT_EQ(bench_.locks.imbalance(), "");
  }
  void look_at(const LockBench::Asked& got) {
    std::size_t place = 0;
    while (&bench_.requests[place] != &got) ++place;
    const StorageRequest& want = asked_[place];
    if (want.reach == LockReach::exact && got.length == Bytes()) return;
    const bool group = want.reach == LockReach::group;
    EXPECT_LE(extent_of(got).begin, extent_of(want).begin);
    EXPECT_GE(extent_of(got).end, extent_of(want).end);
    if (want.reach == LockReach::exact) {
      EXPECT_LT(extent_of(got).end - extent_of(got).begin, want.length + 8_KiB);
    }
    for (std::size_t i = 0; i < place && !group; ++i) {
      const bool excludes = asked_[i].exclusive || want.exclusive;
      const bool passed = excludes && extent_of(asked_[i]).overlaps(extent_of(want));
      EXPECT_TRUE(!passed || bench_.has(bench_.requests[i])) << "passed by";
    }
    held_.push_back({got.client, got.exclusive, group, extent_of(got)});
  }

  LockBench bench_;
  bool in_parts_;
  RandomStream random_;
  std::vector<HeldLock> held_;
  std::vector<StorageRequest> asked_;
  std::size_t seen_ = 0, answered_ = 0;
};

// At every instant no lock to write overlaps another's outside of its group, each grant has what was asked
// for and no more where that was said, nobody is passed by one who came later and wants the same bytes but
// for members of a group, and nobody waits whom nothing keeps from being served. In the end all are.
TEST_P(LockLaws, HoldForAnythingThatClientsDo) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    LockCrowd crowd(GetParam().rules, seed);
    for (int i = 0; i < 300; ++i) crowd.do_something();
    while (crowd.is_called()) crowd.answer();
    EXPECT_TRUE(crowd.all_served()) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Stores, LockLaws,
                         testing::Values(NamedRules{"lustre", Lustre::lock_rules()},
                                         NamedRules{"gpfs", rules_of_tokens()}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace headrace
