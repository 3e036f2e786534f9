#include "sim/fair_network.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headrace {

namespace {

constexpr double kUnlimitedRate = 0x1p22;  // Bytes a nanosecond: four petabytes a second.

// Exact for whole multiples of 2^-11 bytes a second that fill whole units, else rounded down: an end is never
// early, and round figures stay round.
FairShares::Rate share_rate_of(Bandwidth bandwidth) {
  const double per_second = bandwidth.in_bytes_per_second();
  HEADRACE_CHECK(per_second >= 0);
  if (per_second * 1e-9 >= kUnlimitedRate) return FairShares::kUnlimited;
  const auto fine = static_cast<FairShares::Rate>(std::ldexp(per_second, 11));
  return (fine << (FairShares::kFractionBits - 11)) / 1'000'000'000;
}

// Returns the rate of a link. A flow may be without a limit of its own, a link may not: one that is said to
// have none gets the greatest rate below that.
FairShares::Rate link_rate_of(Bandwidth bandwidth) {
  return std::min(share_rate_of(bandwidth), FairShares::kUnlimited - 1);
}

}  // namespace

FairNetwork::FairNetwork(Simulation& sim, std::string_view name, double tolerance)
    : WaitPlace(sim, sim.wait_places(), "network", name) {
  HEADRACE_CHECK(tolerance >= 0 && tolerance < 1);
  shares_.set_tolerance(static_cast<std::uint32_t>(std::lround(std::ldexp(tolerance, 16))));
}

FairNetwork::~FairNetwork() {
  sim_.cancel(next_end_);
  sim_.cancel(solve_);
  for (const Moving& moving : moving_)
    if (moving.flow != nullptr) moving.flow->network_ = nullptr;
}

void FairNetwork::add_waiting(std::vector<const Process*>& waiting) const {
  for (const Moving& moving : moving_)
    if (moving.flow != nullptr && moving.flow->end_.process() != nullptr)
      waiting.push_back(moving.flow->end_.process());
}

void FairNetwork::leave(Flow& flow) {
  const auto weight = static_cast<Amount>(shares_.weight(flow.number_));
  const Amount left = take_out(flow.number_);
  const Amount whole = left <= kRounding ? 0 : ((left - kRounding) * weight + ~std::uint64_t{0}) >> 64;
  remove(flow.number_, flow.size_ - Bytes::count(static_cast<std::int64_t>(whole)));
}

LinkId FairNetwork::add_link(std::string_view name, Bandwidth capacity, PartId part) {
  meters_.emplace_back();
  meters_.back().name = name;
  meters_.back().part = part;
  meters_.back().capacity = capacity;
  groups_.emplace_back();
  ending_places_.resize(std::max(ending_places_.size(), 2 * groups_.size()), IndexedHeap<Ending>::kNowhere);
  return shares_.add_link(link_rate_of(capacity));
}

void FairNetwork::set_capacity(LinkId link, Bandwidth capacity) {
  meters_[index_of(link)].capacity = capacity;
  shares_.set_capacity(link, link_rate_of(capacity));
  changed();
}

void FairNetwork::enter(Flow& flow, std::span<const LinkId> path, Bytes size, const Share& share) {
  HEADRACE_CHECK(!flow.active() && size >= Bytes());
  const std::uint32_t number = shares_.add(path, share.weight, share_rate_of(share.cap));
  if (number >= moving_.size()) {
    moving_.resize(number + 1);
    tag_places_.resize(number + 1, IndexedHeap<Tagged>::kNowhere);
    ending_places_.resize(std::max<std::size_t>(ending_places_.size(), 2 * number + 2),
                          IndexedHeap<Ending>::kNowhere);
  }
  Moving& moving = moving_[number];
  moving.flow = &flow;
  moving.order = ++arrivals_;
  if (const Causes* const causes = sim_.causes()) {
    moving.begun = causes->present();
    moving.own = part_of_own_bound(path, share);
  }
  moving.holder = FairShares::kLoose;
  const auto weight = static_cast<Amount>(share.weight);
  moving.end = ((static_cast<Amount>(size.count()) << 64) + weight - 1) / weight;
  flow.network_ = this;
  flow.number_ = number;
  flow.size_ = size;
  ++active_;
  for (const LinkId link : path)
    if (shares_.flows_on(link) == 1) meters_[index_of(link)].busy_since = sim_.now();
  if (shares_.holder(number) == FairShares::kOwnBound) put_in(number, FairShares::kOwnBound, moving.end);
  changed();
}

