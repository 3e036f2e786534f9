// Closed forms: links that have to be solved together, and how far a change is followed.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/fair_shares.h"
#include "tests/sim/fair_reference.h"

namespace headrace {
namespace {

constexpr double kSlack = 1e-15;  // A rate is a whole number of 2^-64; a double of about 1 holds 2^-53.

FairPlay links_of(const std::vector<std::int64_t>& capacities) {
  FairPlay play;
  for (const std::int64_t capacity : capacities) play.add_link(64 * capacity);
  return play;
}

void add(FairPlay& play, const std::vector<std::size_t>& path, std::int64_t weight = 1) {
  FairPlay::Member member;
  member.path = path;
  member.weight = weight;
  play.add(member);
}

// Two links in line, C1 = 6 and C2 = 2. Flows: a over both, b over the first.
//   a <= C2, and a + b <= C1: a = min(C1 / 2, C2) = 2, b = C1 - a = 4.
TEST(FairRegion, TwoLinksInLine) {
  FairPlay play = links_of({6, 2});
  add(play, {0, 1});
  add(play, {0});
  play.solve();
  EXPECT_EQ(play.rate_of(0), 2);
  EXPECT_EQ(play.rate_of(1), 4);
  // C2 = 5 no longer holds a: both have C1 / 2.
  play.set_capacity(1, 320);
  play.solve();
  EXPECT_EQ(play.rate_of(0), 3);
  EXPECT_EQ(play.rate_of(1), 3);
}

// Parking lot: n links of capacity C, one flow over all, one short flow on each.
//   long + short_i = C for each i, and long = short_i: each has C / 2.
TEST(FairRegion, ParkingLot) {
  constexpr std::size_t kLinks = 8;
  FairPlay play = links_of(std::vector<std::int64_t>(kLinks, 3));
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < kLinks; ++i) {
    all.push_back(i);
    add(play, {i});
  }
  add(play, all);
  play.solve();
  for (std::size_t i = 0; i < play.size(); ++i) EXPECT_NEAR(play.rate_of(i), 1.5, kSlack);
  // Without one of the short ones nothing changes: the others still hold the long one.
  play.remove(3);
  play.solve();
  for (std::size_t i = 0; i < play.size(); ++i) EXPECT_NEAR(play.rate_of(i), 1.5, kSlack);
  ASSERT_NO_FATAL_FAILURE(play.expect_fair());
}

// Weights 1, 2 and 5 on one link: C w / sum(w).
TEST(FairRegion, WeightsShareInProportion) {
  FairPlay play = links_of({4});
  for (const std::int64_t weight : {1, 2, 5}) add(play, {0}, weight);
  play.solve();
  EXPECT_EQ(play.rate_of(0), 0.5);
  EXPECT_EQ(play.rate_of(1), 1);
  EXPECT_EQ(play.rate_of(2), 2.5);
}

// Weight k is k flows of weight 1, together: splitting changes nothing for the others, and not the sum.
TEST(FairRegion, AFlowOfWeightThreeIsThreeFlows) {
  FairPlay whole = links_of({5, 7});
  FairPlay split = links_of({5, 7});
  for (FairPlay* play : {&whole, &split}) {
    add(*play, {0});
    add(*play, {0, 1});
    add(*play, {1});
  }
  add(whole, {0, 1}, 3);
  for (int i = 0; i < 3; ++i) add(split, {0, 1});
  whole.solve();
  split.solve();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(whole.rate(i) == split.rate(i)) << i;
  EXPECT_TRUE(whole.rate(3) == split.rate(3) + split.rate(4) + split.rate(5));
}

// Caps c1 = 1/2 and c2 = 1 under C = 6 and four flows: the others have (C - c1 - c2) / 2 = 9/4.
TEST(FairRegion, WhatACappedFlowLeavesGoesToTheOthers) {
  FairPlay play = links_of({6});
  for (const std::int64_t cap_64ths : {32, 64, 6400, 6400}) {
    FairPlay::Member member;
    member.path = {0};
    member.cap_64ths = cap_64ths;
    play.add(member);
  }
  play.solve();
  EXPECT_EQ(play.rate_of(0), 0.5);
  EXPECT_EQ(play.rate_of(1), 1);
  EXPECT_EQ(play.rate_of(2), 2.25);
  EXPECT_EQ(play.rate_of(3), 2.25);
}

// A staircase: link i has capacity i + 1 and two flows, one shared with link i + 1. By hand, for 1, 2, 3:
//   a (link 0) = b (links 0, 1) = 1/2; c (links 1, 2) = 2 - 1/2 = 3/2; d (link 2) = 3 - 3/2 = 3/2.
// Taking a away moves all that follows: b = 1, c = 1, d = 2.
TEST(FairRegion, AChangeIsFollowedDownAStaircase) {
  FairPlay play = links_of({1, 2, 3});
  add(play, {0});
  add(play, {0, 1});
  add(play, {1, 2});
  add(play, {2});
  play.solve();
  EXPECT_EQ(play.rate_of(0), 0.5);
  EXPECT_EQ(play.rate_of(1), 0.5);
  EXPECT_EQ(play.rate_of(2), 1.5);
  EXPECT_EQ(play.rate_of(3), 1.5);
  play.remove(0);
  play.solve();
  EXPECT_EQ(play.rate_of(0), 1);
  EXPECT_EQ(play.rate_of(1), 1);
  EXPECT_EQ(play.rate_of(2), 2);
}

// A thousand pairs of links that share no flow: a change in one is not followed into the others.
TEST(FairRegion, OnlyWhatIsConnectedIsSolved) {
  constexpr std::size_t kPairs = 1'000;
  FairPlay play = links_of(std::vector<std::int64_t>(2 * kPairs, 1));
  for (std::size_t i = 0; i < kPairs; ++i) {
    add(play, {2 * i, 2 * i + 1});
    add(play, {2 * i, 2 * i + 1});
  }
  play.solve();
  const std::uint64_t before = play.shares().flows_solved();
  add(play, {10, 11});
  play.solve();
  EXPECT_NEAR(play.rate_of(play.size() - 1), 1.0 / 3, kSlack);
  EXPECT_LE(play.shares().flows_solved() - before, 12U);
}

// A chain of a thousand links, each with ten flows of its own and one to the next. Two more on the first link
// take its crossing flow to 1 / 13 of it, the second link's flows rise for that, and further links have at
// least as much for theirs as before: 13 + 12 + 12 flows in some rounds, of 11,000 that are connected.
TEST(FairRegion, AChangeIsFollowedAsFarAsItReaches) {
  constexpr std::size_t kLinks = 1'000;
  FairPlay play = links_of(std::vector<std::int64_t>(kLinks, 1));
  for (std::size_t i = 0; i < kLinks; ++i) {
    for (int own = 0; own < 10; ++own) add(play, {i});
    if (i + 1 < kLinks) add(play, {i, i + 1});
  }
  play.solve();
  const std::uint64_t before = play.shares().flows_solved();
  for (int more = 0; more < 2; ++more) add(play, {0});
  play.solve();
  EXPECT_NEAR(play.rate_of(play.size() - 1), 1.0 / 13, kSlack);
  EXPECT_LE(play.shares().flows_solved() - before, 5 * 37U);
}

// Flows that one link holds, and no other concerns, need no look when one comes, goes, or the capacity
// changes.
TEST(FairRegion, OneBottleneckIsNotSolvedAtAll) {
  constexpr std::size_t kFlows = 500;
  FairPlay play = links_of(std::vector<std::int64_t>(kFlows + 1, 1));
  for (std::size_t i = 0; i < kFlows; ++i) add(play, {i, kFlows});
  play.solve();
  const std::uint64_t before = play.shares().flows_solved();
  for (std::size_t i = 0; i < 10; ++i) {
    play.remove(0);
    play.solve();
    EXPECT_NEAR(play.rate_of(0), 1.0 / static_cast<double>(kFlows - 1 - i), kSlack);
  }
  play.set_capacity(kFlows, 32);
  play.solve();
  EXPECT_NEAR(play.rate_of(0), 0.5 / (kFlows - 10), kSlack);
  EXPECT_EQ(play.shares().flows_solved(), before);
}

// A link that cannot be full changes nothing, bit for bit.
TEST(FairRegion, AnIdleLinkChangesNothing) {
  FairPlay without = links_of({5, 7, 3});
  FairPlay with = links_of({5, 7, 3, 1'000});
  const std::vector<std::vector<std::size_t>> paths = {{0, 1}, {1, 2}, {0}, {0, 2}, {1}};
  for (std::vector<std::size_t> path : paths) {
    add(without, path);
    path.push_back(3);
    add(with, path);
  }
  without.solve();
  with.solve();
  for (std::size_t i = 0; i < paths.size(); ++i) EXPECT_TRUE(without.rate(i) == with.rate(i)) << i;
}

}  // namespace
}  // namespace headrace
