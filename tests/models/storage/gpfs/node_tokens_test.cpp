#include "models/storage/gpfs/node_tokens.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/storage/gpfs/gpfs.h"
#include "sim/random.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

using TokenExtent = NodeTokens::Extent;

const FileInfo kSharedFile = test_file(3, 64_MiB);

// A node alone: what it asks for and gives back is written down.
struct TokenBench final : NodeTokens::Owner {
  void ask(const FileId&, const TokenExtent& extent, bool exclusive) override {
    asks.push_back(extent);
    modes.push_back(exclusive);
  }
  Task<> clean(FileInfo, TokenExtent) override { co_await sim.delay(1_ms); }
  void give_back(const FileId&, const TokenExtent& extent, std::uint64_t last_grant) override {
    given.push_back(extent);
    grant = last_grant;
  }
  bool is_clean(const FileId&) const override { return true; }
  void tell(Account&) const override {}
  void answer(const TokenExtent& extent, std::uint64_t number) {
    tokens.granted(kSharedFile.id, asks.back(), extent, modes.back(), number);
  }
  void settle() { sim.run(); }

  Simulation sim;
  std::vector<TokenExtent> asks;
  std::vector<bool> modes;
  std::vector<TokenExtent> given;
  std::uint64_t grant = 0;
  NodeTokens tokens{sim, *this, 1_MiB, 100};
};

using TokenUse = std::unique_ptr<NodeTokens::Use>;

TokenUse token_use(TokenBench& bench, Bytes begin, Bytes length, bool exclusive = true) {
  const TokenExtent extent{begin, begin + length};
  return std::make_unique<NodeTokens::Use>(bench.tokens, kSharedFile, extent, exclusive, nobody());
}

TEST(NodeTokens, AnAskIsForWholeBlocksAndServesAllWhoWait) {
  TokenBench bench;
  bench.tokens.opened(kSharedFile);
  const TokenUse one = token_use(bench, 47'008_B, 47'008_B);
  const TokenUse two = token_use(bench, 94'016_B, 47'008_B);
  const TokenUse reader = token_use(bench, 0_B, 1_B, false);
  ASSERT_EQ(bench.asks.size(), 1u);
  EXPECT_EQ(bench.asks[0].begin, 0_B);
  EXPECT_EQ(bench.asks[0].end, 1_MiB);
  EXPECT_FALSE(one->active());
  bench.answer(ExtentLocks::kWhole, 1);
  EXPECT_TRUE(one->active() && two->active() && reader->active());
  EXPECT_TRUE(token_use(bench, 60_MiB, 1_MiB)->active());
  EXPECT_EQ(bench.asks.size(), 1u);
}

// What is called back is given when its user ends; who comes meanwhile waits and asks again.
TEST(NodeTokens, WhatIsCalledIsGivenOnceItIsNotUsed) {
  TokenBench bench;
  bench.tokens.opened(kSharedFile);
  TokenUse one = token_use(bench, 0_B, 1_B);
  bench.answer(ExtentLocks::kWhole, 5);
  bench.tokens.called_back(kSharedFile.id, {0_B, 1_MiB});
  const TokenUse late = token_use(bench, 0_B, 1_B);
  EXPECT_FALSE(late->active());
  EXPECT_EQ(bench.tokens.readable_until(kSharedFile.id, 0_B, 8_MiB), 0_B);
  EXPECT_EQ(bench.tokens.readable_until(kSharedFile.id, 1_MiB, 8_MiB), 8_MiB);
  bench.settle();
  EXPECT_TRUE(bench.given.empty());
  one.reset();
  bench.settle();
  ASSERT_EQ(bench.given.size(), 1u);
  EXPECT_EQ(bench.given[0].begin, 0_B);
  EXPECT_EQ(bench.given[0].end, ExtentLocks::kEnd);
  EXPECT_EQ(bench.grant, 5u);
  EXPECT_EQ(bench.asks.size(), 2u);
  EXPECT_EQ(bench.tokens.imbalance(), "");
}

// A file is called from a place on: given is all from there, or up to there where the node is past it. What
// another use on the node needs stays.
TEST(NodeTokens, GivenIsWhatTheOtherGoesOnWith) {
  for (const bool ahead : {true, false}) {
    TokenBench bench;
    bench.tokens.opened(kSharedFile);
    const TokenUse one = token_use(bench, 8_MiB, 1_B);
    bench.answer(ExtentLocks::kWhole, 1);
    const Bytes at = ahead ? 20_MiB : 4_MiB;
    bench.tokens.called_back(kSharedFile.id, {at, at + 1_MiB});
    bench.settle();
    ASSERT_EQ(bench.given.size(), 1u);
    EXPECT_EQ(bench.given[0].begin, ahead ? at : 0_B);
    EXPECT_EQ(bench.given[0].end, ahead ? ExtentLocks::kEnd : at + 1_MiB);
  }
  TokenBench bench;
  bench.tokens.opened(kSharedFile);
  const TokenUse first = token_use(bench, 8_MiB, 1_B);
  bench.answer(ExtentLocks::kWhole, 1);
  const TokenUse far = token_use(bench, 30_MiB, 1_B);
  const TokenUse last = token_use(bench, 2_MiB, 1_B);
  bench.tokens.called_back(kSharedFile.id, {20_MiB, 21_MiB});
  bench.settle();
  EXPECT_EQ(bench.given.back().begin, 20_MiB);
  EXPECT_EQ(bench.given.back().end, 30_MiB);
}

