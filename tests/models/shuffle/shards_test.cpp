#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/shuffle/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// Samples k n to k n + n - 1 of file k come one after another, each file once: 6 files of 4 samples and 2
// samples left over, two ranks of 13.
TEST(ShardsShuffle, PermutesFilesAndNotWhatIsInThem) {
  ShufflePolicy::Context context;
  context.samples = 26;
  context.samples_per_file = 4;
  context.ranks = 2;
  context.seed = 7;
  const auto policy = chosen<ShufflePolicy>("shards").make(context);
  std::vector<std::vector<SampleId>> epochs;
  for (std::int64_t epoch = 1; epoch <= 8; ++epoch) {
    std::vector<SampleId> all;
    for (RankId rank = 0; rank < 2; ++rank) {
      const auto order = policy->order(epoch, rank);
      ASSERT_EQ(order->size(), 13);
      for (std::int64_t i = 0; i < order->size(); ++i) all.push_back(order->at(i));
    }
    std::vector<SampleId> files;
    for (std::size_t i = 0; i < 24; i += 4) {
      files.push_back(all[i] / 4);
      for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(all[i + k], all[i] / 4 * 4 + static_cast<SampleId>(k));
    }
    EXPECT_EQ(all[24], 24);
    EXPECT_EQ(all[25], 25);
    epochs.push_back(files);
    std::sort(files.begin(), files.end());
    EXPECT_EQ(files, (std::vector<SampleId>{0, 1, 2, 3, 4, 5}));
  }
  std::sort(epochs.begin(), epochs.end());
  EXPECT_GT(std::unique(epochs.begin(), epochs.end()) - epochs.begin(), 6)
      << "epochs have orders of their own";
}

}  // namespace
}  // namespace headrace
