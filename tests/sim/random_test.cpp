#include "sim/random.h"

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace headrace {
namespace {

constexpr std::uint64_t kFirst = 6960469450451601510u;
constexpr std::uint64_t kSecond = 8573022365254332729u;
constexpr std::uint64_t kItem = 3597562653425364781u;

struct Moments {
  double mean = 0;
  double variance = 0;
};

template <class Draw>
Moments moments_of(int n, Draw draw) {
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    const double x = draw();
    sum += x;
    squares += x * x;
  }
  Moments m;
  m.mean = sum / n;
  m.variance = squares / n - m.mean * m.mean;
  return m;
}

TEST(RandomStream, IsAFunctionOfSeedAndName) {
  RandomStream a(1, "ost/3/service");
  RandomStream b(1, "ost/3/service");
  RandomStream other_seed(2, "ost/3/service");
  RandomStream other_name(1, "ost/4/service");
  int equal_seed = 0;
  int equal_name = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t x = a.bits();
    EXPECT_EQ(x, b.bits());
    equal_seed += x == other_seed.bits();
    equal_name += x == other_name.bits();
  }
  EXPECT_EQ(equal_seed + equal_name, 0);
}

// Fixed numbers: a change of them changes the results of every seed ever published.
TEST(RandomStream, NeverChangesItsNumbers) {
  RandomStream stream(42, "golden");
  EXPECT_EQ(stream.bits(), kFirst);
  EXPECT_EQ(stream.bits(), kSecond);
  EXPECT_EQ(stream.at(7).bits(), kItem);
}

// What a stream draws is word i % 4 of block i / 4: Philox4x64-10 under the key of the stream, its counter
// the block and, in the last word, 1. The key of an item is the first half of the block of that item, with a
// 2 there.
TEST(RandomStream, IsPhiloxUnderItsKey) {
  const auto block = [](const std::array<std::uint64_t, 2>& key, std::uint64_t first, std::uint64_t purpose) {
    return r123::Philox4x64()({{first, 0, 0, purpose}}, {{key[0], key[1]}});
  };
  RandomStream stream(42, "philox");
  const std::array<std::uint64_t, 2> key = stream.key();
  for (std::uint64_t i = 0; i < 40; ++i) EXPECT_EQ(stream.bits(), block(key, i / 4, 1)[i % 4]) << i;
  for (const std::uint64_t item : {0U, 1U, 7U}) {
    const auto half = block(key, item, 2);
    EXPECT_EQ(stream.at(item).key(), (std::array<std::uint64_t, 2>{half[0], half[1]})) << item;
  }
}

TEST(RandomStream, TellsApartNamesThatDifferOnlyAtTheirEnds) {
  std::set<std::uint64_t> first;
  std::string name;
  for (int length = 0; length < 70; ++length, name += '\0') first.insert(RandomStream(1, name).bits());
  for (const char* other : {"a", "b", "aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaac"})
    first.insert(RandomStream(1, other).bits());
  EXPECT_EQ(first.size(), 75u);
}

TEST(RandomStream, TellsApartNamesThatDifferInAnyOneLetter) {
  const std::string name(40, 'n');
  std::set<std::uint64_t> first = {RandomStream(1, name).bits()};
  for (std::size_t place = 0; place < name.size(); ++place) {
    std::string other = name;
    other[place] = 'o';
    first.insert(RandomStream(1, other).bits());
  }
  EXPECT_EQ(first.size(), name.size() + 1);
}

TEST(RandomStream, OfAnItemForgetsWhatWasDrawn) {
  RandomStream fresh(1, "sizes");
  RandomStream used(1, "sizes");
  for (int i = 0; i < 7; ++i) used.normal();
  EXPECT_EQ(fresh.at(12).bits(), used.at(12).bits());
  EXPECT_NE(fresh.at(12).bits(), fresh.at(13).bits());
  EXPECT_NE(fresh.at(0).bits(), fresh.bits());
  EXPECT_NE(fresh.at(1).at(2).bits(), fresh.at(2).at(1).bits());
}

