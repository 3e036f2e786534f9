// FairShares: who gets which rate, by weighted max-min fairness. Knows no time.
//
// Every flow has a holder: a link that is full and on which no flow has more for its weight, or nobody,
// when the flow stands at its own bound (its cap, or the smallest capacity on its path). Flows held by one
// link all have its level times their weight. A link whose flows' bounds do not add up to its capacity
// cannot hold any; such links are dropped (not "live"). solve() starts from the links that changed and
// takes in others only as far as the change reaches.
// Rates are whole numbers of 2^-64 bytes a nanosecond, so sums are exact whatever their order or history:
// there is nothing to drift. A level is rounded down, by less than one such unit for a unit of weight.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/check.h"

namespace headrace {

enum class LinkId : std::uint32_t {};

class FairShares {
 public:
  __extension__ using Rate = unsigned __int128;
  static constexpr int kFractionBits = 64;
  static constexpr Rate kUnlimited = Rate{1} << (kFractionBits + 22);  // Four petabytes a second.
  static constexpr std::int64_t kGreatestWeight = 1 << 20;
  static constexpr std::size_t kGreatestPath = 10;  // Ports, uplinks, drives, windows, threads and routers.

  using Holder = std::uint32_t;  // The index of a link, or:
  static constexpr Holder kLoose = ~std::uint32_t{0};
  static constexpr Holder kOwnBound = kLoose - 1;

  // Lets links be full within a share of their capacity, in units of 2^-16, so that a change reaches few of
  // them: a link that is not solved keeps its level while its flows together are that near to its capacity,
  // and those that it holds within an eighth of what they would have. Zero, the default, is exact.
  void set_tolerance(std::uint32_t tolerance) { tolerance_ = tolerance; }

  LinkId add_link(Rate capacity);
  void set_capacity(LinkId link, Rate capacity);
  // A small number, used again after remove(). The flow has no rate before the next solve(), but where no
  // link on its path is nearly full: there it stands at its own bound at once, and concerns nobody.
  std::uint32_t add(std::span<const LinkId> path, std::int64_t weight, Rate cap);
  void remove(std::uint32_t flow);
  bool solved() const { return dirty_.empty() && loose_.empty(); }  // solve() would change nothing.
  void solve();

  // Return what the last solve may have changed: the levels of these links, the holders and bounds of these
  // flows.
  const std::vector<std::uint32_t>& touched_links() const { return touched_links_; }
  const std::vector<std::uint32_t>& touched_flows() const { return touched_flows_; }

  Holder holder(std::uint32_t flow) const { return flows_[flow].holder; }
  // Returns the rate for a unit of weight, as of the last solve.
  Rate level(std::uint32_t flow) const {
    const FlowState& f = flows_[flow];
    if (f.holder < kOwnBound) return links_[f.holder].level;
    return f.holder == kOwnBound ? f.bound : 0;
  }
  Rate link_level(std::uint32_t link) const { return links_[link].level; }
  std::int64_t weight(std::uint32_t flow) const { return flows_[flow].weight; }
  std::span<const std::uint32_t> path(std::uint32_t flow) const {
    return {flows_[flow].links.data(), flows_[flow].length};
  }
  std::size_t flows_on(LinkId link) const { return links_[static_cast<std::size_t>(link)].flows.size(); }

  // Count, for benchmarks, the calls of solve(), and the flows looked at one by one in them.
  std::uint64_t solves() const { return solves_; }
  std::uint64_t flows_solved() const { return flows_solved_; }

 private:
  friend class FairInspection;  // Of the tests: that what is kept is what a count from nothing gives.
  __extension__ using Change = __int128;

  // Fields that every solve looks at stand first, in two cache lines; likewise in LinkState.
  struct alignas(64) FlowState {
    std::array<std::uint32_t, kGreatestPath> links{};  // The live ones first.
    std::uint32_t weight = 1;
    Holder holder = kLoose;
    Holder next_holder = kLoose;  // Link that stops it at its ceiling, while open in a fill.
    std::uint8_t length = 0;
    std::uint8_t live = 0;   // How many of its links are.
    bool open = false;       // In a fill: has no rate yet.
    bool listed = false;     // Among the loose ones.
    std::uint64_t seen = 0;  // The round that saw it last.
    Rate reach = 0;          // For a unit of weight; see LinkState.
    Rate next_level = 0;
    Rate ceiling = 0;  // In a fill: where it stops to rise for reasons outside of the region.
    Rate bound = 0;    // For a unit of weight.
    std::array<std::uint32_t, kGreatestPath> places{};  // In the flows of those links.
  };