// Of a file that nobody has open all is given.
TEST(NodeTokens, AClosedFileIsGivenWhole) {
  TokenBench bench;
  bench.tokens.opened(kSharedFile);
  token_use(bench, 8_MiB, 1_B).reset();
  bench.answer(ExtentLocks::kWhole, 1);
  bench.tokens.closed(kSharedFile.id);
  bench.tokens.called_back(kSharedFile.id, {20_MiB, 21_MiB});
  bench.settle();
  ASSERT_EQ(bench.given.size(), 1u);
  EXPECT_EQ(bench.given[0].begin, 0_B);
  EXPECT_EQ(bench.given[0].end, ExtentLocks::kEnd);
}

// A call that overtook its grant is answered after it, and who had asked has his turn first.
TEST(NodeTokens, ACallMayOvertakeItsGrant) {
  TokenBench bench;
  bench.tokens.opened(kSharedFile);
  TokenUse one = token_use(bench, 0_B, 1_B);
  bench.tokens.called_back(kSharedFile.id, {0_B, 1_MiB});
  EXPECT_FALSE(one->active());
  bench.answer({0_B, 1_MiB}, 1);
  EXPECT_TRUE(one->active());
  bench.settle();
  EXPECT_TRUE(bench.given.empty());
  one.reset();
  bench.settle();
  EXPECT_EQ(bench.given.size(), 1u);
}

TEST(NodeTokens, BytesThatCameWithATokenAreLacking) {
  TokenBench bench;
  bench.tokens.opened(kSharedFile);
  const TokenUse one = token_use(bench, 0_B, 1_B);
  bench.answer({0_B, 4_MiB}, 1);
  EXPECT_TRUE(one->lacks({0_B, 1_MiB}));
  {
    NodeTokens::Fetch fetch(*one, {0_B, 1_MiB});
    EXPECT_TRUE(one->is_fetched({0_B, 1_MiB}));
    fetch.ended();
  }
  EXPECT_FALSE(one->lacks({0_B, 1_MiB}));
  EXPECT_FALSE(one->is_fetched({0_B, 1_MiB}));
  EXPECT_TRUE(one->lacks({1_MiB, 2_MiB}));
  one->covers({1_MiB, 2_MiB});
  EXPECT_FALSE(one->lacks({1_MiB, 2_MiB}));
}

// Of files that nobody uses the last ones stay.
TEST(NodeTokens, AreKeptOfTheFilesThatWereUsedLast) {
  TokenBench bench;
  NodeTokens tokens(bench.sim, bench, 1_MiB, 2);
  for (std::int64_t i = 0; i < 3; ++i)
    tokens.given_whole(test_file(i, 1_MiB), 7 + static_cast<std::uint64_t>(i));
  bench.settle();
  ASSERT_EQ(bench.given.size(), 1u);
  EXPECT_EQ(bench.grant, 7u);
  tokens.drop_unused();
  EXPECT_EQ(bench.given.size(), 3u);
  EXPECT_EQ(tokens.drop(test_file(2, 1_MiB).id), 0u);
}

// Nodes and a manager, with messages that take any time; those of the manager to a node keep their order.
class TokenCrowd final : public ExtentLocks::Owner {
 public:
  TokenCrowd(std::uint64_t seed, std::size_t nodes) : sim_(seed), random_(seed, "crowd") {
    for (std::size_t i = 0; i < nodes; ++i)
      nodes_.push_back(std::make_unique<Node>(*this, static_cast<NodeId>(i)));
  }

  // Runs so many uses on each node, and says whether all came to their end.
  bool run(int workers, int uses) {
    TaskGroup group(sim_);
    for (const auto& node : nodes_)
      for (int i = 0; i < workers; ++i) group.spawn("works", work(*node, uses));
    const RunEnd end = sim_.run().end;
    EXPECT_EQ(locks_.imbalance(), "");
    for (const auto& node : nodes_) EXPECT_EQ(node->tokens.imbalance(), "");
    return end == RunEnd::finished;
  }

