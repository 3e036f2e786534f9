// TaskGroup: owns running processes. Nothing runs that nobody owns.
//
//   workers_.spawn(name + "/worker/0", worker());
//   co_await workers_.join();
//
// Declare a component's TaskGroup as its last member: its processes then stop
// before the things they use are gone. Destroying the group cancels them. A
// process may not destroy or cancel the group it is in. The record and frame of
// a finished process are freed at once.
#pragma once

#include <coroutine>
#include <cstddef>
#include <string>
#include <string_view>

#include "sim/task.h"
#include "sim/wait_list.h"

namespace headrace {

class TaskGroup final : private ProcessOwner {
 public:
  explicit TaskGroup(Simulation& sim, std::string_view name = {})
      : sim_(sim), joiners_(sim, "task group", name) {}
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;
  ~TaskGroup() override { cancel_all(); }

  // The body begins with an event at the present instant, after those already made.
  void spawn(std::string name, Task<> body) { start(std::move(name), std::move(body), false); }
  // A daemon does not keep the run alive, and nobody waits for it: a sampler, a background scrubber.
  void spawn_daemon(std::string name, Task<> body) { start(std::move(name), std::move(body), true); }

  class [[nodiscard]] Join : Waiter {
   public:
    explicit Join(TaskGroup& group) : group_(group) {}
    bool await_ready() const { return group_.running_ == 0; }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      group_.joiners_.wait(*this, frame);
    }
    void await_resume() const {}

   private:
    TaskGroup& group_;
  };

  // Waits until every process of the group, daemons aside, has finished.
  Join join() { return Join(*this); }
  std::size_t running() const { return running_; }

  // Destroys every process of the group, as a crash of the machine it runs on would.
  void cancel_all();

 private:
  void start(std::string name, Task<> body, bool daemon);
  void retire(Process& process) override;

  Simulation& sim_;
  WaitList joiners_;
  std::size_t running_ = 0;  // Without the daemons.
  Process* first_ = nullptr;
  Process* last_ = nullptr;
};

}  // namespace headrace
