// Cores: the processor of a node, shared equally by the threads that want to run.
//
//   Cores::Thread thread(cores, 2_ms);   // runs from now on
//   co_await thread;                     // 2 ms where each has a core; 4 ms where two share each
//
// So does a fair scheduler, seen over more than a few of its slices. With SMT a core runs two threads, which
// do together `smt` times what one does: 3 threads on 2 cores at 1.25 do the work of 2.25. A thread that
// polls, such as one whose bytes are still on the bus, has its share as any other. Leaves out priorities,
// pinning, and how late a thread is woken where others run.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstdint>

#include "sim/link.h"
#include "sim/scope.h"
#include "sim/simulation.h"

namespace headrace {

class Cores {
 public:
  class Thread;

  // `smt` is what two threads of a core do together, over what one does; 1: a core has one.
  Cores(Scope scope, std::int64_t cores, double smt);

  // Returns the share of the run so far in which what the processor runs at once was taken.
  double utilisation() const;

 private:
  // Takes in threads that come or, below zero, go; `work` of them have work to do.
  void add(int threads, int work) {
    running_ += threads;
    working_ += work;
    if (threads != 0) busy_.set(sim_.now(), static_cast<double>(std::min(running_, at_once_)));
    if (running_ > cores_ || shared_) share();
  }
  void share();

  Simulation& sim_;
  std::int64_t cores_, at_once_;  // Threads that it runs at one time are at most `at_once_`.
  double smt_;
  std::int64_t running_ = 0, working_ = 0;
  // While each has a core, one that works knows its end, and is in this list. Else all that work share.
  bool shared_ = false;
  Thread* first_ = nullptr;
  Thread* last_ = nullptr;
  Link work_;  // A byte is a nanosecond of one core.
  Gauge& busy_;
};

// Thread: something that runs, until its work is done and awaited, or until it is destroyed. Once its work is
// done it polls: without any work it does nothing else.
class Cores::Thread {
 public:
  Thread(Cores& cores, Duration work);
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;
  ~Thread();

  bool done() const { return done_; }
  // Returns when its work was done. For one whose work is.
  Time worked_until() const { return worked_until_; }

  // Resumes a frame when its work is done, and leaves the core then. For one whose work is not done.
  void resume_at_end(std::coroutine_handle<> frame) { awaited_by_ = frame; }
  // Leaves the core before it is destroyed.
  void leave();

  class [[nodiscard]] Wait {
   public:
    explicit Wait(Thread& thread) : thread_(thread) {}
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;
    ~Wait() { thread_.resume_at_end({}); }

    bool await_ready() const { return thread_.done(); }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      thread_.resume_at_end(frame);
      note_.begin(*frame.promise().process, "a core");
    }
    void await_resume() {
      note_.end();
      thread_.leave();
    }

   private:
    Thread& thread_;
    WaitNote note_;
  };
  Wait operator co_await() { return Wait(*this); }

 private:
  friend class Cores;

  void start(Duration work);
  void share();
  void forget_end();
  void ended_alone();
  void ended();

  Cores* cores_;  // Null once it has left.
  bool done_;
  Time worked_until_;  // Until its work is done, when it will be if nobody comes.
  EventId end_;        // Not of one that shares.
  Thread* previous_ = nullptr;
  Thread* next_ = nullptr;
  std::coroutine_handle<> awaited_by_;
  Link::Flow flow_;
};

}  // namespace headrace