// A distribution that kept its second value for later, as the polar method does, would break this.
TEST(RandomStream, DrawsAreAFunctionOfThePosition) {
  RandomStream one(1, "x");
  RandomStream two(1, "x");
  one.bits();
  two.bits();
  const RandomStream copy = one;
  const double drawn = one.normal();
  RandomStream again = copy;
  EXPECT_EQ(drawn, again.normal());
  EXPECT_EQ(two.normal(), drawn);
  EXPECT_EQ(two.exponential(), one.exponential());
  EXPECT_EQ(two.bits(), one.bits());
}

TEST(RandomStream, UniformStaysBelowOneAndFillsItsBins) {
  RandomStream stream(1, "uniform");
  std::vector<int> bins(20);
  constexpr int kDraws = 200000;
  for (int i = 0; i < kDraws; ++i) {
    const double u = stream.uniform();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    ++bins[static_cast<std::size_t>(u * 20)];
  }
  double chi_square = 0;
  for (const int n : bins) chi_square += std::pow(n - kDraws / 20.0, 2) / (kDraws / 20.0);
  EXPECT_LT(chi_square, 43.8);  // 19 degrees of freedom, one in a thousand.
}

// Mean 1 variance 1; 0 and 1; k and k; m and m. Each within 4 standard errors of the mean.
TEST(RandomStream, DistributionsHaveTheirMoments) {
  constexpr int kDraws = 400000;
  const double error = 4 / std::sqrt(static_cast<double>(kDraws));
  RandomStream s(1, "moments");
  const Moments exponential = moments_of(kDraws, [&] { return s.exponential(); });
  EXPECT_NEAR(exponential.mean, 1, error);
  EXPECT_NEAR(exponential.variance, 1, 4 * error);
  const Moments normal = moments_of(kDraws, [&] { return s.normal(); });
  EXPECT_NEAR(normal.mean, 0, error);
  EXPECT_NEAR(normal.variance, 1, 2 * error);
  for (const double k : {0.5, 1.0, 7.0}) {
    const Moments gamma = moments_of(kDraws, [&] { return s.gamma(k); });
    EXPECT_NEAR(gamma.mean, k, error * std::sqrt(k));
    EXPECT_NEAR(gamma.variance, k, error * k * std::sqrt(2 + 6 / k));
  }
  for (const double m : {0.3, 4.0, 50.0}) {
    const Moments poisson = moments_of(kDraws, [&] { return static_cast<double>(s.poisson(m)); });
    EXPECT_NEAR(poisson.mean, m, error * std::sqrt(m));
    EXPECT_NEAR(poisson.variance, m, error * std::sqrt(m + 2 * m * m));
  }
  EXPECT_EQ(s.poisson(0), 0);
}

// Kolmogorov-Smirnov against the distribution function, at one in ten thousand.
TEST(RandomStream, ExponentialAndNormalHaveTheirShape) {
  constexpr int kDraws = 100000;
  const auto distance = [](std::vector<double> x, double (*cdf)(double)) {
    std::sort(x.begin(), x.end());
    double d = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double f = cdf(x[i]);
      const auto n = static_cast<double>(x.size());
      d = std::max(
          {d, std::abs(f - static_cast<double>(i) / n), std::abs(f - static_cast<double>(i + 1) / n)});
    }
    return d * std::sqrt(static_cast<double>(x.size()));
  };
  RandomStream s(1, "shape");
  std::vector<double> exponential(kDraws);
  std::vector<double> normal(kDraws);
  for (double& x : exponential) x = s.exponential();
  for (double& x : normal) x = s.normal();
  EXPECT_LT(distance(exponential, [](double x) { return 1 - std::exp(-x); }), 2.23);
  EXPECT_LT(distance(normal, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }), 2.23);
}

