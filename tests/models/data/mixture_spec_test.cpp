#include "models/data/mixture_spec.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

MixtureSpec mixture_of(std::int64_t text, std::int64_t images) {
  MixtureSpec spec;
  spec.sets.resize(2);
  spec.sets[0].second.weight = 0.7;
  spec.sets[0].second.data.files = text / 10;
  spec.sets[0].second.data.samples_per_file = 10;
  spec.sets[1].second.weight = 0.3;
  spec.sets[1].second.data.files = images;
  return spec;
}

// A set with N samples and the share w lasts for N / w samples of the mixture: 7,000 / 0.7 = 10,000 and
// 1,500 / 0.3 = 5,000.
TEST(MixtureSpec, EndsItsEpochWithTheSetThatDecides) {
  MixtureSpec spec = mixture_of(7000, 1500);
  EXPECT_EQ(spec.samples_of_epoch(), 5000);
  spec.epoch_ends = EpochEnd::all_exhausted;
  EXPECT_EQ(spec.samples_of_epoch(), 10'000);
  for (auto& [name, set] : spec.sets) set.weight *= 10;
  EXPECT_EQ(spec.samples_of_epoch(), 10'000);
}

TEST(MixtureSpec, CountsWholeSamples) {
  MixtureSpec spec = mixture_of(7000, 1000);  // 3,333.3
  EXPECT_EQ(spec.samples_of_epoch(), 3333);
  spec = mixture_of(100, 1000);  // 142.9 and 3,333.3
  spec.epoch_ends = EpochEnd::all_exhausted;
  EXPECT_EQ(spec.samples_of_epoch(), 3334);
  EXPECT_EQ(MixtureSpec().samples_of_epoch(), 0);
}

TEST(MixtureSpec, OfMoreThanCanBeCountedIsTheMost) {
  MixtureSpec spec = mixture_of(10, 10);
  for (auto& [name, set] : spec.sets) set.data.files = set.data.samples_per_file = 1'000'000'000'000;
  EXPECT_EQ(spec.samples_of_epoch(), 4'000'000'000'000'000'000);
}

}  // namespace
}  // namespace headrace
