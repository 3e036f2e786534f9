#include "sim/fair_shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/random.h"
#include "tests/sim/fair_reference.h"

namespace headrace {
namespace {

std::int64_t between(RandomStream& random, std::int64_t least, std::int64_t most) {
  return least + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most - least + 1)));
}

// Small whole numbers often make ties; large ones reach over six powers of ten.
std::int64_t random_rate(RandomStream& random) {
  if (random.below(2) == 0) return 64 * between(random, 1, 4);
  return between(random, 1, std::int64_t{1} << between(random, 1, 26));
}

FairPlay::Member random_member(RandomStream& random, std::size_t links) {
  FairPlay::Member member;
  for (std::size_t link = 0; link < links; ++link)
    if (member.path.size() < FairShares::kGreatestPath && random.below(3) == 0) member.path.push_back(link);
  if (member.path.empty()) member.path.push_back(random.below(links));
  if (random.below(2) == 0) member.weight = between(random, 1, 8);
  if (random.below(4) == 0) member.cap_64ths = random_rate(random);
  return member;
}

void change_at_random(FairPlay& play, RandomStream& random, std::size_t most) {
  const std::uint64_t kind = random.below(8);
  if (play.size() == 0 || (kind < 4 && play.size() < most)) {
    play.add(random_member(random, play.links()));
  } else if (kind < 7) {
    play.remove(random.below(play.size()));
  } else {
    play.set_capacity(random.below(play.links()), random.below(4) == 0 ? 0 : random_rate(random));
  }
}

// Max-min in exact fractions; the rates after each of some changes, one or several at an instant.
TEST(FairShares, AgreeWithExactFractionsOnTenThousandNetworks) {
  RandomStream random(1, "networks");
  double worst = 0;
  for (int network = 0; network < 10'000; ++network) {
    FairPlay play;
    const std::int64_t links = between(random, 1, 8);
    for (std::int64_t i = 0; i < links; ++i) play.add_link(random_rate(random));
    const auto flows = static_cast<std::size_t>(between(random, 1, 12));
    for (std::size_t i = 0; i < flows; ++i) play.add(random_member(random, play.links()));
    for (int change = 0; change < 4; ++change) {
      ASSERT_NO_FATAL_FAILURE(play.solve());
      worst = std::max(worst, play.distance());
      ASSERT_LE(worst, 1e-9) << "network " << network << ", change " << change;
      ASSERT_NO_FATAL_FAILURE(play.expect_fair()) << "network " << network << ", change " << change;
      for (std::uint64_t k = random.below(3) + 1; k > 0; --k) change_at_random(play, random, 12);
    }
  }
  EXPECT_LE(worst, 1e-14) << "a double holds no more, but the units do";
}

void stay_fair(std::size_t links, std::uint32_t tolerance) {
  RandomStream random(links, "changes");
  FairPlay play(tolerance);
  for (std::size_t i = 0; i < links; ++i) play.add_link(random_rate(random));
  for (int change = 0; change < 3'000; ++change) {
    FairPlay::Member member;
    for (std::uint64_t k = random.below(4) + 1; k > 0; --k) {
      const std::size_t link = random.below(links);
      if (std::find(member.path.begin(), member.path.end(), link) == member.path.end())
        member.path.push_back(link);
    }
    if (random.below(4) == 0) member.cap_64ths = random_rate(random);
    if (play.size() < 3 * links && random.below(2) == 0) {
      play.add(member);
    } else {
      change_at_random(play, random, 0);
    }
    ASSERT_NO_FATAL_FAILURE(play.solve());
    ASSERT_NO_FATAL_FAILURE(play.expect_fair()) << links << " links, change " << change;
  }
}

// The law alone, on networks too large for fractions, over many changes.
TEST(FairShares, StayFairOverManyChanges) {
  for (const std::size_t links : {3U, 20U, 100U}) stay_fair(links, 0);
}

// The law within a share of 0.5 % and of 5 % of each link's capacity.
TEST(FairShares, StayFairWithinTheirTolerance) {
  for (const std::size_t links : {3U, 20U, 100U}) {
    ASSERT_NO_FATAL_FAILURE(stay_fair(links, 328));
    ASSERT_NO_FATAL_FAILURE(stay_fair(links, 3277));
  }
}

// One of 1,600 flows between random clients and servers, forty on each link, ends and another begins: with a
// tolerance few of the others are looked at, and all together move as much.
TEST(FairShares, LookAtFewFlowsWithATolerance) {
  std::array<double, 2> looked_at{}, moved{};
  for (const std::uint32_t tolerance : {0U, 328U}) {
    RandomStream random(1, "clients and servers");
    constexpr std::size_t kSide = 40, kFlows = 1'600;
    FairPlay play(tolerance);
    for (std::size_t i = 0; i < 2 * kSide; ++i) play.add_link(64 * between(random, 20, 25));
    for (std::size_t change = 0; change < kFlows + 200; ++change) {
      if (change >= kFlows) play.remove(random.below(play.size()));
      FairPlay::Member member;
      member.path = {random.below(kSide), kSide + random.below(kSide)};
      play.add(member);
      if (change + 1 >= kFlows) play.shares().solve();
      if (change + 1 == kFlows) looked_at[tolerance > 0] = -static_cast<double>(play.shares().flows_solved());
    }
    looked_at[tolerance > 0] += static_cast<double>(play.shares().flows_solved());
    for (std::size_t i = 0; i < play.size(); ++i) moved[tolerance > 0] += play.rate_of(i);
  }
  EXPECT_LT(looked_at[1], looked_at[0] / 5) << looked_at[1] << " of " << looked_at[0];
  EXPECT_NEAR(moved[1] / moved[0], 1, 0.001);
}

// Whoever follows the touched links looks at each once; what is counted for benchmarks begins at nothing.
TEST(FairShares, TouchALinkOnceASolve) {
  RandomStream random(5, "touched");
  FairShares shares;
  EXPECT_EQ(shares.solves(), 0U);
  EXPECT_EQ(shares.flows_solved(), 0U);
  std::vector<LinkId> links;
  for (int i = 0; i < 12; ++i) links.push_back(shares.add_link(FairShares::Rate{1} << 64));
  std::vector<std::uint32_t> flows;
  for (int change = 0; change < 400; ++change) {
    const std::size_t first = random.below(links.size());
    if (flows.size() < 20 || random.below(2) == 0) {
      const LinkId path[] = {links[first], links[(first + 1 + random.below(11)) % links.size()]};
      flows.push_back(shares.add(path, 1, FairShares::kUnlimited));
    } else {
      std::swap(flows[random.below(flows.size())], flows.back());
      shares.remove(flows.back());
      flows.pop_back();
    }
    shares.set_capacity(links[first], FairShares::Rate{1 + random.below(4)} << 63);
    shares.solve();
    std::vector<std::uint32_t> touched = shares.touched_links();
    std::sort(touched.begin(), touched.end());
    ASSERT_EQ(std::adjacent_find(touched.begin(), touched.end()), touched.end()) << "change " << change;
  }
}

}  // namespace
}  // namespace headrace