TEST(KeyedPermutation, IsABijectionForEverySmallSize) {
  for (std::uint64_t n = 1; n <= 300; ++n) {
    const KeyedPermutation permutation(n, 5);
    std::vector<bool> seen(n);
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t p = permutation(i);
      ASSERT_LT(p, n);
      ASSERT_FALSE(seen[p]);
      seen[p] = true;
    }
  }
}

TEST(KeyedPermutation, StaysInRangeAndApartForLargeSizes) {
  for (const std::uint64_t n :
       {(std::uint64_t{1} << 40) - 1, std::uint64_t{1} << 40, (std::uint64_t{1} << 40) + 1}) {
    const KeyedPermutation permutation(n, 5);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < 20000; ++i) {
      const std::uint64_t p = permutation(n - 1 - i);
      ASSERT_LT(p, n);
      ASSERT_TRUE(seen.insert(p).second);
    }
  }
}

// inverse(permutation(i)) = i and permutation(inverse(i)) = i: for all i of every small n, for some of a
// large one.
TEST(KeyedPermutation, IsUndoneByItsInverse) {
  for (std::uint64_t n = 1; n <= 300; ++n) {
    const KeyedPermutation permutation(n, 7);
    for (std::uint64_t i = 0; i < n; ++i) {
      ASSERT_EQ(permutation.inverse(permutation(i)), i) << n;
      ASSERT_EQ(permutation(permutation.inverse(i)), i) << n;
    }
  }
  for (const std::uint64_t n : {std::uint64_t{1'000'000'007}, (std::uint64_t{1} << 40) + 1}) {
    const KeyedPermutation permutation(n, 7);
    for (std::uint64_t i = 0; i < 20000; ++i) {
      ASSERT_EQ(permutation.inverse(permutation(n - 1 - i)), n - 1 - i);
      ASSERT_EQ(permutation(permutation.inverse(i)), i);
    }
  }
}

// Over the keys, item i lands on each place equally often: chi-square over n x n cells.
TEST(KeyedPermutation, SendsEveryItemEverywhere) {
  constexpr std::uint64_t kKeys = 20000;
  for (const std::uint64_t n : {2u, 3u, 5u, 8u, 11u}) {
    std::vector<double> hits(n * n);
    for (std::uint64_t key = 0; key < kKeys; ++key) {
      const KeyedPermutation permutation(n, key);
      for (std::uint64_t i = 0; i < n; ++i) hits[i * n + permutation(i)] += 1;
    }
    const double expected = static_cast<double>(kKeys) / static_cast<double>(n);
    double chi_square = 0;
    for (const double h : hits) chi_square += (h - expected) * (h - expected) / expected;
    const auto freedom = static_cast<double>((n - 1) * (n - 1));
    EXPECT_LT(chi_square, freedom + 4 * std::sqrt(2 * freedom) + 6) << n;
  }
}

// Neighbours must not stay neighbours: the mean distance of two random places is n / 3.
TEST(KeyedPermutation, SeparatesNeighbours) {
  constexpr std::uint64_t kSize = 1'281'167;
  const KeyedPermutation permutation(kSize, 9);
  double sum = 0;
  constexpr int kPairs = 20000;
  for (std::uint64_t i = 0; i < kPairs; ++i)
    sum += std::abs(static_cast<double>(permutation(i)) - static_cast<double>(permutation(i + 1)));
  EXPECT_NEAR(sum / kPairs / kSize, 1.0 / 3, 0.01);
}

TEST(KeyedPermutationDeathTest, RefusesAnIndexOutOfRange) {
  const KeyedPermutation permutation(10, 1);
  EXPECT_EXIT(permutation(10), testing::ExitedWithCode(70), "i < n_");
  EXPECT_EXIT(permutation.inverse(10), testing::ExitedWithCode(70), "i < n_");
}

}  // namespace
}  // namespace headrace
