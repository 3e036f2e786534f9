#include "models/data/mixture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "sim/random.h"

namespace headrace {
namespace {

std::vector<std::size_t> sets_of(const Mixture& mixture, std::int64_t from, std::int64_t count) {
  std::vector<std::size_t> sets;
  for (std::int64_t i = from; i < from + count; ++i) sets.push_back(mixture.at(i).set);
  return sets;
}

// Samples of a set with the share w are due at (j + 1/2) / w: with 0.7 and 0.3 at 0.71, 2.14, 3.57, 5, 6.43,
// … and at 1.67, 5, 8.33, ….
TEST(Mixture, TakesWhatIsDueFirst) {
  const double weights[] = {0.7, 0.3};
  EXPECT_EQ(sets_of(Mixture(weights, 0), 0, 10), (std::vector<std::size_t>{0, 1, 0, 0, 0, 1, 0, 0, 1, 0}));
  const double doubled[] = {14, 6};
  EXPECT_EQ(sets_of(Mixture(doubled, 0), 0, 10), sets_of(Mixture(weights, 0), 0, 10))
      << "weights need no sum";
}

TEST(Mixture, OfOneSetIsThatSetInOrder) {
  const double weights[] = {3.0};
  const Mixture mixture(weights, 12'345);
  for (std::int64_t i : {0, 1, 2, 1'000'000}) {
    EXPECT_EQ(mixture.at(i).set, 0u);
    EXPECT_EQ(mixture.at(i).index, i);
  }
  EXPECT_EQ(mixture.drawn(77), std::vector<std::int64_t>{77});
}

// Law: of the first n samples, a set has n w, give or take less than 1 + (K - 2) w; each of its samples comes
// once, in order; and at() counts as drawn() does.
TEST(Mixture, GivesEachSetItsShareOfEveryBeginning) {
  RandomStream draws(7, "mixtures");
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<double> weights(1 + draws.below(trial < 30 ? 2 : 9));
    for (double& weight : weights) weight = 1 + static_cast<double>(draws.below(100));
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    const Mixture mixture(weights, static_cast<std::int64_t>(draws.below(1000)));
    std::vector<std::int64_t> counts(weights.size());
    for (std::int64_t n = 1; n <= 500; ++n) {
      const Mixture::Draw draw = mixture.at(n - 1);
      ASSERT_EQ(draw.index, counts[draw.set]++);
      ASSERT_EQ(mixture.drawn(n), counts);
      for (std::size_t set = 0; set < weights.size(); ++set) {
        const double share = weights[set] / all;
        const double most = 1 + (static_cast<double>(weights.size()) - 2) * share;
        ASSERT_LT(std::abs(static_cast<double>(counts[set]) - static_cast<double>(n) * share), most + 1e-6)
            << "set " << set << " of " << weights.size() << " after " << n;
      }
    }
  }
}

// Sequences that begin a batch apart are pieces of one: together they hold the samples of it.
TEST(Mixture, MayBeginWithinTheCommonSequence) {
  const double weights[] = {0.5, 0.25, 0.25};
  const Mixture whole(weights, 0);
  std::vector<std::int64_t> pieces(3);
  for (std::int64_t rank = 0; rank < 8; ++rank) {
    const std::vector<std::int64_t> own = Mixture(weights, rank * 4).drawn(4);
    EXPECT_EQ(own, (std::vector<std::int64_t>{2, 1, 1}));
    for (std::size_t set = 0; set < 3; ++set) pieces[set] += own[set];
  }
  EXPECT_EQ(pieces, whole.drawn(32));
  std::map<std::size_t, int> first;  // With one sample a batch, ranks side by side begin with other sets.
  for (std::int64_t rank = 0; rank < 8; ++rank) ++first[Mixture(weights, rank).at(0).set];
  EXPECT_EQ(first, (std::map<std::size_t, int>{{0, 4}, {1, 2}, {2, 2}}));
}

TEST(Mixture, KeepsSharesOverLongRuns) {
  const double weights[] = {1, 1e-6};
  const std::int64_t most = Mixture::kMostSamples;
  const std::vector<std::int64_t> drawn = Mixture(weights, 0).drawn(most);
  EXPECT_EQ(drawn[0] + drawn[1], most);
  EXPECT_NEAR(static_cast<double>(drawn[1]), static_cast<double>(most) * 1e-6, 5) << "a billionth of a share";
}

}  // namespace
}  // namespace headrace