Duration FairNetwork::busy(LinkId link) const {
  const Meter& meter = meters_[index_of(link)];
  return active(link) == 0 ? meter.busy : meter.busy + (sim_.now() - meter.busy_since);
}

Bandwidth FairNetwork::rate(const Flow& flow) const {
  if (flow.network_ == nullptr) return {};
  const auto level = static_cast<double>(shares_.level(flow.number_));
  return Bandwidth::bytes_per_second(
      std::ldexp(level * static_cast<double>(shares_.weight(flow.number_)), -64) * 1e9);
}

// Whole numbers throughout: a total is exact however often its level changes.
void FairNetwork::advance(Group& group) {
  group.total += group.level * static_cast<Amount>((sim_.now() - group.total_at).ns());
  group.total_at = sim_.now();
}

// Returns what is left of it.
FairNetwork::Amount FairNetwork::take_out(std::uint32_t flow) {
  Moving& moving = moving_[flow];
  const FairShares::Holder holder = std::exchange(moving.holder, FairShares::kLoose);
  if (holder == FairShares::kLoose) return moving.end;
  Amount left = 0;
  if (holder == FairShares::kOwnBound) {
    forget(ending_of_flow(flow));
    left = moving.end - moving.level * static_cast<Amount>((sim_.now() - moving.at).ns());
  } else {
    Group& group = groups_[holder];
    advance(group);
    left = moving.end - group.total;
    group.by_end.remove(tag_places_[flow], tag_places_);
  }
  return left >> 127 != 0 ? 0 : left;  // Past its end by less than a nanosecond.
}

void FairNetwork::put_in(std::uint32_t flow, FairShares::Holder holder, Amount left) {
  Moving& moving = moving_[flow];
  moving.holder = holder;
  if (holder == FairShares::kOwnBound) {
    moving.end = left;
    moving.at = sim_.now();
    moving.level = shares_.level(flow);
    return expect(ending_of_flow(flow), left, moving.level);
  }
  Group& group = groups_[holder];
  advance(group);
  if (sim_.causes() != nullptr && group.by_end.empty()) group.full_since = sim_.causes()->present();
  moving.end = group.total + left;
  Tagged tag;
  tag.end = moving.end;
  tag.order = moving.order;
  tag.id = flow;
  group.by_end.push(tag, tag_places_);
}

void FairNetwork::expect(std::uint32_t id, Amount left, Rate level) {
  if (level == 0) return forget(id);
  const Amount least = left > kRounding && left >> 127 == 0 ? left - kRounding : 0;
  const Amount wait = (least + level - 1) / level;
  if (wait >= static_cast<Amount>((Time::never() - sim_.now()).ns())) return forget(id);
  Ending ending;
  ending.at = sim_.now() + Duration::nanoseconds(static_cast<std::int64_t>(wait));
  ending.id = id;
  if (ending_places_[id] == IndexedHeap<Ending>::kNowhere) {
    endings_.push(ending, ending_places_);
  } else {
    endings_.update(ending_places_[id], ending, ending_places_);
  }
}

void FairNetwork::forget(std::uint32_t id) {
  if (ending_places_[id] != IndexedHeap<Ending>::kNowhere)
    endings_.remove(ending_places_[id], ending_places_);
}

void FairNetwork::remove(std::uint32_t flow, Bytes moved) {
  for (const std::uint32_t link : shares_.path(flow)) {
    Meter& meter = meters_[link];
    meter.moved += moved;
    if (shares_.flows_on(static_cast<LinkId>(link)) == 1) meter.busy += sim_.now() - meter.busy_since;
  }
  moving_[flow].flow->holder_ = shares_.holder(flow);
  moving_[flow].flow = nullptr;
  shares_.remove(flow);
  --active_;
  changed();
}

// Makes an event that solves for all the changes of an instant: it goes back behind those that came after the
// one that made it. Where nothing is to be solved it makes none.
void FairNetwork::changed() {
  if (solve_) {
    changed_since_ |= sim_.events() != solve_made_by_;
    return;
  }
  if (shares_.solved()) return arm();
  changed_since_ = false;
  solve_made_by_ = sim_.events();
  solve_ = sim_.schedule_now(Action::of<&FairNetwork::settle>(*this));
}

