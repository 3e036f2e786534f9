#include "sim/fair_shares.h"

#include <algorithm>
#include <utility>

namespace headrace {

namespace {

constexpr std::size_t index_of(LinkId link) { return static_cast<std::size_t>(link); }

}  // namespace

LinkId FairShares::add_link(Rate capacity) {
  HEADRACE_CHECK(capacity < kUnlimited);
  links_.emplace_back();
  links_.back().capacity = capacity;
  return static_cast<LinkId>(links_.size() - 1);
}

FairShares::Rate FairShares::bound_of(const FlowState& f, Rate cap) const {
  for (std::size_t i = 0; i < f.length; ++i) cap = std::min(cap, links_[f.links[i]].capacity);
  return f.weight == 1 ? cap : cap / f.weight;
}

// Returns a reach for a flow that is to be placed: it will not have more than the flows that its links hold.
FairShares::Rate FairShares::reach_of(const FlowState& f) const {
  Rate reach = f.bound;
  for (std::size_t i = 0; i < f.length; ++i) {
    const LinkState& link = links_[f.links[i]];
    if (link.held > 0) reach = std::min(reach, link.ceiling);
  }
  return reach;
}

void FairShares::set_reach(FlowState& f, Rate reach) {
  if (f.reach == reach) return;
  for (std::size_t i = 0; i < f.length; ++i) {
    links_[f.links[i]].reaches += f.weight * (reach - f.reach);  // Wraps around, and back.
    make_dirty(f.links[i]);
  }
  f.reach = reach;
}

void FairShares::make_dirty(std::uint32_t link) {
  if (links_[link].dirty) return;
  links_[link].dirty = true;
  dirty_.push_back(link);
}

void FairShares::touch(std::uint32_t link) {
  if (links_[link].touched) return;
  links_[link].touched = true;
  touched_links_.push_back(link);
}

std::uint32_t FairShares::add(std::span<const LinkId> path, std::int64_t weight, Rate cap) {
  HEADRACE_CHECK(!path.empty() && path.size() <= kGreatestPath);
  HEADRACE_CHECK(weight >= 1 && weight <= kGreatestWeight);
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(flows_.size()));
    flows_.emplace_back();
    caps_.emplace_back();
    HEADRACE_CHECK(flows_.size() < kOwnBound / kGreatestPath);
  }
  const std::uint32_t flow = free_.back();
  free_.pop_back();
  FlowState& f = flows_[flow];
  f.weight = static_cast<std::uint32_t>(weight);
  f.length = static_cast<std::uint8_t>(path.size());
  f.live = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    HEADRACE_CHECK(index_of(path[i]) < links_.size());
    f.links[i] = static_cast<std::uint32_t>(index_of(path[i]));
    for (std::size_t k = 0; k < i; ++k) HEADRACE_CHECK(f.links[k] != f.links[i]);
  }
  caps_[flow] = std::min(cap, kUnlimited);
  f.bound = bound_of(f, caps_[flow]);
  f.reach = reach_of(f);
  for (std::size_t i = 0; i < f.length; ++i) {
    LinkState& link = links_[f.links[i]];
    f.places[i] = static_cast<std::uint32_t>(link.flows.size());
    link.flows.push_back(static_cast<std::uint32_t>(flow * kGreatestPath + i));
    link.weight += f.weight;
    link.bounds += f.weight * f.bound;
    link.reaches += f.weight * f.reach;
    if (link.live) swap_links(flow, i, f.live++);
  }
  if (stands_alone(f)) {
    f.holder = kOwnBound;
    return flow;
  }
  for (std::size_t i = 0; i < f.length; ++i) make_dirty(f.links[i]);
  loosen(flow);
  return flow;
}

// Links with room for the reach of all their flows hold none, so the reach of such a flow is its bound.
bool FairShares::stands_alone(const FlowState& f) const {
  for (std::size_t i = 0; i < f.length; ++i) {
    const LinkState& link = links_[f.links[i]];
    if (link.live || link.reaches > link.capacity) return false;
  }
  return true;
}