  // The level of a link rarely changes by much at once. So its flows are given a reach, somewhat above that
  // level, which it does not pass without a look at all of them. A link with room for the reach of all its
  // flows needs no other care: it is live only when it has not. Of each flow: level <= reach <= bound.
  struct alignas(64) LinkState {
    bool live = false;
    bool dirty = false;
    bool in_region = false;
    bool spread = false;  // In a fill: its bulk is looked at flow by flow.
    bool examined = false;
    bool touched = false;
    bool stale = false;      // Its entry among the link shares.
    std::uint32_t held = 0;  // Number of flows that it holds.
    std::uint32_t bulk = 0;  // Held ones that cross no other live link: the first of its flows.
    Rate level = 0;          // Of the flows that it holds.
    Rate left = 0;           // In a fill, as `open` and `next_level`.
    std::uint64_t open = 0;
    Rate foreign = 0;  // What the flows that it does not hold take. Kept while live.
    Rate capacity = 0;
    Change change = 0;         // Change of `foreign`, while a fill is examined.
    std::int64_t joining = 0;  // Change of `held_weight`, likewise.
    std::uint64_t held_weight = 0;
    std::uint64_t weight = 0;
    Rate next_level = 0;
    Rate bounds = 0;            // Of all its flows, together.
    Rate reaches = 0;           // Likewise.
    Rate ceiling = kUnlimited;  // The reach of the flows that it holds, but for their own bounds.
    // Least reach of the flows that it holds, and greatest level of the others. Not exact when flows have
    // left since.
    Rate least_reach = kUnlimited;
    Rate greatest_foreign = 0;
    std::vector<std::uint32_t> flows;  // kGreatestPath times the flow, plus which of its links this is.
  };

  struct Ceiling {
    Rate level = 0;
    std::uint32_t flow = 0;
  };
  struct LinkShare {  // At most what the link has left for a unit of weight.
    Rate level = 0;
    std::uint32_t link = 0;
    friend bool operator<(const LinkShare& a, const LinkShare& b) {
      return a.level != b.level ? a.level > b.level : a.link > b.link;
    }
  };

  Rate bound_of(const FlowState& f, Rate cap) const;
  Rate reach_of(const FlowState& f) const;
  void set_reach(FlowState& f, Rate reach);
  void make_dirty(std::uint32_t link);
  bool stands_alone(const FlowState& f) const;
  void touch(std::uint32_t link);
  void loosen(std::uint32_t flow);
  void attach(FlowState& f, Holder holder, Rate level);
  void detach(FlowState& f, Rate level);
  void enter_bulk(FlowState& f);
  void leave_bulk(FlowState& f);
  void swap_links(std::uint32_t flow, std::size_t a, std::size_t b);
  void swap_places(LinkState& link, std::uint32_t a, std::uint32_t b);
  void go_live(std::uint32_t link);
  void drop(std::uint32_t link);
  void sort_out(std::uint32_t link);
  void place_alone(std::uint32_t flow);
  bool relevel(std::uint32_t link);
  static constexpr Rate kPartOfLevel = 8;
  Rate slack_of(const LinkState& link) const { return (link.capacity >> 16) * tolerance_; }
  bool is_fair(const LinkState& link, Rate foreign, std::uint64_t held_weight) const;

  void solve_region();
  void take_in(std::uint32_t link);
  void take_in_component();
  static std::size_t bulk_of(const LinkState& link) { return link.spread ? 0 : link.bulk; }
  bool spread_bulks();
  void collect();
  void fill();
  bool stop_at_ceilings(Rate level);
  LinkShare tightest();
  void lower_first(const LinkShare& share);
  void fix(std::uint32_t flow, Rate level, Holder holder);
  bool grow();
  void examine(const FlowState& f, Rate present);
  bool stays_fair(const LinkState& link) const;
  void stop_outside(FlowState& f) const;
  void commit();

  std::vector<LinkState> links_;
  std::vector<FlowState> flows_;
  std::vector<Rate> caps_;  // By flow, for a unit of weight; only asked when a capacity changes.
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> dirty_;
  std::vector<std::uint32_t> loose_;
  std::vector<std::uint32_t> touched_links_;
  std::vector<std::uint32_t> touched_flows_;

  std::vector<std::uint32_t> region_;    // Links being solved together.
  std::vector<std::uint32_t> crossing_;  // Flows that cross it.
  std::vector<std::uint32_t> examined_;
  std::vector<Ceiling> ceilings_;
  std::vector<LinkShare> link_shares_;
  Rate lowest_ceiling_ = 0;
  std::size_t open_ = 0;
  std::uint32_t tolerance_ = 0;
  std::uint64_t round_ = 0;
  std::uint64_t solves_ = 0;
  std::uint64_t flows_solved_ = 0;
};

}  // namespace headrace
