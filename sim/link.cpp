#include "sim/link.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headrace {

namespace {

constexpr int kFractionBits = 40;
constexpr double kParts = 0x1p40;  // Of a byte.
constexpr std::size_t kWays = 4;
// Bytes a nanosecond: four petabytes a second. What is said to be faster is as fast as that.
constexpr double kGreatestLinkRate = 0x1p22 - 1;

std::uint64_t fixed_point_rate(Bandwidth capacity) {
  const double bytes_per_ns = std::min(capacity.in_bytes_per_second() * 1e-9, kGreatestLinkRate);
  HEADRACE_CHECK(bytes_per_ns >= 0);
  const double parts = bytes_per_ns * kParts;
  const auto whole = static_cast<std::int64_t>(parts);
  return static_cast<std::uint64_t>(parts - static_cast<double>(whole) < 0.5 ? whole : whole + 1);
}

// Almost always both fit into one word, which is divided several times faster.
template <class Amount>
Amount quotient(Amount dividend, Amount divisor) {
  if (((dividend | divisor) >> 64) != 0) return dividend / divisor;
  return static_cast<std::uint64_t>(dividend) / static_cast<std::uint64_t>(divisor);
}

}  // namespace

Link::Link(Simulation& sim, std::string_view name, Bandwidth capacity, std::optional<Bandwidth> most_of_each,
           PartId part)
    : WaitPlace(sim, sim.wait_places(), "link", name),
      capacity_(capacity),
      rate_(fixed_point_rate(capacity)),
      most_of_each_(most_of_each ? fixed_point_rate(*most_of_each) : ~std::uint64_t{0}),
      part_(part),
      total_at_(sim.now()) {}

Link::~Link() {
  sim_.cancel(next_end_);
  for (const Entry& entry : by_end_) entry.flow->link_ = nullptr;
}

void Link::add_waiting(std::vector<const Process*>& waiting) const {
  for (const Entry& entry : by_end_)
    if (entry.flow->end_.process() != nullptr) waiting.push_back(entry.flow->end_.process());
}

void Link::enter(Flow& flow, Bytes size) {
  HEADRACE_CHECK(!flow.active() && size >= Bytes());
  flow.size_ = size;
  flow.link_ = this;
  advance();
  if (flow.end_.has_action()) ++awaited_;
  Entry entry;
  entry.end = total_ + (static_cast<Amount>(size.count()) << kFractionBits);
  entry.order = ++arrivals_;
  entry.flow = &flow;
  by_end_.emplace_back();
  sift_up(by_end_.size() - 1, entry);
  // Whoever joins behind the first makes that one's end later, if anything: the event for it still does.
  if (flow.position_ == 0 || next_end_at_ == Time::never()) arm();
}

void Link::set_capacity(Bandwidth capacity) {
  advance();
  const Amount before = rate();
  capacity_ = capacity;
  rate_ = fixed_point_rate(capacity);
  if (rate() > before || next_end_at_ == Time::never()) arm();
}

// Brings the total up to the present. It starts again at zero whenever the link is idle.
void Link::advance() {
  const Time now = sim_.now();
  if (now == total_at_) return;
  if (awaited_ < by_end_.size()) end_unseen(now);
  const Duration passed = now - std::exchange(total_at_, now);
  if (by_end_.empty()) {
    total_ = 0;
    return;
  }
  busy_ += passed;
  const Amount of_all = rate() * static_cast<Amount>(passed.ns());
  total_ += quotient<Amount>(of_all, by_end_.size());
}

// Ends the flows without an action whose ends have come, each when it did. Those with one are ended by their
// event: none of them comes before now.
void Link::end_unseen(Time now) {
  while (!by_end_.empty() && !by_end_.front().flow->end_.has_action() && rate() != 0) {
    const Amount wait = until_first_end();
    if (wait > static_cast<Amount>((now - total_at_).ns())) return;
    const Duration passed = Duration::nanoseconds(static_cast<std::int64_t>(wait));
    total_at_ += passed;
    busy_ += passed;
    Flow& flow = *by_end_.front().flow;
    if (by_end_.size() > 1) total_ += quotient<Amount>(rate() * wait, by_end_.size());
    remove(0);
    moved_ += flow.size_;
    flow.link_ = nullptr;
  }
}