void FairShares::remove(std::uint32_t flow) {
  FlowState& f = flows_[flow];
  const bool concerns_others = f.live > 0 || f.holder == kLoose;
  detach(f, level(flow));
  for (std::size_t i = 0; i < f.length; ++i) {
    LinkState& link = links_[f.links[i]];
    const std::uint32_t last = link.flows.back();
    link.flows[f.places[i]] = last;
    flows_[last / kGreatestPath].places[last % kGreatestPath] = f.places[i];
    link.flows.pop_back();
    link.weight -= f.weight;
    link.bounds -= f.weight * f.bound;
    link.reaches -= f.weight * f.reach;
    if (concerns_others) make_dirty(f.links[i]);
  }
  f.length = 0;
  free_.push_back(flow);
}

void FairShares::set_capacity(LinkId id, Rate capacity) {
  HEADRACE_CHECK(index_of(id) < links_.size() && capacity < kUnlimited);
  LinkState& changed = links_[index_of(id)];
  changed.capacity = capacity;
  make_dirty(static_cast<std::uint32_t>(index_of(id)));
  for (const std::uint32_t entry : changed.flows) {
    const std::uint32_t flow = entry / kGreatestPath;
    FlowState& f = flows_[flow];
    const Rate bound = bound_of(f, caps_[flow]);
    if (bound == f.bound) continue;
    // One that a link holds is still held by it, unless solve() finds otherwise.
    const bool held = f.holder < kOwnBound;
    if (!held) loosen(flow);
    for (std::size_t i = 0; i < f.length; ++i) {
      links_[f.links[i]].bounds += f.weight * (bound - f.bound);  // Wraps around, and back.
      make_dirty(f.links[i]);
    }
    f.bound = bound;
    set_reach(f, held ? std::min(f.reach, bound) : reach_of(f));
    if (held) links_[f.holder].least_reach = std::min(links_[f.holder].least_reach, f.reach);
  }
}

// Takes its holder and its rate from the flow, until the next solve().
void FairShares::loosen(std::uint32_t flow) {
  FlowState& f = flows_[flow];
  detach(f, level(flow));
  if (f.listed) return;
  f.listed = true;
  loose_.push_back(flow);
}

// Swaps two links of a flow's path, whose live ones stand first.
void FairShares::swap_links(std::uint32_t flow, std::size_t a, std::size_t b) {
  if (a == b) return;
  FlowState& f = flows_[flow];
  std::swap(f.links[a], f.links[b]);
  std::swap(f.places[a], f.places[b]);
  for (const std::size_t i : {a, b})
    links_[f.links[i]].flows[f.places[i]] = static_cast<std::uint32_t>(flow * kGreatestPath + i);
}

void FairShares::swap_places(LinkState& link, std::uint32_t a, std::uint32_t b) {
  std::swap(link.flows[a], link.flows[b]);
  for (const std::uint32_t place : {a, b})
    flows_[link.flows[place] / kGreatestPath].places[link.flows[place] % kGreatestPath] = place;
}

void FairShares::enter_bulk(FlowState& f) {
  std::size_t i = 0;
  while (f.links[i] != f.holder) ++i;
  LinkState& link = links_[f.holder];
  swap_places(link, f.places[i], link.bulk++);
}

void FairShares::leave_bulk(FlowState& f) {
  std::size_t i = 0;
  while (f.links[i] != f.holder) ++i;
  LinkState& link = links_[f.holder];
  swap_places(link, f.places[i], --link.bulk);
}

void FairShares::attach(FlowState& f, Holder holder, Rate level) {
  f.holder = holder;
  for (std::size_t i = 0; i < f.live; ++i) {
    LinkState& link = links_[f.links[i]];
    if (f.links[i] == holder) {
      ++link.held;
      link.held_weight += f.weight;
      link.least_reach = std::min(link.least_reach, f.reach);
    } else {
      link.foreign += f.weight * level;
      link.greatest_foreign = std::max(link.greatest_foreign, level);
    }
  }
  if (f.live == 1 && holder < kOwnBound) enter_bulk(f);
}

void FairShares::detach(FlowState& f, Rate level) {
  if (f.holder == kLoose) return;
  if (f.live == 1 && f.holder < kOwnBound) leave_bulk(f);
  for (std::size_t i = 0; i < f.live; ++i) {
    LinkState& link = links_[f.links[i]];
    if (f.links[i] == f.holder) {
      --link.held;
      link.held_weight -= f.weight;
      if (link.held == 0) link.least_reach = kUnlimited;
    } else {
      link.foreign -= f.weight * level;
      if (link.foreign == 0) link.greatest_foreign = 0;
    }
  }
  f.holder = kLoose;
}

