#include "models/jobs/training/gradient_exchange.h"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "sim/task_group.h"

namespace headrace {
namespace {

CollectivesSpec ring_of_a_megabyte() {
  CollectivesSpec spec;
  spec.gradient_size = 1'000'000_B;
  spec.algorithm = Chosen<AllReduce>("ring");
  spec.overlap = 0;
  spec.inside_node.latency = 1_us;
  spec.inside_node.bandwidth = 10_GBps;
  spec.between_nodes.latency = 5_us;
  spec.between_nodes.bandwidth = 1_GBps;
  return spec;
}

// Nodes with ports of 1 GB/s, 2 us from each other, and a rank on each seat.
class GradientExchangeTest : public testing::Test {
 protected:
  struct Ends {
    Duration computed, all_computed, summed;
    Duration behind_others = {};  // Part of its time in which the ports carried something else.
    bool operator==(const Ends&) const = default;
  };

  void seat(std::int64_t nodes, std::int64_t ranks) {
    NodeSpec spec;
    spec.nic.bandwidth = 1_GBps;
    spec.nic.efficiency = 1;
    for (std::int64_t n = 0; n < nodes; ++n) {
      Node& node = nodes_.emplace_back(Scope(sim_, metrics_, "node/" + std::to_string(n)), spec, network_,
                                       static_cast<NodeId>(n));
      Seat seat;
      seat.node = &node;
      for (std::int64_t r = 0; r < ranks; ++r) seats_.push_back(seat);
    }
  }
  // Makes one step of all ranks, with their times of computation.
  std::vector<Ends> step(const CollectivesSpec& spec, const std::vector<Duration>& computes) {
    GradientExchange exchange(sim_, "train", spec, seats_);
    std::vector<Ends> ends(computes.size());
    accounts_.resize(computes.size());
    TaskGroup ranks(sim_);
    for (std::size_t r = 0; r < computes.size(); ++r)
      ranks.spawn("rank", one(exchange, static_cast<RankId>(r), computes[r], ends[r]));
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    return ends;
  }
  Task<> one(GradientExchange& exchange, RankId rank, Duration compute, Ends& ends) {
    const StepEnds found = co_await exchange.step(rank, compute, accounts_[static_cast<std::size_t>(rank)]);
    ends.computed = found.computed.since_start();
    ends.all_computed = found.all_computed.since_start();
    ends.summed = sim_.now().since_start();
    ends.behind_others = sim_.now() - found.summed_on_idle_ports;
  }

  // Waits for a batch, which comes from the drives, and makes a step.
  Task<> late(GradientExchange& exchange, RankId rank, Duration wait, Duration compute) {
    RankAccount& account = accounts_[static_cast<std::size_t>(rank)];
    account.start(sim_.now());
    account.begin(Cause::batch_wait);
    co_await sim_.delay(wait);
    account.spend(Activity::device, sim_.now());
    const StepEnds ends = co_await exchange.step(rank, compute, account);
    account.end(ends.all_computed);
  }

