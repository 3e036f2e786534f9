// PageCopy: one thread's copy between a process and the pages of its node. Its client is called at the end.
//
//   copy.start(sim, host, span, length, Action::of<&Client::copied>(*this, slot));
//   … account.spend(Activity::core, copy.began()), account.spend(Activity::memory, copy.copied());
//
// The thread works for `span` on a core of the node, which others may want as well, while the bytes move over
// its memory bus (models/hardware/node.h). It goes on with the work that follows, if it is given any. On a
// host without a node, such as a server that moves data between tiers, a copy takes its span and nothing
// follows. Leaves out that what follows begins once the copy's own bytes have moved, page faults of the
// process's own memory, and NUMA.
#pragma once

#include <coroutine>
#include <optional>

#include "models/hardware/node.h"
#include "models/storage/store.h"
#include "sim/simulation.h"

namespace headrace {

class PageCopy {
 public:
  PageCopy() = default;
  PageCopy(const PageCopy&) = delete;
  PageCopy& operator=(const PageCopy&) = delete;

  // Tells whether its end has not come yet.
  bool active() const { return work_.has_value() || alone_; }

  // Starts a copy that ends in the action, one at a time. The thread does the work that is next, too, before
  // that, and takes it from there.
  void start(Simulation& sim, const Host& host, Duration span, Bytes length, Action ended,
             ThreadWork* next = nullptr);
  // Does the same for a coroutine that awaits it at once.
  class Run;
  Run run(Simulation& sim, const Host& host, Duration span, Bytes length, ThreadWork* next = nullptr);
  // Gives up a copy: its action does not run.
  void stop(Simulation& sim);
  // Returns when the last copy that ended would have begun with a core of its own: before that, others'
  // threads made it wait.
  Time began() const { return began_; }
  // Returns when it ended, without what follows: what the bus made the thread wait is shared by the bytes.
  Time copied() const { return copied_; }

 private:
  void ended();

  std::optional<Node::Chore> work_;
  EventId alone_;
  Simulation* sim_ = nullptr;
  double work_share_ = 1, bytes_share_ = 1;  // Shares of the copy in its thread's work and bytes.
  Time began_, copied_;
  Action ended_;
};

class [[nodiscard]] PageCopy::Run {
 public:
  Run(PageCopy& copy, Simulation& sim, const Host& host, Duration span, Bytes length, ThreadWork* next)
      : copy_(copy), sim_(sim), host_(host), span_(span), length_(length), next_(next) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() { copy_.stop(sim_); }

  bool await_ready() const { return false; }
  template <detail::TaskPromise P>
  void await_suspend(std::coroutine_handle<P> frame) {
    note_.begin(*frame.promise().process, "a core or the memory bus");
    copy_.start(sim_, host_, span_, length_, Simulation::resume(frame), next_);
  }
  void await_resume() { note_.end(); }

 private:
  PageCopy& copy_;
  Simulation& sim_;
  const Host& host_;
  Duration span_;
  Bytes length_;
  ThreadWork* next_;
  WaitNote note_;
};

inline PageCopy::Run PageCopy::run(Simulation& sim, const Host& host, Duration span, Bytes length,
                                   ThreadWork* next) {
  return Run(*this, sim, host, span, length, next);
}

}  // namespace headrace
