// The laws of every placement: a file begins on a target that there is, where it lies is a function of the
// seed and of what was asked, and where nothing is loaded each target gets its share.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "models/placement/policy.h"

namespace headrace {
namespace {

class EveryPlacement : public testing::TestWithParam<std::size_t> {
 protected:
  static std::unique_ptr<PlacementPolicy> make(std::int64_t targets, std::uint64_t seed = 1) {
    return Chosen<PlacementPolicy>(PlacementPolicy::table()[GetParam()].name)
        .make({targets, RandomStream(seed, "placement")});
  }
  static FileId file(std::int64_t index, std::int32_t set = 0) { return FileId{set, index}; }
};

TEST_P(EveryPlacement, NamesATargetThatThereIs) {
  RandomStream draws(2, "files");
  for (const std::int64_t targets : {1, 2, 7, 100}) {
    const auto placement = make(targets);
    std::vector<std::int64_t> load(static_cast<std::size_t>(targets));
    for (int i = 0; i < 2000; ++i) {
      for (std::int64_t& one : load) one = static_cast<std::int64_t>(draws.below(5)) << 60;
      for (std::int64_t& one : load) one >>= 10;
      const FileId id = file(static_cast<std::int64_t>(draws.below(1ULL << 60)), i % 5);
      const auto stripes = 1 + static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(targets)));
      for (const std::int32_t first :
           {placement->existing(id, stripes), placement->created(id, stripes, load)}) {
        ASSERT_GE(first, 0);
        ASSERT_LT(first, targets);
      }
    }
  }
}

// Where an existing file lies does not depend on what was asked or created before.
TEST_P(EveryPlacement, ExistingFilesStayWhereTheyAre) {
  const auto one = make(13), other = make(13);
  const std::vector<std::int64_t> load = {5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7};
  for (int i = 999; i >= 0; --i) {
    other->created(file(i, 1), 2, load);
    other->existing(file(i), 2);
  }
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(one->existing(file(i), 2), other->existing(file(i), 2));
}

TEST_P(EveryPlacement, IsTheSameForTheSameSeed) {
  const auto one = make(13), other = make(13);
  RandomStream draws(3, "load");
  std::vector<std::int64_t> load(13);
  for (int i = 0; i < 1000; ++i) {
    for (std::int64_t& bytes : load) bytes = static_cast<std::int64_t>(draws.below(3));
    ASSERT_EQ(one->created(file(i), 3, load), other->created(file(i), 3, load));
  }
}

// F files on N idle targets: F / N each, +- sqrt(F / N) where each goes by chance; five deviations.
TEST_P(EveryPlacement, UsesEveryTargetOfAnIdleSystem) {
  constexpr std::int64_t kTargets = 16, kShare = 2500;
  const auto placement = make(kTargets);
  const std::vector<std::int64_t> idle(kTargets);
  std::vector<double> created(kTargets), existing(kTargets);
  for (std::int64_t i = 0; i < kTargets * kShare; ++i) {
    ++created[static_cast<std::size_t>(placement->created(file(i, 1), 1, idle))];
    ++existing[static_cast<std::size_t>(placement->existing(file(i, 2), 1))];
  }
  for (std::size_t i = 0; i < kTargets; ++i) {
    EXPECT_NEAR(created[i], kShare, 5 * std::sqrt(kShare)) << i;
    EXPECT_NEAR(existing[i], kShare, 5 * std::sqrt(kShare)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryPlacement,
                         testing::Range<std::size_t>(0, PlacementPolicy::table().size()),
                         [](const auto& row) {
                           return std::string(PlacementPolicy::table()[row.param].name);
                         });

TEST(PlacementTable, BeginsWithRoundRobin) {
  EXPECT_EQ(Chosen<PlacementPolicy>().name(), "round_robin");
  for (const auto& row : PlacementPolicy::table()) EXPECT_FALSE(row.meaning.ends_with('.')) << row.name;
}

}  // namespace
}  // namespace headrace
