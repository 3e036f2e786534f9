// Max-min fair rates in exact fractions, by plain progressive filling, and the law that defines them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/fair_shares.h"

namespace headrace {

using Rational = boost::multiprecision::cpp_rational;

struct ReferenceFlow {
  std::vector<std::size_t> path;
  std::int64_t weight = 1;
  std::optional<Rational> cap;
};

// All flows rise together, each at its weight. One stops at its cap, or when a link on its path is full.
inline std::vector<Rational> reference_rates(const std::vector<Rational>& capacities,
                                             const std::vector<ReferenceFlow>& flows) {
  std::vector<Rational> rates(flows.size());
  std::vector<bool> open(flows.size(), true);
  for (std::size_t left = flows.size(); left > 0;) {
    std::vector<Rational> spare = capacities;
    std::vector<std::int64_t> weight(capacities.size());
    for (std::size_t f = 0; f < flows.size(); ++f) {
      for (const std::size_t link : flows[f].path) {
        if (open[f]) weight[link] += flows[f].weight;
        if (!open[f]) spare[link] -= rates[f];
      }
    }
    std::optional<Rational> level;
    for (std::size_t link = 0; link < capacities.size(); ++link) {
      if (weight[link] == 0) continue;
      const Rational share = spare[link] / weight[link];
      if (!level || share < *level) level = share;
    }
    for (std::size_t f = 0; f < flows.size(); ++f)
      if (open[f] && flows[f].cap) level = std::min(*level, Rational(*flows[f].cap / flows[f].weight));
    for (std::size_t f = 0; f < flows.size(); ++f) {
      if (!open[f]) continue;
      bool stops = flows[f].cap && *flows[f].cap == *level * flows[f].weight;
      for (const std::size_t link : flows[f].path) stops |= spare[link] == *level * weight[link];
      if (!stops) continue;
      // Of this step: the others' shares were taken before it.
      rates[f] = *level * flows[f].weight;
    }
    for (std::size_t f = 0; f < flows.size(); ++f) {
      if (!open[f]) continue;
      bool stops = flows[f].cap && *flows[f].cap == *level * flows[f].weight;
      for (const std::size_t link : flows[f].path) stops |= spare[link] == *level * weight[link];
      open[f] = !stops;
      left -= stops;
    }
  }
  return rates;
}

inline FairShares::Rate units(double bytes_per_ns) {
  return static_cast<FairShares::Rate>(std::ldexp(bytes_per_ns, FairShares::kFractionBits));
}

// That what the solver keeps from change to change is what counting from nothing gives.
class FairInspection {
 public:
  static void expect_consistent(const FairShares& shares) {
    ASSERT_TRUE(shares.solved());
    ASSERT_TRUE(shares.region_.empty());
    expect_once(shares.touched_links());
    for (std::uint32_t link = 0; link < shares.links_.size(); ++link) {
      expect_link(shares, link);
      for (std::uint32_t place = 0; place < shares.links_[link].flows.size(); ++place)
        expect_flow(shares, link, place);
    }
  }

  // What waits for the next solve waits once.
  static void expect_pending_once(const FairShares& shares) {
    ASSERT_NO_FATAL_FAILURE(expect_once(shares.dirty_));
    ASSERT_NO_FATAL_FAILURE(expect_once(shares.loose_));
  }

 private:
  static bool is_near(const FairShares& shares, FairShares::Rate level, FairShares::Rate highest) {
    return shares.tolerance_ > 0 && level <= highest + highest / FairShares::kPartOfLevel;
  }

  static void expect_once(std::vector<std::uint32_t> told) {
    std::sort(told.begin(), told.end());
    ASSERT_TRUE(std::adjacent_find(told.begin(), told.end()) == told.end());
  }

