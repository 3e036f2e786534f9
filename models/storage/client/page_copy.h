// PageCopy: one thread's copy between a process and the pages of its node. Its client is called at the end.
//
//   copy.start(sim, host, span, length, Action::of<&Client::copied>(*this, slot));
//   … account.spend(Activity::core, copy.began());
//
// The thread works for `span` on a core of the node, which others may want as well, while the bytes move over
// its memory bus (models/hardware/node.h). On a host without a node, such as a server that moves data between
// tiers, it takes its span. Leaves out page faults of the process's own memory and NUMA.
#pragma once

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

  // Starts a copy that ends in the action. One at a time.
  void start(Simulation& sim, const Host& host, Duration span, Bytes length, Action ended);
  // Gives up a copy: its action does not run.
  void stop(Simulation& sim);
  // Returns when the last copy that ended would have begun with a core of its own: before that, others'
  // threads made it wait.
  Time began() const { return began_; }

 private:
  void ended();

  std::optional<Node::Chore> work_;
  EventId alone_;
  Time began_;
  Action ended_;
};

}  // namespace headrace
