#include <gtest/gtest.h>

#include <set>

#include "models/shuffle/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// A rank reads its own block in every epoch, and no two ranks permute theirs alike.
TEST(LocalShuffle, StaysInItsBlock) {
  ShufflePolicy::Context context;
  context.samples = 400;
  context.ranks = 4;
  const auto policy = chosen<ShufflePolicy>("local").make(context);
  std::set<std::vector<SampleId>> orders;
  for (std::int64_t epoch = 1; epoch <= 5; ++epoch)
    for (RankId rank = 0; rank < 4; ++rank) {
      const auto order = policy->order(epoch, rank);
      std::vector<SampleId> in_block;
      for (std::int64_t i = 0; i < 100; ++i) {
        in_block.push_back(order->at(i) - SampleId{rank} * 100);
        EXPECT_GE(in_block.back(), 0);
        EXPECT_LT(in_block.back(), 100);
      }
      EXPECT_TRUE(orders.insert(in_block).second) << "epoch " << epoch << ", rank " << rank;
    }
}

}  // namespace
}  // namespace headrace
