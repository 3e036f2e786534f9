// Random placement is balls in bins: with F files of one stripe on N targets, P(a target is idle) = (1 -
// 1/N)^F.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "models/placement/policy.h"

namespace headrace {
namespace {

std::unique_ptr<PlacementPolicy> random_placement(std::int64_t targets, std::uint64_t seed = 1) {
  return Chosen<PlacementPolicy>("random").make({targets, RandomStream(seed, "placement")});
}

// Striping: Each set of files is a trial. The variance of the idle targets of one is below N P (1 - P), as
// fills of bins are negatively correlated; the trials are so many that 3 % are five deviations of the mean or
// more.
TEST(RandomPlacement, LeavesAsManyTargetsIdleAsBallsInBins) {
  for (const auto& [targets, files] :
       {std::pair<std::int64_t, std::int64_t>{8, 8}, {64, 64}, {64, 160}, {300, 40}}) {
    const double idle = std::pow(1 - 1.0 / static_cast<double>(targets), static_cast<double>(files));
    const double needed = 25 * (1 - idle) / (idle * 0.03 * 0.03 * static_cast<double>(targets));
    const auto trials = static_cast<std::int32_t>(std::ceil(needed));
    const auto placement = random_placement(targets);
    std::int64_t found = 0;
    for (std::int32_t set = 0; set < trials; ++set) {
      std::vector<bool> used(static_cast<std::size_t>(targets));
      for (std::int64_t i = 0; i < files; ++i)
        used[static_cast<std::size_t>(placement->existing(FileId{set, i}, 1))] = true;
      for (const bool one : used) found += one ? 0 : 1;
    }
    EXPECT_NEAR(static_cast<double>(found) / static_cast<double>(targets) / trials, idle, 0.03 * idle)
        << files << " files on " << targets << " targets";
  }
}

TEST(RandomPlacement, IsADrawOfTheFileAndTheSeed) {
  const auto one = random_placement(1000), other = random_placement(1000, 2);
  int same_seed = 0, same_set = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::int32_t here = one->existing(FileId{0, i}, 1);
    EXPECT_EQ(one->created(FileId{0, i}, 4, {}), here);
    same_seed += here == other->existing(FileId{0, i}, 1) ? 1 : 0;
    same_set += here == one->existing(FileId{1, i}, 1) ? 1 : 0;
  }
  EXPECT_LT(same_seed, 8);  // One expected, of 1000 targets.
  EXPECT_LT(same_set, 8);
}

}  // namespace
}  // namespace headrace
