#include "models/account.h"

#include <algorithm>

namespace headrace {

namespace {

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
    entries_.push_back({activity, accounted_, until});
  }
  accounted_ = until;
}

void Journal::tell(Account& other) const {
  const auto since = std::lower_bound(entries_.begin(), entries_.end(), other.accounted(),
                                      [](const Entry& entry, Time at) { return entry.until <= at; });
  for (auto entry = since; entry != entries_.end(); ++entry) other.spend(entry->activity, entry->until);
}

}  // namespace headrace
