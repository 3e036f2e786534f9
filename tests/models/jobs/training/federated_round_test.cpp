// Rounds of federated training.

#include <gtest/gtest.h>

#include <algorithm>

#include "models/jobs/training/rank.h"
#include "tests/models/support/budget.h"
#include "tests/models/support/rank_rig.h"

namespace headrace {
namespace {

// Rounds of two batches of 100 ms, and a model that takes a second each way.
JobSpec federated(std::int64_t files, std::int64_t participants = -1) {
  JobSpec spec = synthetic(files, 1);
  spec.step.emplace().micro_batches = 2;
  FederatedSpec& rounds = spec.step->federated.emplace();
  rounds.model_size = 10'000'000_B;
  rounds.bandwidth = 10_MBps;
  rounds.participants = participants;
  return spec;
}

// A round lasts 2 x bytes / link + k t: 2 s + 2 x 100 ms.
TEST(FederatedRound, LastsTwiceTheLinkAndItsBatches) {
  const RankRig rig(federated(80), 4);
  EXPECT_EQ(rig.result.epochs[0].steps, 10);
  EXPECT_EQ(rig.result.end.since_start(), 10 * 2200_ms);
  EXPECT_EQ(rig.result.samples_done, 80);
  EXPECT_EQ(rig.result.step->participants, 4);
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(spent(rig.result, rank, Cause::network_wait), 10 * 2_s);
    EXPECT_EQ(spent(rig.result, rank, Cause::compute), 10 * 200_ms);
    EXPECT_EQ(spent(rig.result, rank, Cause::idle), Duration());
  }
}

// Its slowest participant ends it: one whose node takes 3 times as long, 2 s + 600 ms.
TEST(FederatedRound, LastsAsItsSlowestParticipant) {
  NodeSpec node = free_node();
  node.slow_nodes.emplace();
  node.slow_nodes->factor = 3;
  node.slow_nodes->numbers = {2};
  const RankRig rig(federated(80), 4, node);
  EXPECT_EQ(rig.result.end.since_start(), 10 * 2600_ms);
  EXPECT_EQ(spent(rig.result, 0, Cause::barrier_wait, Activity::compute), 10 * 400_ms);
}

// With links of their own, max over clients of 2 x link + k t; the others wait for the slowest one's link.
TEST(FederatedRound, LastsAsItsSlowestLink) {
  JobSpec spec = federated(80);
  spec.step->federated->spread = 1;
  const RankRig rig(spec, 4);
  Duration slowest;
  for (std::int64_t rank = 0; rank < 4; ++rank)
    slowest = std::max(slowest, spent(rig.result, rank, Cause::network_wait));
  EXPECT_EQ(rig.result.end.since_start(), slowest + 10 * 200_ms);
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    const Duration own = spent(rig.result, rank, Cause::network_wait);
    EXPECT_EQ(spent(rig.result, rank, Cause::barrier_wait, Activity::port), slowest - own);
    EXPECT_EQ(spent(rig.result, rank), rig.result.end.since_start());
  }
}

// Who is not drawn is idle for the round: of 100 rounds of 1 of 4 clients, 300 x 2.2 s.
TEST(FederatedRound, OthersSitOut) {
  const RankRig rig(federated(800, 1), 4);
  EXPECT_EQ(rig.result.epochs[0].steps, 100);
  EXPECT_EQ(rig.result.samples_done, 100 * 2);
  EXPECT_EQ(rig.result.end.since_start(), 100 * 2200_ms);
  Duration idle;
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    idle += spent(rig.result, rank, Cause::idle);
    EXPECT_EQ(spent(rig.result, rank, Cause::barrier_wait), Duration());
    EXPECT_EQ(spent(rig.result, rank), rig.result.end.since_start());
  }
  EXPECT_EQ(idle, 300 * 2200_ms);
  // Figures are those of who takes part: 2 samples and 200 ms of computation in 2.2 s.
  EXPECT_NEAR(*rig.result.samples_per_second, 2 / 2.2, 0.001);
  EXPECT_NEAR(*rig.result.au_percent, 100 * 0.2 / 2.2, 0.01);
}

}  // namespace
}  // namespace headrace
