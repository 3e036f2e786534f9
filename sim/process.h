// Process: the record of one spawned task, and the trampoline of its run.
//
// Nobody makes one by hand: TaskGroup::spawn does. Every coroutine of a process
// knows its record, and through it where to leave what is to run next.
#pragma once

#include <coroutine>
#include <cstddef>
#include <string>

#include "sim/event_queue.h"
#include "sim/frame_pool.h"

namespace headrace {

class Process;
class Simulation;
class TaskGroup;
class WaitNote;

// Slots for what an event leaves behind for the run loop. One event resumes one frame, so one slot of each is
// enough: a child that ends leaves its parent here in place of resuming it, and no stack grows.
struct Trampoline {
  std::coroutine_handle<> next;
  Process* finished = nullptr;
};

// Whoever spawned a process.
class ProcessOwner {
 public:
  virtual ~ProcessOwner() = default;
  // Destroys a process that has ended, with its frame.
  virtual void retire(Process& process) = 0;
};

class Process {
 public:
  Process(Trampoline& run, ProcessOwner& spawner, std::string called)
      : trampoline(run), owner(spawner), name(std::move(called)) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  static void* operator new(std::size_t size) { return FramePool::take(size); }
  static void operator delete(void* record, std::size_t size) noexcept { FramePool::give(record, size); }

  Trampoline& trampoline;

 private:
  friend class Simulation;
  friend class TaskGroup;
  friend class WaitNote;

  struct Links {
    Process* previous = nullptr;
    Process* next = nullptr;
  };
  WaitNote* notes_ = nullptr;  // Beside the trampoline: each wait takes both.

 public:
  ProcessOwner& owner;
  std::string name;

 private:
  std::coroutine_handle<> body_;
  EventId start_;
  Links in_group_;
  Links in_foreground_;  // Both null in a daemon.
  bool daemon_ = false;
};

// Says, for the stall report, what a process waits for outside of any WaitPlace. Lives in the waiting frame;
// the text outlives the wait.
class WaitNote {
 public:
  WaitNote() = default;
  WaitNote(const WaitNote&) = delete;
  WaitNote& operator=(const WaitNote&) = delete;
  ~WaitNote() { end(); }

  void begin(Process& process, const char* text) {
    process_ = &process;
    text_ = text;
    next_ = process.notes_;
    if (next_ != nullptr) next_->previous_ = this;
    process.notes_ = this;
  }
  void end() {
    if (process_ == nullptr) return;
    (previous_ != nullptr ? previous_->next_ : process_->notes_) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
    process_ = nullptr;
  }

 private:
  friend class Simulation;
  Process* process_ = nullptr;
  const char* text_ = nullptr;
  WaitNote* previous_ = nullptr;
  WaitNote* next_ = nullptr;
};

}  // namespace headrace
