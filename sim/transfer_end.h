// TransferEnd: what follows a transfer: its action, which may be taken back until it has run.
//
// Part of Link::Flow and FairNetwork::Flow. Whatever ends one transfer at an instant runs its action itself,
// as the last thing it does; of several, the others are made due, each as an event of its own.
#pragma once

#include <utility>

#include "sim/simulation.h"

namespace headrace {

class TransferEnd {
 public:
  TransferEnd() = default;
  TransferEnd(const TransferEnd&) = delete;
  TransferEnd& operator=(const TransferEnd&) = delete;
  ~TransferEnd() { take_back(); }

  void set(Action action) {
    HEADRACE_CHECK(!due());
    action_ = action;
  }
  bool has_action() const { return static_cast<bool>(action_); }
  void awaited_by(const Process& process) { process_ = &process; }
  const Process* process() const { return process_; }  // Null where a callback waits.

  bool due() const { return due_in_ != nullptr; }
  void make_due(Simulation& sim) {
    due_in_ = &sim;
    event_ = sim.schedule_now(Action::of<&TransferEnd::run_due>(*this));
  }
  void take_back() {
    if (due()) std::exchange(due_in_, nullptr)->cancel(event_);
  }
  // Runs the action, which may do anything: what this is part of may be gone afterwards.
  void run() const {
    const Action action = action_;
    action();
  }

 private:
  void run_due() {
    due_in_ = nullptr;
    run();
  }

  Action action_;
  Simulation* due_in_ = nullptr;
  EventId event_;
  const Process* process_ = nullptr;
};

}  // namespace headrace
