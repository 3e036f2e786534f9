#include "analysis/planning/space.h"

#include <gmock/gmock.h>

#include <set>

namespace headrace {
namespace {

DesignSpace small() { return DesignSpace({{"osts", {2, 4, 10}}, {"policy", {0, 0}, AxisKind::categorical}}); }

TEST(DesignSpace, PointsAreDigits) {
  const DesignSpace space = small();
  ASSERT_EQ(space.size(), 6U);
  for (std::size_t point = 0; point < space.size(); ++point)
    EXPECT_EQ(space.point({space.digit(point, 0), space.digit(point, 1)}), point);
  EXPECT_EQ(space.point({2, 1}), 5U);
}

// 2, 4, 10 on a range of 8: the first step is a quarter of it.
TEST(DesignSpace, DistancesAreSharesOfTheRange) {
  const DesignSpace space = small();
  EXPECT_DOUBLE_EQ(space.distance(0, 0, 1), 0.25);
  EXPECT_DOUBLE_EQ(space.distance(0, 2, 1), 0.75);
  EXPECT_DOUBLE_EQ(space.distance(1, 0, 1), 1);
  EXPECT_DOUBLE_EQ(space.distance(1, 1, 1), 0);
}

TEST(DesignSpace, AnAxisOfOneValueHasNoLength) {
  EXPECT_DOUBLE_EQ(DesignSpace({{"fixed", {7}}}).distance(0, 0, 0), 0);
}

TEST(DesignSpace, NeighboursAreOneStepOrOneWordAway) {
  const DesignSpace space({{"osts", {2, 4, 10}}, {"policy", {0, 0, 0}, AxisKind::categorical}});
  EXPECT_THAT(space.neighbours(space.point({0, 1})),
              testing::UnorderedElementsAre(space.point({1, 1}), space.point({0, 0}), space.point({0, 2})));
  EXPECT_THAT(space.neighbours(space.point({1, 0})),
              testing::UnorderedElementsAre(space.point({0, 0}), space.point({2, 0}), space.point({1, 1}),
                                            space.point({1, 2})));
}

// 12 points on an axis of 12 values: each once; on one of 4: each three times.
TEST(DesignSpace, ALatinHypercubeHasEveryPartOfEachAxis) {
  const DesignSpace space({{"a", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}, {"b", {0, 1, 2, 3}}});
  const std::vector<std::size_t> points = space.latin_hypercube(12, 1);
  std::multiset<std::size_t> of_a, of_b;
  for (const std::size_t point : points) {
    of_a.insert(space.digit(point, 0));
    of_b.insert(space.digit(point, 1));
  }
  for (std::size_t value = 0; value < 12; ++value) EXPECT_EQ(of_a.count(value), 1U);
  for (std::size_t value = 0; value < 4; ++value) EXPECT_EQ(of_b.count(value), 3U);
  EXPECT_EQ(points, space.latin_hypercube(12, 1));
  EXPECT_NE(points, space.latin_hypercube(12, 2));
}

}  // namespace
}  // namespace headrace
