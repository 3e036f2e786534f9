// RankAccount: where the time of one rank goes, by cause and activity, and how long it did what since it last
// met the others.
//
//   account.begin(Cause::batch_wait);     // what comes now is a wait for a batch
//   … others tell it what its batch was doing …
//   account.end(sim.now());               // what nobody told is what such a wait ends with
//
// A rank that waits for this one at a barrier (meeting.h) waits for what this one did longer than itself.
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

  // Says where a trace shows what it does.
  void trace_on(const Track& track) { track_ = track; }
  Track track() const override { return track_; }

  // Nothing before `now` is its own.
  void start(Time now) {
    accounted_ = now;
    meet();
  }

  void begin(Cause cause) { cause_ = cause; }
  Cause cause() const { return cause_; }
  void end(Time until);

  Duration spent(Cause cause) const;
  // Returns how long the rank has waited for a batch, a checkpoint, its start or others until now.
  Waited waited(Time now) const;
  // Returns how long it has been at a cause, from what is accounted for until `now`.
  Duration open(Cause cause, Time now) const {
    return cause == cause_ && now > accounted_ ? now - accounted_ : Duration();
  }
  // Adds the rows of the rank until `now`: one a cause and activity that took time, and one of a cause that
  // took none.
  void add_rows(std::vector<TimeBudgetRow>& budget, std::int64_t rank, Cause cause, Time now) const;

  // Tells another, who came to a meeting before this one, what it waited for: its wait is shared out over
  // what this one has done for longer since both met, in proportion. Having begun later is nothing done.
  //
  // The other loaded for 1 s and computed for 4, this one loaded for 3 and computed for 4: the wait of 2 s is
  // for loading, though this one computed meanwhile.
  void tell(RankAccount& other) const;
  // Spent: what the rank's time went to until an instant.
  struct Spent;
  Spent spent() const;
  // Spends the time until a later instant as it spent that since `then`, when ranks had met, and meets again.
  void repeat(const Spent& then, Time until);
  // Begins anew to measure what it does, from what is accounted for.
  void meet();

  // Listening: while it lives, what an account is told another one is told, too, who waits for that rank.
  class Listening {
   public:
    Listening(RankAccount& heard, RankAccount& listener);
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;
    ~Listening();

   private:
    RankAccount& heard_;
    RankAccount& listener_;
  };

 private:
  using Sums = std::array<Duration, std::size(kActivities)>;

  void take(Activity activity, Time until) override;

  Cause cause_ = Cause::host;
  std::array<Sums, std::size(kCauses)> spent_{};
  Time met_;
  Sums since_met_{};
  std::vector<RankAccount*> listeners_;
  Track track_;
};

struct RankAccount::Spent {
  Time until;
  std::array<Sums, std::size(kCauses)> parts{};
};

}  // namespace headrace
