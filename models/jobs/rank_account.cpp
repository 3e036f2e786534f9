#include "models/jobs/rank_account.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace headrace {

namespace {

// Returns what a rank is doing when nobody says more: a batch or a checkpoint that is there is handed over.
Activity own_activity(Cause cause) {
  switch (cause) {
    case Cause::compute:
    case Cause::evaluation: return Activity::compute;
    case Cause::host:
    case Cause::logging: return Activity::host;
    case Cause::network_wait: return Activity::network;
    case Cause::copy_wait: return Activity::copy;
    case Cause::batch_wait:
    case Cause::barrier_wait:
    case Cause::pipeline_wait:
    case Cause::checkpoint: return Activity::delivery;
    case Cause::startup: return Activity::start_up;
    case Cause::idle:
    case Cause::failure: break;
  }
  return Activity::none;
}

__extension__ using Wide = unsigned __int128;

// Returns whole * part / all, rounded down: whole where the part is all.
Duration part_of(Duration whole, Duration part, Duration all) {
  const auto wide = [](Duration span) { return static_cast<Wide>(span.ns()); };
  return Duration::nanoseconds(static_cast<std::int64_t>(wide(whole) * wide(part) / wide(all)));
}

std::size_t index_of(Cause cause) { return static_cast<std::size_t>(cause); }
std::size_t index_of(Activity activity) { return static_cast<std::size_t>(activity); }

}  // namespace

void RankAccount::end(Time until) { spend(own_activity(cause_), until); }

void RankAccount::take(Activity activity, Time until) {
  // Others who wait for a rank that waits for what ranks send each other wait for no network of the storage.
  const Activity for_others = cause_ == Cause::network_wait ? Activity::port : activity;
  // A rank that sits a round out does nothing, whatever those do whom it waits for.
  const Activity own = cause_ == Cause::idle ? Activity::none : activity;
  spent_[index_of(cause_)][index_of(own)] += until - accounted_;
  since_met_[index_of(for_others)] += until - accounted_;
  accounted_ = until;
  for (RankAccount* const listener : listeners_) listener->spend(for_others, until);
}

RankAccount::Listening::Listening(RankAccount& heard, RankAccount& listener)
    : heard_(heard), listener_(listener) {
  heard_.listeners_.push_back(&listener_);
}

RankAccount::Listening::~Listening() {
  auto& all = heard_.listeners_;
  all.erase(std::find(all.begin(), all.end(), &listener_));
}

// Shares the wait out: it is what this one did longer less what the other did longer.
void RankAccount::tell(RankAccount& other) const {
  const Time begun = other.accounted_;
  if (accounted_ <= begun) return;
  Sums longer = since_met_;
  longer[index_of(Activity::none)] += met_ - other.met_;
  Duration all;
  for (std::size_t i = 0; i < longer.size(); ++i) {
    longer[i] = std::max(Duration(), longer[i] - other.since_met_[i]);
    all += longer[i];
  }
  Duration told;
  for (std::size_t i = 0; i < longer.size(); ++i) {
    if (longer[i] == Duration()) continue;
    told += longer[i];
    other.spend(static_cast<Activity>(i), begun + part_of(accounted_ - begun, told, all));
  }
}

RankAccount::Spent RankAccount::spent() const { return {accounted_, spent_}; }

void RankAccount::repeat(const Spent& then, Time until) {
  const Duration all = accounted_ - then.until;
  const Duration span = until - accounted_;
  Duration told, given;
  for (std::size_t cause = 0; cause < spent_.size(); ++cause)
    for (std::size_t activity = 0; activity < spent_[cause].size(); ++activity) {
      told += spent_[cause][activity] - then.parts[cause][activity];
      const Duration due = all > Duration() ? part_of(span, told, all) : Duration();
      spent_[cause][activity] += due - given;
      given = due;
    }
  accounted_ = until;
  meet();
}

void RankAccount::meet() {
  met_ = accounted_;
  since_met_ = {};
}

Waited RankAccount::waited(Time now) const {
  constexpr Cause kWaits[] = {Cause::batch_wait, Cause::barrier_wait, Cause::checkpoint,
                              Cause::startup,    Cause::logging,      Cause::pipeline_wait};
  Waited waited;
  for (const Cause cause : kWaits) {
    waited.all += spent(cause);
    for (const Activity activity : kStorageActivities)
      waited.storage += spent_[index_of(cause)][index_of(activity)];
  }
  const bool waits = std::find(std::begin(kWaits), std::end(kWaits), cause_) != std::end(kWaits);
  if (waits && now > accounted_) waited += {now - accounted_, now - accounted_};
  return waited;
}

Duration RankAccount::spent(Cause cause) const {
  Duration sum;
  for (const Duration part : spent_[index_of(cause)]) sum += part;
  return sum;
}

void RankAccount::add_rows(std::vector<TimeBudgetRow>& budget, std::int64_t rank, Cause cause,
                           Time now) const {
  bool any = false;
  for (std::size_t activity = 0; activity < std::size(kActivities); ++activity) {
    Duration part = spent_[index_of(cause)][activity];
    if (activity == index_of(own_activity(cause))) part += open(cause, now);
    if (part == Duration()) continue;
    budget.push_back({rank, cause, static_cast<Activity>(activity), part});
    any = true;
  }
  if (!any) budget.push_back({rank, cause, own_activity(cause), Duration()});
}

}  // namespace headrace