void FairShares::go_live(std::uint32_t id) {
  LinkState& link = links_[id];
  link.live = true;
  link.foreign = 0;
  link.greatest_foreign = 0;
  for (const std::uint32_t entry : link.flows) {
    const std::uint32_t flow = entry / kGreatestPath;
    FlowState& f = flows_[flow];
    swap_links(flow, entry % kGreatestPath, f.live++);
    if (f.live == 2 && f.holder < kOwnBound) leave_bulk(f);
    const Rate present = level(flow);
    link.foreign += f.weight * present;
    link.greatest_foreign = std::max(link.greatest_foreign, present);
  }
}

void FairShares::drop(std::uint32_t id) {
  LinkState& link = links_[id];
  link.live = false;
  for (const std::uint32_t entry : link.flows) {
    const std::uint32_t flow = entry / kGreatestPath;
    FlowState& f = flows_[flow];
    swap_links(flow, entry % kGreatestPath, --f.live);
    if (f.live == 1 && f.holder < kOwnBound) enter_bulk(f);
  }
}

// Places a loose flow. With at most one live link it needs no look at other flows: if another than that link
// is to hold it, relevel() will say so. With several, these are taken into the region.
void FairShares::place_alone(std::uint32_t flow) {
  FlowState& f = flows_[flow];
  f.listed = false;
  if (f.holder != kLoose || f.length == 0) return;
  touched_flows_.push_back(flow);
  if (f.live == 0) {
    set_reach(f, f.bound);
    return attach(f, kOwnBound, f.bound);
  }
  if (f.live > 1) {
    for (std::size_t i = 0; i < f.live; ++i) take_in(f.links[i]);
    return;
  }
  LinkState& link = links_[f.links[0]];
  if (link.held == 0) link.ceiling = kUnlimited;
  attach(f, f.links[0], 0);
}

// True when the flows held by a live link stay the same ones and concern no other link: then its level is all
// that changes, however many they are.
bool FairShares::relevel(std::uint32_t id) {
  LinkState& link = links_[id];
  if (link.foreign > link.capacity) return false;
  if (link.held == 0) return true;
  const auto holds_at = [&](Rate level) {
    const Rate most = tolerance_ == 0 ? level : level + level / kPartOfLevel;
    return level < link.least_reach && most >= link.greatest_foreign;
  };
  if (is_fair(link, link.foreign, link.held_weight) && holds_at(link.level)) return true;
  const Rate level = (link.capacity - link.foreign) / link.held_weight;
  if (link.held > link.bulk && level != link.level) return false;
  if (!holds_at(level)) return false;
  link.level = level;
  return true;
}

// Tells whether the level of a link is fair within the tolerance, when its flows take as much as this.
bool FairShares::is_fair(const LinkState& link, Rate foreign, std::uint64_t held_weight) const {
  if (foreign > link.capacity) return false;
  const Rate left = link.capacity - foreign;
  const Rate held = link.level * held_weight;
  const Rate slack = std::min(slack_of(link), left / kPartOfLevel);
  return held <= left + slack && held + slack >= left;
}

void FairShares::solve() {
  ++solves_;
  for (const std::uint32_t link : touched_links_) links_[link].touched = false;
  touched_links_.clear();
  touched_flows_.clear();
  for (const std::uint32_t id : dirty_) {
    touch(id);
    if (!links_[id].live && links_[id].reaches > links_[id].capacity) go_live(id);
  }
  for (const std::uint32_t flow : loose_) place_alone(flow);
  loose_.clear();
  for (const std::uint32_t link : dirty_)
    if (links_[link].live && !links_[link].in_region && !relevel(link)) take_in(link);
  if (!region_.empty()) solve_region();
  for (const std::uint32_t link : dirty_) sort_out(link);
  dirty_.clear();
}

// Makes a link live or drops it. An eighth of its capacity lies between the two, so that the look at all its
// flows is rare.
void FairShares::sort_out(std::uint32_t id) {
  LinkState& link = links_[id];
  link.dirty = false;
  if (link.held == 0) link.ceiling = kUnlimited;
  if (!link.live && link.reaches > link.capacity) go_live(id);
  const bool slack = link.reaches <= link.capacity - link.capacity / 8 || link.flows.size() < 2;
  if (link.live && link.held == 0 && slack && link.reaches <= link.capacity) drop(id);
}

}  // namespace headrace