  static void expect_link(const FairShares& shares, std::uint32_t id) {
    const FairShares::LinkState& link = shares.links_[id];
    FairShares::Rate reaches = 0;
    FairShares::Rate bounds = 0;
    FairShares::Rate foreign = 0;
    std::uint64_t weight = 0;
    std::uint64_t held_weight = 0;
    std::uint32_t held = 0;
    for (const std::uint32_t entry : link.flows) {
      const std::uint32_t flow = entry / FairShares::kGreatestPath;
      const FairShares::FlowState& f = shares.flows_[flow];
      reaches += f.weight * f.reach;
      bounds += f.weight * f.bound;
      weight += f.weight;
      if (f.holder == id) {
        ++held;
        held_weight += f.weight;
      } else {
        foreign += f.weight * shares.level(flow);
      }
    }
    ASSERT_TRUE(reaches == link.reaches);
    ASSERT_TRUE(bounds == link.bounds);
    ASSERT_EQ(weight, link.weight);
    ASSERT_EQ(held, link.held);
    ASSERT_EQ(held_weight, link.held_weight);
    // Where an eighth of the capacity is left, or nobody shares it, there is no need to look at all flows.
    const bool is_lax = reaches <= link.capacity - link.capacity / 8;
    const bool is_alone = link.flows.size() < 2 && reaches <= link.capacity;
    ASSERT_FALSE(link.live && held == 0 && (is_lax || is_alone));
    ASSERT_TRUE(link.live || (held == 0 && reaches <= link.capacity));
    ASSERT_TRUE(!link.live || foreign == link.foreign);
    const bool exact = held == 0 || link.level == (link.capacity - foreign) / link.held_weight;
    ASSERT_TRUE(exact || shares.tolerance_ > 0);
    if (!exact) {  // Flows that it holds have an eighth more or less than it would give them, at most.
      const FairShares::Rate left = link.capacity - foreign, has = link.level * held_weight;
      ASSERT_TRUE(foreign <= link.capacity && has >= left - left / 8 && has <= left + left / 8);
    }
    ASSERT_FALSE(link.dirty || link.in_region || link.spread || link.examined);
  }

  static void expect_flow(const FairShares& shares, std::uint32_t id, std::uint32_t place) {
    const FairShares::LinkState& link = shares.links_[id];
    const std::uint32_t flow = link.flows[place] / FairShares::kGreatestPath;
    const FairShares::FlowState& f = shares.flows_[flow];
    const FairShares::Rate level = shares.level(flow);
    int live = 0;
    for (const std::uint32_t other : shares.path(flow)) live += shares.links_[other].live;
    ASSERT_EQ(live, f.live);
    ASSERT_EQ(f.places[link.flows[place] % FairShares::kGreatestPath], place);
    ASSERT_TRUE(level <= f.reach && f.reach <= f.bound);
    ASSERT_NE(f.holder, FairShares::kLoose);
    ASSERT_FALSE(f.listed || f.open);
    if (f.holder == id) {
      ASSERT_TRUE(link.least_reach <= f.reach);
      ASSERT_EQ(place < link.bulk, f.live == 1);
    } else {
      ASSERT_GE(place, link.bulk);
      ASSERT_TRUE(link.held == 0 || level <= link.level || is_near(shares, level, link.level));
      ASSERT_TRUE(!link.live || level <= link.greatest_foreign);
    }
  }
};

// Beside a solver, what it was told: any number of changes, then a comparison.
class FairPlay {
 public:
  struct Member {
    std::uint32_t number = 0;
    std::vector<std::size_t> path;
    std::int64_t weight = 1;
    std::optional<std::int64_t> cap_64ths;
  };

  // Takes the tolerance in units of 2^-16, as the solver does.
  explicit FairPlay(std::uint32_t tolerance = 0) : tolerance_(tolerance) { shares_.set_tolerance(tolerance); }

  void add_link(std::int64_t capacity_64ths) {
    shares_.add_link(units(static_cast<double>(capacity_64ths) / 64));
    capacities_.push_back(capacity_64ths);
  }
  void set_capacity(std::size_t link, std::int64_t capacity_64ths) {
    shares_.set_capacity(static_cast<LinkId>(link), units(static_cast<double>(capacity_64ths) / 64));
    capacities_[link] = capacity_64ths;
  }
  void add(Member member) {
    std::vector<LinkId> path;
    path.reserve(member.path.size());
    for (const std::size_t link : member.path) path.push_back(static_cast<LinkId>(link));
    const auto cap =
        member.cap_64ths ? units(static_cast<double>(*member.cap_64ths) / 64) : FairShares::kUnlimited;
    member.number = shares_.add(path, member.weight, cap);
    members_.push_back(std::move(member));
  }
  void remove(std::size_t place) {
    shares_.remove(members_[place].number);
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(place));
  }
  void solve() {
    ASSERT_NO_FATAL_FAILURE(FairInspection::expect_pending_once(shares_));
    std::vector<FairShares::Holder> holders;
    for (const Member& member : members_) holders.push_back(shares_.holder(member.number));
    shares_.solve();
    ASSERT_NO_FATAL_FAILURE(FairInspection::expect_consistent(shares_));
    for (std::size_t i = 0; i < members_.size(); ++i)
      ASSERT_NO_FATAL_FAILURE(expect_told(members_[i].number, holders[i]));
  }