  Simulation sim_;
  Metrics metrics_;
  Network network_ = Network(Scope(sim_, metrics_, "network"), NetworkSpec());
  std::deque<Node> nodes_;
  std::vector<Seat> seats_;
  std::deque<RankAccount> accounts_;
};

// The ring of two costs 2 x 5 us + 1 MB / 1 GB/s = 1.01 ms, and of it max(0, cost - overlap x compute) is
// seen.
TEST_F(GradientExchangeTest, LengthensAStepByWhatDoesNotHide) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  EXPECT_EQ(step(spec, {10_ms, 10_ms}), (std::vector<Ends>(2, {10_ms, 10_ms, 11'010_us})));
}

TEST_F(GradientExchangeTest, HidesBehindAShareOfTheComputation) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.overlap = 0.05;
  EXPECT_EQ(step(spec, {10_ms, 10_ms}), (std::vector<Ends>(2, {10_ms, 10_ms, 10'510_us})));
}

TEST_F(GradientExchangeTest, CostsNothingWhereAllOfItHides) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.overlap = 0.75;
  EXPECT_EQ(step(spec, {10_ms, 10_ms}), (std::vector<Ends>(2, {10_ms, 10_ms, 10_ms})));
}

// Compressed to a quarter a ring of two costs 2 x 5 us + 250 kB / 1 GB/s = 260 us, and compression 2 x 1 MB /
// 100 GB/s = 20 us; behind half of 10 ms all of the ring hides, and over the ports 2 us of the network join
// it.
TEST_F(GradientExchangeTest, CompressionSendsLessAndWorks) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.compression.emplace();
  spec.compression->rate = 100_GBps;
  EXPECT_EQ(step(spec, {10_ms, 10_ms}), (std::vector<Ends>(2, {10_ms, 10_ms, 10'280_us})));
}

TEST_F(GradientExchangeTest, NothingHidesCompression) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.compression.emplace();
  spec.compression->rate = 100_GBps;
  spec.overlap = 0.5;
  EXPECT_EQ(step(spec, {10_ms, 10_ms}), (std::vector<Ends>(2, {10_ms, 10_ms, 10'020_us})));
}

TEST_F(GradientExchangeTest, CompressionSendsLessOverThePorts) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.compression.emplace();
  spec.compression->rate = 100_GBps;
  spec.contend = true;
  EXPECT_EQ(step(spec, {10_ms, 10_ms}), (std::vector<Ends>(2, {10_ms, 10_ms, 10'282_us})));
}

// The seats say how many nodes and ranks there are: 2 x 4 by levels is 6 us + 150 us inside and 1.01 ms
// between.
TEST_F(GradientExchangeTest, KnowsItsRanksByTheirSeats) {
  seat(2, 4);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.algorithm = Chosen<AllReduce>("hierarchical");
  EXPECT_EQ(GradientExchange(sim_, "train", spec, seats_).cost().alone(1_GBps), 1'166_us);
}

// On idle ports: steps, then 1 MB at the port's own 1 GB/s, and the network's latency once.
TEST_F(GradientExchangeTest, OnItsPortsItTakesTheirTime) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.contend = true;
  spec.between_nodes.bandwidth = 1_MBps;  // Of no effect.
  EXPECT_EQ(step(spec, {10_ms, 10_ms}), (std::vector<Ends>(2, {10_ms, 10_ms, 11'012_us})));
}

// The same by levels, for eight ranks of whom two send: 6 us + 150 us + 10 us, then as above.
TEST_F(GradientExchangeTest, OneRankOfANodeSendsForAll) {
  seat(2, 4);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.algorithm = Chosen<AllReduce>("hierarchical");
  spec.contend = true;
  EXPECT_EQ(step(spec, std::vector<Duration>(8, 10_ms)),
            (std::vector<Ends>(8, {10_ms, 10_ms, 10_ms + 166_us + 1'002_us})));
  EXPECT_EQ(metrics_.counter("network/node/0/sent", "bytes", Unit::bytes).value(), 1'000'000);
  EXPECT_EQ(metrics_.counter("network/node/1/received", "bytes", Unit::bytes).value(), 1'000'000);
}

// 50 MB of somebody else's leave the first node's port before: 50 ms, and then the 1 MB.
TEST_F(GradientExchangeTest, WaitsForOtherTrafficOfItsPorts) {
  seat(3, 1);
  seats_.pop_back();
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.contend = true;
  network_.send(nodes_[0].port(), nodes_[2].port(), 50'000'000_B, {[](void*, std::uint64_t) {}, nullptr, 0});
  EXPECT_EQ(step(spec, {10_ms, 10_ms}),
            (std::vector<Ends>(2, {10_ms, 10_ms, 51'002_us, 51'002_us - 11'012_us})));
}

// Begun half way through 10 ms of computation it has ended before that has; after 1.2 ms of it, it has not.
TEST_F(GradientExchangeTest, HidesOnItsPortsAsWell) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.contend = true;
  spec.overlap = 0.5;
  EXPECT_EQ(step(spec, {10_ms, 10_ms}), (std::vector<Ends>(2, {10_ms, 10_ms, 10_ms})));
  EXPECT_EQ(step(spec, {1_ms, 1_ms}), (std::vector<Ends>(2, {11_ms, 11_ms, 10_ms + 500_us + 1'012_us})));
}

// A rank that computes for longer holds all back, and that is no time of the network.
TEST_F(GradientExchangeTest, OnItsPortsAllWaitForTheSlowest) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.contend = true;
  EXPECT_EQ(step(spec, {10_ms, 30_ms}),
            (std::vector<Ends>{{10_ms, 30_ms, 31'012_us}, {30_ms, 30_ms, 31'012_us}}));
  const Duration begun = 31'012_us;  // And the other way round.
  EXPECT_EQ(step(spec, {30_ms, 10_ms}),
            (std::vector<Ends>{{begun + 30_ms, begun + 30_ms, begun + 31'012_us},
                               {begun + 10_ms, begun + 30_ms, begun + 31'012_us}}));
}

// The last rank has waited for the drives for 20 ms more and computed for 4 ms longer: the first one waits 20
// ms for them, and 4 ms for its computation.
TEST_F(GradientExchangeTest, OnItsPortsAWaitIsForWhatTheLastDidLonger) {
  seat(2, 1);
  CollectivesSpec spec = ring_of_a_megabyte();
  spec.contend = true;
  GradientExchange exchange(sim_, "train", spec, seats_);
  accounts_.resize(2);
  TaskGroup ranks(sim_);
  ranks.spawn("first", late(exchange, 0, 5_ms, 10_ms));
  ranks.spawn("last", late(exchange, 1, 25_ms, 14_ms));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  std::vector<TimeBudgetRow> rows;
  accounts_[0].add_rows(rows, 0, Cause::barrier_wait, Time() + 39_ms);
  ASSERT_EQ(rows.size(), 2u);
  for (const TimeBudgetRow& row : rows)
    EXPECT_EQ(row.spent, row.activity == Activity::device ? 20_ms : 4_ms) << word(row.activity);
  EXPECT_EQ(accounts_[0].spent(Cause::compute), 10_ms);
}

TEST_F(GradientExchangeTest, AloneThereIsNothingToExchange) {
  seat(1, 1);
  for (const bool contend : {false, true}) {
    CollectivesSpec spec = ring_of_a_megabyte();
    spec.contend = contend;
    const Duration begun = sim_.now().since_start();
    EXPECT_EQ(step(spec, {10_ms})[0].summed, begun + 10_ms);
  }
}

}  // namespace
}  // namespace headrace
