#include "models/account.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace headrace {

namespace {

constexpr std::size_t kLongestJournal = 128;  // Its older half has room for a sum of each activity.
static_assert(kLongestJournal / 2 >= std::size(kActivities));

class Nobody final : public Account {
 public:
  Nobody() { close(); }

 private:
  void take(Activity, Time) override {}
};

}  // namespace

// Returns one that never changes, so all runs may share it.
Account& nobody() {
  static Nobody only;
  return only;
}

Relay::Listening::Listening(Relay& relay, Account& listener) : relay_(relay), listener_(listener) {
  relay_.listeners_.push_back(&listener);
  relay_.open();
}

Relay::Listening::~Listening() {
  relay_.listeners_.erase(std::find(relay_.listeners_.begin(), relay_.listeners_.end(), &listener_));
  if (relay_.listeners_.empty()) relay_.close();
}

void Relay::take(Activity activity, Time until) {
  for (Account* const listener : listeners_) listener->spend(activity, until);
}

void Journal::take(Activity activity, Time until) {
  if (!entries_.empty() && entries_.back().activity == activity) {
    entries_.back().until = until;
  } else {
    if (entries_.size() == kLongestJournal) sum_up();
    entries_.push_back({activity, accounted_, until});
  }
  accounted_ = until;
}

// Sums up the older half of the entries: each activity becomes one entry, as long as all of its own were.
void Journal::sum_up() {
  const std::size_t half = entries_.size() / 2;
  std::array<Duration, std::size(kActivities)> sums{};
  for (std::size_t i = 0; i < half; ++i)
    sums[static_cast<std::size_t>(entries_[i].activity)] += entries_[i].until - entries_[i].from;
  Time at = entries_.front().from;
  std::size_t kept = 0;
  for (std::size_t activity = 0; activity < sums.size(); ++activity) {
    if (sums[activity] == Duration()) continue;
    entries_[kept++] = {static_cast<Activity>(activity), at, at + sums[activity]};
    at += sums[activity];
  }
  const auto place = [&](std::size_t entry) { return entries_.begin() + static_cast<std::ptrdiff_t>(entry); };
  entries_.erase(place(kept), place(half));
}

void Journal::tell(Account& other) const {
  const auto since = std::lower_bound(entries_.begin(), entries_.end(), other.accounted(),
                                      [](const Entry& entry, Time at) { return entry.until <= at; });
  for (auto entry = since; entry != entries_.end(); ++entry) other.spend(entry->activity, entry->until);
}

}  // namespace headrace
