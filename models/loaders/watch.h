// Watch: which batch a rank waits for, and who makes it.
//
//   watch.wait_for(7);                  // the rank's own process
//   maker.begin(7);                     // a worker's
//   co_await storage.read(…, maker);    // told to the rank's account while it waits for batch 7
//   maker.end();
//   watch.end();
//
// A worker accounts for its time without knowing whether somebody waits: nothing is kept of what nobody waits
// for.
#pragma once

#include <cstdint>
#include <deque>

#include "models/account.h"

namespace headrace {

class Watch {
 public:
  class Maker final : public Account {
   public:
    Maker(Watch& watch, std::uint32_t thread) : watch_(watch), thread_(thread) { close(); }

    void begin(std::int64_t batch) {
      batch_ = batch;
      look();
    }
    void end() { begin(kNone); }
    Track track() const override { return watch_.waiting_.track(); }
    std::uint32_t thread() const override { return thread_; }

   private:
    friend class Watch;
    void look() { batch_ != kNone&& batch_ == watch_.batch_ ? open() : close(); }
    void take(Activity activity, Time until) override { watch_.waiting_.spend(activity, until); }

    Watch& watch_;
    std::uint32_t thread_;
    std::int64_t batch_ = kNone;
  };

  // `waiting` is the account of the rank, `makers` how many processes may make a batch.
  Watch(Account& waiting, std::int64_t makers);

  void wait_for(std::int64_t batch) {
    batch_ = batch;
    for (Maker& maker : makers_) maker.look();
  }
  void end() { wait_for(kNone); }
  // Drops who was at work, at the end of an epoch.
  void clear();

  Maker& maker(std::size_t number) { return makers_[number]; }

 private:
  static constexpr std::int64_t kNone = -1;

  Account& waiting_;
  std::int64_t batch_ = kNone;
  std::deque<Maker> makers_;
};

}  // namespace headrace
