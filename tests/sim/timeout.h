// Timeout: a task or a deadline, whichever is first.
//
//   const bool in_time = co_await within(sim, 30_s, client.read(extent));
//
// A task that is late is destroyed, and with it everything it waited for. An
// exception of a task that ends in time leaves through the await.
#pragma once

#include <coroutine>
#include <utility>

#include "sim/simulation.h"
#include "sim/task.h"

namespace headrace {

class [[nodiscard]] Within {
 public:
  Within(Simulation& sim, Duration span, Task<> task) : sim_(sim), span_(span), task_(std::move(task)) {}
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;
  ~Within() {
    if (deadline_) sim_.cancel(deadline_);
  }

  bool await_ready() const { return false; }
  template <detail::TaskPromise P>
  bool await_suspend(std::coroutine_handle<P> frame) {
    if (!task_.await_suspend(frame)) return false;
    frame_ = frame;
    deadline_ = sim_.schedule_in(span_, Action::of<&Within::expire>(*this));
    return true;
  }
  bool await_resume() {
    if (late_) return false;
    task_.await_resume();
    return true;
  }

 private:
  void expire() {
    deadline_ = EventId();
    late_ = true;
    {
      const Task<> late = std::move(task_);
    }
    frame_.resume();
  }

  Simulation& sim_;
  Duration span_;
  Task<> task_;
  std::coroutine_handle<> frame_;
  EventId deadline_;
  bool late_ = false;
};

// The deadline itself counts as in time only for what was due there before it.
inline Within within(Simulation& sim, Duration span, Task<> task) {
  return Within(sim, span, std::move(task));
}

}  // namespace headrace