  std::size_t links() const { return capacities_.size(); }
  std::size_t size() const { return members_.size(); }
  FairShares& shares() { return shares_; }
  FairShares::Rate rate(std::size_t place) const {
    const Member& member = members_[place];
    return shares_.level(member.number) * static_cast<FairShares::Rate>(member.weight);
  }
  // Of bytes a nanosecond.
  double rate_of(std::size_t place) const { return std::ldexp(static_cast<double>(rate(place)), -64); }

  // The largest relative distance from the exact rates.
  double distance() const {
    std::vector<Rational> capacities;
    for (const std::int64_t capacity : capacities_) capacities.emplace_back(capacity, 64);
    std::vector<ReferenceFlow> flows;
    for (const Member& member : members_) {
      flows.push_back({member.path, member.weight, {}});
      if (member.cap_64ths) flows.back().cap = Rational(*member.cap_64ths, 64);
    }
    const std::vector<Rational> exact = reference_rates(capacities, flows);
    double worst = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const auto want = exact[i].convert_to<double>();
      worst = std::max(worst, want == 0 ? rate_of(i) : std::abs(rate_of(i) - want) / want);
    }
    return worst;
  }

  // Pareto and fairness in one: no link carries more than it can, and each flow either stands at its cap or
  // crosses a full link on which no flow has more for its weight, so that it can only rise at the cost of one
  // that has no more. Full but for the rounding of levels, which those of other links hand on, and within the
  // tolerance; with one, others may have an eighth more.
  void expect_fair() const {
    std::vector<FairShares::Rate> load(capacities_.size());
    std::vector<FairShares::Rate> highest(capacities_.size());
    std::vector<FairShares::Rate> weight(capacities_.size());
    for (std::size_t i = 0; i < members_.size(); ++i) {
      for (const std::size_t link : members_[i].path) {
        load[link] += rate(i);
        weight[link] += static_cast<FairShares::Rate>(members_[i].weight);
        highest[link] = std::max(highest[link], shares_.level(members_[i].number));
      }
    }
    for (std::size_t link = 0; link < capacities_.size(); ++link)
      ASSERT_TRUE(load[link] <= capacity_of(link) + slack_of(link)) << "link " << link;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Member& member = members_[i];
      const auto own = static_cast<FairShares::Rate>(member.weight);
      bool held = member.cap_64ths && rate(i) + own > units(static_cast<double>(*member.cap_64ths) / 64);
      for (const std::size_t link : member.path) {
        const FairShares::Rate level = shares_.level(member.number);
        const FairShares::Rate most = tolerance_ == 0 ? level : level + level / 8;
        held |= load[link] + slack_of(link) + weight[link] > capacity_of(link) && most >= highest[link];
      }
      ASSERT_TRUE(held) << "flow " << i << " could have more";
    }
  }

 private:
  // Expects a flow that changed its holder to be told as touched, and the links that held it and hold it.
  void expect_told(std::uint32_t flow, FairShares::Holder before) const {
    const FairShares::Holder now = shares_.holder(flow);
    if (now == before) return;
    const auto has = [](const std::vector<std::uint32_t>& told, std::uint32_t one) {
      return std::find(told.begin(), told.end(), one) != told.end();
    };
    ASSERT_TRUE(has(shares_.touched_flows(), flow));
    for (const FairShares::Holder link : {before, now})
      ASSERT_TRUE(link >= FairShares::kOwnBound || has(shares_.touched_links(), link)) << "link " << link;
  }
  FairShares::Rate capacity_of(std::size_t link) const {
    return units(static_cast<double>(capacities_[link]) / 64);
  }
  FairShares::Rate slack_of(std::size_t link) const { return (capacity_of(link) >> 16) * tolerance_; }

  std::uint32_t tolerance_;
  FairShares shares_;
  std::vector<std::int64_t> capacities_;
  std::vector<Member> members_;
};

}  // namespace headrace