Link::Amount Link::until_first_end() const {
  const Amount end = by_end_.front().end;
  const Amount left = end > total_ ? (end - total_) * by_end_.size() : 0;
  return quotient<Amount>(left + rate() - 1, rate());
}

// Sees to it that an event comes no later than the next end, if anyone awaits one. One that comes too early,
// because somebody joined after it was made, finds nothing to do and is made again: cheaper than to move it
// at every arrival.
void Link::arm() {
  if (awaited_ == 0) {
    sim_.cancel(next_end_);
    next_end_at_ = Time::never();
    return;
  }
  if (rate() == 0) return;
  const Amount wait = until_first_end();
  if (wait >= static_cast<Amount>((Time::never() - sim_.now()).ns())) return;
  const Time at = sim_.now() + Duration::nanoseconds(static_cast<std::int64_t>(wait));
  if (next_end_at_ <= at) return;
  sim_.cancel(next_end_);
  next_end_at_ = at;
  next_end_ = sim_.schedule(at, Action::of<&Link::finish_due>(*this), part_);
}

// Ends the flows that are due. The event is the action of the first, and makes events of those of the others.
void Link::finish_due() {
  next_end_ = EventId();
  next_end_at_ = Time::never();
  advance();
  Flow* first = nullptr;
  while (!by_end_.empty() && by_end_.front().end <= total_) {
    Flow& flow = *by_end_.front().flow;
    remove(0);
    moved_ += flow.size_;
    flow.link_ = nullptr;
    if (!flow.end_.has_action()) continue;
    --awaited_;
    if (first == nullptr) {
      first = &flow;
    } else {
      flow.end_.make_due(sim_);
    }
  }
  arm();
  if (first != nullptr) first->end_.run();
}

// Returns the bytes of the flow that have not moved, a part of one as a whole one.
Bytes Link::leave(Flow& flow) {
  advance();
  if (flow.link_ == nullptr) return Bytes();  // Ended unseen before.
  flow.link_ = nullptr;
  if (flow.end_.has_action()) --awaited_;
  const Amount end = by_end_[flow.position_].end;
  const Amount left = end > total_ ? end - total_ : 0;
  const Amount whole = (left + (Amount{1} << kFractionBits) - 1) >> kFractionBits;
  const Bytes rest = Bytes::count(static_cast<std::int64_t>(whole));
  moved_ += flow.size_ - rest;
  remove(flow.position_);
  arm();
  return rest;
}

void Link::remove(std::size_t position) {
  const Entry last = by_end_.back();
  by_end_.pop_back();
  if (position == by_end_.size()) return;
  if (position > 0 && earlier(last, by_end_[(position - 1) / kWays])) {
    sift_up(position, last);
  } else {
    sift_down(position, last);
  }
}

void Link::place(std::size_t position, const Entry& entry) {
  by_end_[position] = entry;
  entry.flow->position_ = position;
}

void Link::sift_up(std::size_t position, const Entry& entry) {
  while (position > 0) {
    const std::size_t parent = (position - 1) / kWays;
    if (!earlier(entry, by_end_[parent])) break;
    place(position, by_end_[parent]);
    position = parent;
  }
  place(position, entry);
}

void Link::sift_down(std::size_t position, const Entry& entry) {
  for (;;) {
    const std::size_t first = kWays * position + 1;
    if (first >= by_end_.size()) break;
    const std::size_t end = std::min(first + kWays, by_end_.size());
    std::size_t best = first;
    for (std::size_t child = first + 1; child < end; ++child)
      if (earlier(by_end_[child], by_end_[best])) best = child;
    if (!earlier(by_end_[best], entry)) break;
    place(position, by_end_[best]);
    position = best;
  }
  place(position, entry);
}

}  // namespace headrace
