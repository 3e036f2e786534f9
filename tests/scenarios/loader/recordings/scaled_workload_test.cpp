#include "scenarios/loader/recordings/scaled_workload.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

// A loader of 8 ranks on 2 nodes, batch 4, 100 steps of 200 ms, 3,200 files.
InferredLoader recorded() {
  InferredLoader found;
  found.ranks = {8, 1, ""};
  found.nodes = {2, 1, ""};
  found.batch_size = {4, 1, ""};
  found.steps = {100, 1, ""};
  found.epochs = {2, 1, ""};
  found.files = {3200, 1, ""};
  found.read_threads = {4, 1, ""};
  found.batches_ahead = {2, 1, ""};
  found.computation_time = {200_ms, 1, ""};
  found.tensor_length = {1_MiB, 1, ""};
  return found;
}

bool has(const ScaledPoint& point, const std::string& override_of) {
  return std::find(point.overrides.begin(), point.overrides.end(), override_of) != point.overrides.end();
}

// Weak: files grow with the ranks, 3,200 x 32 / 8; the steps of a rank stay; 4 ranks a node.
TEST(ScaledWorkload, WeakKeepsWhatARankReads) {
  const auto point = scaled_to(recorded(), {ScaleWay::weak}, 32, {"clients", 4});
  ASSERT_TRUE(point);
  EXPECT_EQ(point->nodes, 8);
  EXPECT_DOUBLE_EQ(point->doublings, 2);
  EXPECT_TRUE(has(*point, "jobs.train.workload.dataset.files=12800"));
  EXPECT_TRUE(has(*point, "jobs.train.workload.training.total_training_steps=100"));
  EXPECT_TRUE(has(*point, "jobs.train.workload.loader.prefetch_size=8"));
  EXPECT_TRUE(has(*point, "platform.nodes.clients.count=8"));
}

// Strong: the files stay, and 100 steps of 8 ranks are 25 of 32.
TEST(ScaledWorkload, StrongSharesTheFiles) {
  const auto point = scaled_to(recorded(), {ScaleWay::strong}, 32, {"clients", 8});
  ASSERT_TRUE(point);
  EXPECT_TRUE(has(*point, "jobs.train.workload.dataset.files=3200"));
  EXPECT_TRUE(has(*point, "jobs.train.workload.training.total_training_steps=25"));
  EXPECT_FALSE(has(*point, "platform.nodes.clients.count=8")) << "the platform has them";
}

// Twice the batch: half of the steps, each of twice the computation; a doubling away from the recording.
TEST(ScaledWorkload, AnotherBatchComputesInProportion) {
  const auto point = scaled_to(recorded(), {ScaleWay::weak, 8}, 8, {});
  ASSERT_TRUE(point);
  EXPECT_DOUBLE_EQ(point->doublings, 1);
  EXPECT_TRUE(has(*point, "jobs.train.workload.loader.batch_size=8"));
  EXPECT_TRUE(has(*point, "jobs.train.workload.training.total_training_steps=50"));
  EXPECT_TRUE(has(*point, "jobs.train.workload.training.computation_time=400000 us"));
}

TEST(ScaledWorkload, RefusesHalfFilledNodesAndRunsWithoutAStep) {
  EXPECT_FALSE(scaled_to(recorded(), {}, 10, {})) << "4 ranks share a node";
  EXPECT_TRUE(scaled_to(recorded(), {}, 2, {})) << "fewer than a node has";
  EXPECT_FALSE(scaled_to(recorded(), {ScaleWay::strong}, 1600, {})) << "half a step";
}

TEST(ScaledWorkload, SaysWhatItAssumes) {
  const InferredLoader found = recorded();
  const ScalePlaces places{"clients", 4};
  const ScaleWish wish{ScaleWay::weak, 8};
  const auto all = assumptions_of(found, wish, {*scaled_to(found, wish, 32, places)}, places);
  const auto any = [&](const std::string& words) {
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string& one) { return one.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(any("weak: a rank reads 400 samples"));
  EXPECT_TRUE(any("computation grows in proportion"));
  EXPECT_TRUE(any("8 nodes in 'clients' where it has 4"));
}

// What is sure has no alternative; what is not has others, none of which is the value itself.
TEST(ScaledWorkload, HasAlternativesOfWhatIsNotSure) {
  EXPECT_TRUE(alternatives_of(recorded(), 50_s).empty());
  InferredLoader doubtful = recorded();
  doubtful.computation_time = {Duration(), 0.1, ""};
  doubtful.read_threads.confidence = 0.3;
  const auto all = alternatives_of(doubtful, 50_s);
  ASSERT_EQ(all.size(), 5u);
  // 50 s over 200 steps: a step takes 250 ms at most.
  EXPECT_EQ(all[2].loader.computation_time.value, 250_ms);
  EXPECT_EQ(all[3].what, "read_threads 2");
  EXPECT_EQ(all[4].loader.read_threads.value, 8);
}

}  // namespace
}  // namespace headrace
