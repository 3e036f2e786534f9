#include <gtest/gtest.h>

#include "models/shuffle/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// 10 samples, 4 ranks: blocks of 3, 3, 2, 2.
TEST(SequentialShuffle, ReadsItsBlockInOrderInEveryEpoch) {
  ShufflePolicy::Context context;
  context.samples = 10;
  context.ranks = 4;
  const auto policy = chosen<ShufflePolicy>("sequential").make(context);
  constexpr SampleId kBegin[] = {0, 3, 6, 8, 10};
  for (std::int64_t epoch = 1; epoch <= 3; ++epoch)
    for (RankId rank = 0; rank < 4; ++rank) {
      const auto order = policy->order(epoch, rank);
      ASSERT_EQ(order->size(), kBegin[rank + 1] - kBegin[rank]);
      for (std::int64_t i = 0; i < order->size(); ++i) EXPECT_EQ(order->at(i), kBegin[rank] + i);
    }
}

}  // namespace
}  // namespace headrace