 private:
  struct Asked : StorageRequest {
    TokenExtent wanted;
  };
  struct Node final : NodeTokens::Owner {
    Node(TokenCrowd& of, NodeId is) : crowd(of), number(is) {}
    void ask(const FileId&, const TokenExtent& extent, bool exclusive) override {
      Asked& request = crowd.requests_.emplace_back();
      request.client = number;
      request.exclusive = exclusive;
      request.offset_in_object = extent.begin;
      request.length = extent.end - extent.begin;
      request.wanted = extent;
      messages.spawn_daemon("asks", crowd.enqueue(&request));
    }
    Task<> clean(FileInfo, TokenExtent) override {
      const Duration span = crowd.some(500);
      co_await crowd.sim_.delay(span);
    }
    void give_back(const FileId&, const TokenExtent& extent, std::uint64_t grant) override {
      messages.spawn_daemon("gives", crowd.cancel(number, extent, grant));
    }
    bool is_clean(const FileId&) const override { return true; }
    void tell(Account&) const override {}

    TokenCrowd& crowd;
    NodeId number;
    NodeTokens tokens{crowd.sim_, *this, 1_MiB, 100};
    TaskGroup messages{crowd.sim_};
  };
  struct Active {
    NodeId node;
    TokenExtent extent;
    bool exclusive;
    std::uint64_t use;
  };

  Duration some(std::uint64_t most) {
    return Duration::nanoseconds(1000 * static_cast<std::int64_t>(random_.below(most)));
  }
  Task<> enqueue(Asked* request) {
    const Duration span = some(100);
    co_await sim_.delay(span);
    locks_.enqueue(*request);
  }
  Task<> cancel(NodeId node, TokenExtent extent, std::uint64_t grant) {
    const Duration span = some(100);
    co_await sim_.delay(span);
    locks_.cancel(0, node, extent, grant);
  }
  void granted(StorageRequest& request, std::uint64_t grant) override {
    nodes_[static_cast<std::size_t>(request.client)]->messages.spawn_daemon(
        "grant", bring(static_cast<Asked*>(&request), grant));
  }
  Task<> bring(Asked* request, std::uint64_t grant) {
    co_await sim_.delay(50_us);
    Node& node = *nodes_[static_cast<std::size_t>(request->client)];
    const TokenExtent extent{request->offset_in_object, request->offset_in_object + request->length};
    node.tokens.granted(kSharedFile.id, request->wanted, extent, request->exclusive, grant);
  }
  void call_back(const ExtentLocks::Call& call) override {
    nodes_[static_cast<std::size_t>(call.client)]->messages.spawn_daemon("call", bring_call(call));
  }
  Task<> bring_call(ExtentLocks::Call call) {
    co_await sim_.delay(50_us);
    nodes_[static_cast<std::size_t>(call.client)]->tokens.called_back(kSharedFile.id, call.wanted);
  }

  Task<> work(Node& node, int uses) {
    node.tokens.opened(kSharedFile);
    for (int i = 0; i < uses; ++i) {
      TokenExtent extent;
      extent.begin = Bytes::count(static_cast<std::int64_t>(random_.below(8'000'000)));
      extent.end = extent.begin + Bytes::count(1 + static_cast<std::int64_t>(random_.below(2'500'000)));
      const bool writes = random_.below(2) == 0;
      NodeTokens::Use use(node.tokens, kSharedFile, extent, writes, nobody());
      while (!use.active()) co_await use.changed();
      for (const Active& other : active_) {
        const bool excludes = other.node != node.number && (other.exclusive || writes);
        EXPECT_FALSE(excludes && other.extent.overlaps(extent)) << "two nodes use the same bytes";
      }
      const Active own{node.number, extent, writes, ++uses_};
      active_.push_back(own);
      const Duration span = some(300);
      co_await sim_.delay(span);
      std::erase_if(active_, [&](const Active& one) { return one.use == own.use; });
    }
    node.tokens.closed(kSharedFile.id);
  }

  Simulation sim_;
  RandomStream random_;
  std::deque<Asked> requests_;
  std::vector<Active> active_;
  std::uint64_t uses_ = 0;
  ExtentLocks locks_{*this, rules()};
  std::vector<std::unique_ptr<Node>> nodes_;

  static LockRules rules() {
    GpfsSpec spec;
    spec.block_size = 1_MiB;
    return Gpfs::token_rules(spec);
  }
};

// Whatever nodes do and however long messages take, no two nodes use the same bytes at once unless both read,
// and everybody comes to his end.
TEST(NodeTokens, KeepWritersApartAndLetAllThrough) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    TokenCrowd crowd(seed, 2 + seed % 4);
    EXPECT_TRUE(crowd.run(1 + static_cast<int>(seed % 3), 40)) << seed;
  }
}

}  // namespace
}  // namespace headrace
