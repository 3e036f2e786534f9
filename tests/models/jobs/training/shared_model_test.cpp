#include "models/jobs/training/shared_model.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "sim/task_group.h"

namespace headrace {
namespace {

std::string passes(std::int64_t stage, std::int64_t stages, std::int64_t batches) {
  RankPlace place;
  place.stage = stage;
  place.pipeline = stages;
  std::string text;
  for (std::int64_t i = 0; i < 2 * batches; ++i)
    text += pass_at(place, batches, i) == Pass::forward ? 'F' : 'B';
  return text;
}

// One forward, one back, once the stages behind have a batch each.
TEST(SharedModel, PassesAreOneForwardOneBack) {
  EXPECT_EQ(passes(0, 4, 4), "FFFFBBBB");
  EXPECT_EQ(passes(0, 4, 6), "FFFFBFBFBBBB");
  EXPECT_EQ(passes(2, 4, 4), "FFBFBFBB");
  EXPECT_EQ(passes(3, 4, 3), "FBFBFB");
  EXPECT_EQ(passes(0, 8, 2), "FFBB");
  EXPECT_EQ(passes(0, 1, 2), "FBFB");
}

// Law: each stage makes as many passes of each kind, and none back before one forward.
TEST(SharedModel, WhatGoesForwardComesBack) {
  for (std::int64_t stages = 1; stages < 7; ++stages) {
    for (std::int64_t batches = 1; batches < 9; ++batches) {
      for (std::int64_t stage = 0; stage < stages; ++stage) {
        std::int64_t ahead = 0;
        for (const char pass : passes(stage, stages, batches)) {
          ahead += pass == 'F' ? 1 : -1;
          EXPECT_GE(ahead, 0);
          EXPECT_LE(ahead, stages - stage);
        }
        EXPECT_EQ(ahead, 0);
      }
    }
  }
}

// Two nodes of two ranks with ports of 1 GB/s, 2 us from each other.
class SharedModelTest : public testing::Test {
 protected:
  SharedModelTest() {
    NodeSpec spec;
    spec.nic.bandwidth = 1_GBps;
    spec.nic.efficiency = 1;
    for (NodeId n = 0; n < 2; ++n) {
      Seat seat;
      seat.node = &nodes_.emplace_back(Scope(sim_, metrics_, "node/" + std::to_string(n)), spec, network_, n);
      seats_.insert(seats_.end(), 2, seat);
    }
    plan_.batch = 3'000'000_B;
    plan_.inside = {5_us, 1_GBps};
  }
  SharedModel model(std::int64_t tensor, std::int64_t pipeline) {
    ParallelismSpec parallelism;
    parallelism.tensor = tensor;
    parallelism.pipeline = pipeline;
    return SharedModel(Scope(sim_, metrics_, "model"), seats_, parallelism, plan_);
  }
  // Sends what a pass made, and returns how long after that it is there.
  Duration time_to(SharedModel& model, RankId from, RankId to, Pass pass) {
    Duration taken = Duration::max();
    TaskGroup ranks(sim_);
    ranks.spawn("receiver", receive(model, to, pass, taken));
    model.send(from, pass);
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    return taken;
  }
  Task<> receive(SharedModel& model, RankId rank, Pass pass, Duration& taken) {
    const std::optional<Time> sent = co_await model.arrivals(rank, pass).pop();
    taken = sim_.now() - *sent;
  }

  Simulation sim_;
  Metrics metrics_;
  Network network_ = Network(Scope(sim_, metrics_, "network"), NetworkSpec());
  std::deque<Node> nodes_;
  std::vector<Seat> seats_;
  SharedModel::Plan plan_;
};

TEST_F(SharedModelTest, StagesSendToTheNextAndBack) {
  SharedModel four = model(1, 4);
  EXPECT_EQ(four.sender(0, Pass::forward), std::nullopt);
  EXPECT_EQ(four.sender(1, Pass::forward), 0);
  EXPECT_EQ(four.sender(1, Pass::backward), 2);
  EXPECT_EQ(four.sender(3, Pass::backward), std::nullopt);
  SharedModel two = model(2, 2);  // Each of a tensor sends to its like.
  EXPECT_EQ(two.sender(2, Pass::forward), 0);
  EXPECT_EQ(two.sender(3, Pass::forward), 1);
}

// Inside a node 5 us + 2 MB / 1 GB/s, between nodes 2 us + 2 MB / 1 GB/s; nothing is there at once.
TEST_F(SharedModelTest, WhatIsSentTakesItsWay) {
  plan_.step.activation_size = 2'000'000_B;
  SharedModel sends = model(1, 4);
  EXPECT_EQ(time_to(sends, 0, 1, Pass::forward), 2'005_us);
  EXPECT_EQ(time_to(sends, 1, 2, Pass::forward), 2'002_us);
  EXPECT_EQ(time_to(sends, 2, 1, Pass::backward), 2'002_us);
  plan_.step.activation_size = Bytes();
  SharedModel says = model(1, 4);
  EXPECT_EQ(time_to(says, 1, 2, Pass::forward), Duration());
}

// A reader sends a batch of 3 MB on inside its node: 5 us + 3 MB / 1 GB/s.
TEST_F(SharedModelTest, AReaderHandsItsBatchesRound) {
  EXPECT_EQ(model(2, 2).handing_round(), 3'005_us);
  EXPECT_EQ(model(1, 4).handing_round(), Duration());
  plan_.step.readers = BatchReaders::all_of_tensor;
  EXPECT_EQ(model(2, 2).handing_round(), Duration());
}

TEST_F(SharedModelTest, RanksMeetThoseOfTheirTensorAndOfTheirModel) {
  SharedModel two = model(2, 1);
  EXPECT_EQ(&two.tensor(0), &two.tensor(1));
  EXPECT_NE(&two.tensor(1), &two.tensor(2));
  EXPECT_NE(&two.replica(1), &two.replica(2));
  SharedModel four = model(2, 2);
  EXPECT_EQ(&four.replica(0), &four.replica(3));
  EXPECT_NE(&four.tensor(0), &four.tensor(3));
}

}  // namespace
}  // namespace headrace