void FairNetwork::settle() {
  solve_ = EventId();
  if (changed_since_) return changed();
  shares_.solve();
  for (const std::uint32_t link : shares_.touched_links()) advance(groups_[link]);
  for (const std::uint32_t flow : shares_.touched_flows()) {
    const FairShares::Holder holder = shares_.holder(flow);
    if (moving_[flow].flow == nullptr) continue;
    if (holder == moving_[flow].holder && holder != FairShares::kOwnBound) continue;
    const Amount left = take_out(flow);
    put_in(flow, holder, left);
  }
  for (const std::uint32_t link : shares_.touched_links()) {
    Group& group = groups_[link];
    group.level = shares_.link_level(link);
    if (group.by_end.empty()) {
      forget(ending_of_link(link));
    } else {
      expect(ending_of_link(link), group.by_end.front().end - group.total, group.level);
    }
  }
  arm();
}

// Sees to it that an event comes no later than the next end. One that comes too early finds nothing to do.
void FairNetwork::arm() {
  if (endings_.empty()) {
    sim_.cancel(next_end_);
    next_end_at_ = Time::never();
    return;
  }
  const Time at = endings_.front().at;
  if (next_end_at_ <= at) return;
  sim_.cancel(next_end_);
  next_end_at_ = at;
  next_end_ = sim_.schedule(at, Action::of<&FairNetwork::finish_due>(*this));
}

// Ends all that ends at one nanosecond by one event: it is the action of the first, and makes events of the
// others.
void FairNetwork::finish_due() {
  next_end_ = EventId();
  next_end_at_ = Time::never();
  while (!endings_.empty() && endings_.front().at <= sim_.now()) collect_due(endings_.front().id);
  if (due_.size() > 1) {
    std::sort(due_.begin(), due_.end(),
              [this](std::uint32_t a, std::uint32_t b) { return moving_[a].order < moving_[b].order; });
  }
  if (due_.empty()) return arm();
  Flow& first = *moving_[due_.front()].flow;
  Causes* const causes = sim_.causes();
  const CauseId of_first = causes == nullptr ? CauseId() : cause_of_end(due_.front());
  for (const std::uint32_t number : due_) {
    Flow& flow = *moving_[number].flow;
    flow.network_ = nullptr;
    if (&flow == &first) continue;
    if (causes != nullptr) causes->go_on_from(cause_of_end(number));
    flow.end_.make_due(sim_);
  }
  if (causes != nullptr) causes->go_on_from(of_first);
  for (const std::uint32_t number : due_) remove(number, moving_[number].flow->size_);
  due_.clear();
  first.end_.run();
}

// Returns what the end of a flow comes from: the link that held it, since it has held flows or since this one
// came, whichever is earlier; where none did, the flow's own bound.
CauseId FairNetwork::cause_of_end(std::uint32_t flow) {
  Causes& causes = *sim_.causes();
  const Moving& moving = moving_[flow];
  const FairShares::Holder holder = shares_.holder(flow);
  if (holder >= FairShares::kOwnBound) return causes.add(sim_.now(), moving.begun, moving.own);
  const CauseId since = groups_[holder].full_since;
  const CauseId first = causes.at(since) < causes.at(moving.begun) ? since : moving.begun;
  return causes.add(sim_.now(), first, meters_[holder].part);
}

PartId FairNetwork::part_of_own_bound(std::span<const LinkId> path, const Share& share) const {
  const auto narrowest = std::min_element(path.begin(), path.end(),
                                          [this](LinkId a, LinkId b) { return capacity(a) < capacity(b); });
  return share.cap < capacity(*narrowest) ? share.part : meters_[index_of(*narrowest)].part;
}

// Collects what ends now. What stays of a group is expected again by settle(), which this makes due.
void FairNetwork::collect_due(std::uint32_t id) {
  forget(id);
  if (id % 2 == 1) {
    moving_[id / 2].holder = FairShares::kLoose;
    due_.push_back(id / 2);
    return;
  }
  Group& group = groups_[id / 2];
  advance(group);
  while (!group.by_end.empty()) {
    const Amount left = group.by_end.front().end - group.total;
    if (left > kRounding && left >> 127 == 0) break;
    const std::uint32_t flow = group.by_end.front().id;
    group.by_end.remove(0, tag_places_);
    moving_[flow].holder = FairShares::kLoose;
    due_.push_back(flow);
  }
}

}  // namespace headrace
