// Account: what somebody's time goes to, from instant to instant, without a gap.
//
//   account.spend(Activity::window, request.granted);
//   account.spend(Activity::device, sim.now());
//
// Each call says what everything since the call before went to, so the parts add up to the whole whatever is
// reported, in which order and by whom. Instants that lie before what is accounted for already add nothing:
// whoever reports need not know since when somebody waits.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/trace.h"
#include "sim/units.h"

namespace headrace {

enum class Activity : std::uint8_t {
  none,          // Nothing: it was idle, or lost.
  compute,       // An accelerator's work.
  host,          // The training loop's own work.
  metadata,      // Names, locks and layouts.
  lock,          // Bytes of a file that other clients have locked.
  outage,        // A server or a target that was down, until the request was sent again.
  window,        // A place among the requests that may be on their way.
  network,       // On the way to a server and back.
  server_queue,  // A thread of a server, or a token of its scheduler, and what that thread does itself.
  device,        // Drives.
  memory,        // Copies out of and into the page cache, or a cache of samples.
  copy,          // Between host and accelerator, and into pinned memory.
  decode,
  preprocess,
  core,      // A core that does somebody else's work.
  delivery,  // Made, and not yet handed over: the order of batches, room in buffers, the hand-over itself.
  start_up,  // Workers that do not run yet.
  port,      // What ranks send each other: bytes before one's own in a port, or those of who is waited for.
  source     // Samples that their source has not produced yet.
};
inline constexpr std::string_view kActivities[] = {
    "none",    "compute",      "host",     "metadata", "lock",  "outage", "window",
    "network", "server_queue", "device",   "memory",   "copy",  "decode", "preprocess",
    "core",    "delivery",     "start_up", "port",     "source"};

class Account {
 public:
  Account(const Account&) = delete;
  Account& operator=(const Account&) = delete;

  void spend(Activity activity, Time until) {
    if (until > accounted_) take(activity, until);
  }
  Time accounted() const { return accounted_; }
  // Returns the track of whose time it is; nobody's where several share it, and where nobody traces.
  virtual Track track() const { return Track(); }
  // Returns which of the threads or processes of a rank it is, from 1; 0: the rank itself.
  virtual std::uint32_t thread() const { return 0; }

 protected:
  Account() = default;
  ~Account() = default;

  // Takes what lies between accounted_ and a later instant, and moves accounted_ there.
  virtual void take(Activity activity, Time until) = 0;

  // Open and close it: a closed account takes nothing, since no instant is later than its own.
  void open() { accounted_ = Time(); }
  void close() { accounted_ = Time::never(); }

  Time accounted_;
};

// Returns the account of time that nobody accounts for.
Account& nobody();

// Relay: the account of work that others may wait for, such as pages on their way into a cache. All who
// listen while a part of it is told have spent that time on it, too.
class Relay final : public Account {
 public:
  Relay() { close(); }

  class Listening {
   public:
    Listening(Relay& relay, Account& listener);
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;
    ~Listening();

   private:
    Relay& relay_;
    Account& listener_;
  };

 private:
  void take(Activity activity, Time until) override;

  std::vector<Account*> listeners_;
};

// Journal: an account of one piece of work that can be told to others later, from where theirs end.
class Journal final : public Account {
 public:
  explicit Journal(Time start) : begun_(start) { accounted_ = start; }

  Time begun() const { return begun_; }
  void tell(Account& other) const;

 private:
  struct Entry {
    Activity activity;
    Time from, until;
  };
  void take(Activity activity, Time until) override;

  Time begun_;
  std::vector<Entry> entries_;
};

}  // namespace headrace
