// The part of FairShares that solves several links together.
#include <algorithm>

#include "sim/fair_shares.h"

namespace headrace {

namespace {

constexpr int kNarrowRounds = 4;

}  // namespace

// Solves the links of the region together. The change is first taken to reach no further than them: flows
// held by a link outside may not rise above its level. When the answer would move such a link, it is taken
// in, and all is done again; after some rounds everything that is connected is.
void FairShares::solve_region() {
  for (int round = 0;; ++round) {
    if (round == kNarrowRounds) take_in_component();
    collect();
    fill();
    const bool spread = spread_bulks();
    if (!grow() && !spread) break;
  }
  commit();
  for (const std::uint32_t link : region_) {
    links_[link].in_region = false;
    links_[link].spread = false;
  }
  region_.clear();
}

void FairShares::take_in(std::uint32_t link) {
  if (links_[link].in_region) return;
  links_[link].in_region = true;
  region_.push_back(link);
}

void FairShares::take_in_component() {
  for (std::size_t next = 0; next < region_.size();) {
    const LinkState& link = links_[region_[next++]];  // take_in() makes the region longer.
    for (const std::uint32_t entry : link.flows) {
      const FlowState& f = flows_[entry / kGreatestPath];
      if (f.live < 2) continue;
      for (std::size_t k = 0; k < f.live; ++k) take_in(f.links[k]);
    }
  }
}

void FairShares::collect() {
  ++round_;
  open_ = 0;
  crossing_.clear();
  ceilings_.clear();
  link_shares_.clear();
  for (const std::uint32_t id : region_) {
    LinkState& link = links_[id];
    link.left = link.capacity;
    link.open = link.weight;
    link.next_level = 0;
    link.stale = false;
    if (link.open > 0) link_shares_.push_back({link.left / link.open, id});
    if (bulk_of(link) > 0) ++open_;
    for (std::size_t i = bulk_of(link); i < link.flows.size(); ++i) {
      const std::uint32_t flow = link.flows[i] / kGreatestPath;
      FlowState& f = flows_[flow];
      if (f.seen == round_) continue;
      f.seen = round_;
      f.open = true;
      crossing_.push_back(flow);
      stop_outside(f);
      ceilings_.push_back({f.ceiling, flow});
    }
  }
  open_ += crossing_.size();
  flows_solved_ += crossing_.size();
  lowest_ceiling_ = 0;
  std::make_heap(link_shares_.begin(), link_shares_.end());
}

// Finds where a flow stops to rise for reasons outside of the region: at its own bound, or at the level of a
// link there that holds flows. Another than the one that holds it may do so from now on, and is taken in only
// where it then is no longer fair.
void FairShares::stop_outside(FlowState& f) const {
  f.ceiling = f.bound;
  f.next_holder = kOwnBound;
  for (std::size_t i = 0; i < f.live; ++i) {
    const LinkState& link = links_[f.links[i]];
    if (link.in_region || link.held == 0 || link.level >= f.ceiling) continue;
    f.ceiling = link.level;
    f.next_holder = f.links[i];
  }
}

// All flows rise together. A flow stops at its ceiling; all those that still rise on a link stop when it is
// full. What a link has left for each of them never falls meanwhile, so an entry that is not up to date is
// too low at most. At a tie the ceiling is first: a link holds nobody who does not need it.
void FairShares::fill() {
  while (open_ > 0) {
    const LinkShare share = tightest();
    if (share.level >= lowest_ceiling_ && stop_at_ceilings(share.level)) continue;
    LinkState& link = links_[share.link];
    link.next_level = share.level;
    const std::size_t bulk = bulk_of(link);
    for (std::size_t i = bulk; i < link.flows.size(); ++i) {
      const std::uint32_t flow = link.flows[i] / kGreatestPath;
      if (flows_[flow].open) fix(flow, share.level, share.link);
    }
    if (bulk > 0) --open_;
    link.open = 0;
    link.stale = true;
  }
}

// Tells whether some link's bulk must be looked at flow by flow from now on. The bulk is as good as one flow
// as long as its level stays below the reach of its flows; not when it has fallen far below either, which is
// when the reach is made smaller.
bool FairShares::spread_bulks() {
  bool any = false;
  for (const std::uint32_t id : region_) {
    LinkState& link = links_[id];
    if (link.spread || link.bulk == 0) continue;
    const Rate reach = std::min(link.least_reach, link.ceiling);
    link.spread = link.next_level >= reach || link.next_level < link.ceiling / 2;
    any |= link.spread;
  }
  return any;
}

// Stops the flows whose ceilings are not above what every link has left for them at least. True where there
// was one: then links have more left for the others.
bool FairShares::stop_at_ceilings(Rate level) {
  lowest_ceiling_ = kUnlimited;
  std::size_t kept = 0;
  const std::size_t before = open_;
  for (const Ceiling& one : ceilings_) {
    if (one.level <= level) {
      if (flows_[one.flow].open) fix(one.flow, one.level, flows_[one.flow].next_holder);
      continue;
    }
    if (!flows_[one.flow].open) continue;
    lowest_ceiling_ = std::min(lowest_ceiling_, one.level);
    ceilings_[kept++] = one;
  }
  ceilings_.resize(kept);
  return open_ < before;
}

FairShares::LinkShare FairShares::tightest() {
  for (;;) {
    LinkShare first = link_shares_.front();
    LinkState& link = links_[first.link];
    if (!link.stale) return first;
    link.stale = false;
    if (link.open == 0) {
      std::pop_heap(link_shares_.begin(), link_shares_.end());
      link_shares_.pop_back();
      continue;
    }
    first.level = link.left / link.open;
    lower_first(first);
  }
}

// Puts in the place of the first link share one that is not before it.
void FairShares::lower_first(const LinkShare& share) {
  std::size_t place = 0;
  for (;;) {
    std::size_t child = 2 * place + 1;
    if (child >= link_shares_.size()) break;
    if (child + 1 < link_shares_.size() && link_shares_[child] < link_shares_[child + 1]) ++child;
    if (!(share < link_shares_[child])) break;
    link_shares_[place] = link_shares_[child];
    place = child;
  }
  link_shares_[place] = share;
}

void FairShares::fix(std::uint32_t flow, Rate level, Holder holder) {
  FlowState& f = flows_[flow];
  f.open = false;
  --open_;
  f.next_level = level;
  f.next_holder = holder;
  for (std::size_t i = 0; i < f.live; ++i) {
    LinkState& link = links_[f.links[i]];
    if (!link.in_region) continue;
    link.left -= f.weight * level;
    link.open -= f.weight;
    link.stale = true;
  }
}

// Takes in the links outside that the answer would move: one that holds a flow whose rate changes, or holds
// flows beside it, or would have to carry more than it can. With a tolerance, where one would not be fair.
bool FairShares::grow() {
  const std::size_t before = region_.size();
  bool woken = false;  // Then flows have left the bulk of links in the region, which nobody has looked at.
  examined_.clear();
  for (const std::uint32_t flow : crossing_) {
    const FlowState& f = flows_[flow];
    const Rate present = level(flow);
    if (f.next_level == present) continue;
    if (f.next_level > f.reach) {
      for (std::size_t i = 0; i < f.length; ++i) {
        const LinkState& link = links_[f.links[i]];
        if (link.live || link.bounds <= link.capacity) continue;
        go_live(f.links[i]);
        make_dirty(f.links[i]);
        woken = true;
      }
    }
  }
  for (const std::uint32_t flow : crossing_) {
    const FlowState& f = flows_[flow];
    const Rate present = level(flow);
    if (f.live < 2 || f.next_level == present) continue;
    examine(f, present);
  }
  for (const std::uint32_t id : examined_) {
    LinkState& link = links_[id];
    if (!stays_fair(link)) take_in(id);
    link.change = 0;
    link.joining = 0;
    link.examined = false;
  }
  return woken || region_.size() > before;
}

void FairShares::examine(const FlowState& f, Rate present) {
  const auto rate = [&](Rate level) { return static_cast<Change>(f.weight * level); };
  for (std::size_t i = 0; i < f.live; ++i) {
    const std::uint32_t id = f.links[i];
    LinkState& link = links_[id];
    if (link.in_region) continue;
    if (link.held > 0 && tolerance_ == 0) {
      take_in(id);
      continue;
    }
    if (!link.examined) examined_.push_back(id);
    link.examined = true;
    if (f.holder == id) link.joining -= f.weight;
    if (f.next_holder == id) link.joining += f.weight;
    link.change += (f.next_holder == id ? 0 : rate(f.next_level)) - (f.holder == id ? 0 : rate(present));
  }
}

// Tells whether a link outside of the region is still fair, within the tolerance, when its flows change.
bool FairShares::stays_fair(const LinkState& link) const {
  const Rate foreign = link.foreign + static_cast<Rate>(link.change);
  const std::uint64_t held_weight = link.held_weight + static_cast<std::uint64_t>(link.joining);
  if (held_weight == 0) return foreign <= link.capacity + slack_of(link);
  return is_fair(link, foreign, held_weight);
}

void FairShares::commit() {
  for (const std::uint32_t flow : crossing_) {
    FlowState& f = flows_[flow];
    if (f.holder != f.next_holder) {
      touched_flows_.push_back(flow);
      if (f.holder < kOwnBound) touch(f.holder);
      if (f.next_holder < kOwnBound) touch(f.next_holder);
    }
    detach(f, level(flow));
  }
  for (const std::uint32_t id : region_) {
    LinkState& link = links_[id];
    touch(id);
    link.level = link.next_level;
    link.greatest_foreign = 0;
    if (bulk_of(link) > 0) continue;
    link.least_reach = kUnlimited;
    if (link.level >= link.ceiling || link.level < link.ceiling / 2)
      link.ceiling = link.level + link.level / 4;
  }
  for (const std::uint32_t flow : crossing_) {
    FlowState& f = flows_[flow];
    set_reach(f, f.next_holder < kOwnBound ? std::min(f.bound, links_[f.next_holder].ceiling) : f.bound);
    attach(f, f.next_holder, f.next_level);
  }
}

}  // namespace headrace
