// RankAccount: where the time of one rank goes, by cause and activity, and what it did since it last met the
// others.
//
//   account.begin(Cause::batch_wait);     // what comes now is a wait for a batch
//   … others tell it what its batch was doing …
//   account.end(sim.now());               // what nobody told is what such a wait ends with
//
// The journal of what it did is for those who wait for it at a barrier (meeting.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/account.h"
#include "models/jobs/time_budget.h"
#include "models/jobs/waited.h"

namespace headrace {

class RankAccount final : public Account {
 public:
  RankAccount() { close(); }  // Until it starts, no time is its own.

  // Nothing before `now` is its own.
  void start(Time now) {
    accounted_ = now;
    journal_.begin(now);
  }

  void begin(Cause cause) { cause_ = cause; }
  Cause cause() const { return cause_; }
  void end(Time until);

  Duration spent(Cause cause) const;
  // Returns how long the rank has waited for a batch, a checkpoint or others until now.
  Waited waited(Time now) const;
  // Returns how long it has been at a cause, from what is accounted for until `now`.
  Duration open(Cause cause, Time now) const {
    return cause == cause_ && now > accounted_ ? now - accounted_ : Duration();
  }
  // Adds the rows of the rank until `now`: one a cause and activity that took time, and one of a cause that
  // took none.
  void add_rows(std::vector<TimeBudgetRow>& budget, std::int64_t rank, Cause cause, Time now) const;

  // Tells another, who waited for this one, what this one did meanwhile.
  void tell(RankAccount& other) const { journal_.tell(other); }
  void forget() { journal_.begin(accounted_); }

 private:
  using Sums = std::array<Duration, std::size(kActivities)>;

  void take(Activity activity, Time until) override;

  Cause cause_ = Cause::host;
  std::array<Sums, std::size(kCauses)> spent_{};
  Journal journal_ = Journal(Time());
};

}  // namespace headrace
