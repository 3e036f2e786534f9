// Cores: the processor of a node, shared equally by the threads that want to run.
//
//   Cores::Thread thread(cores, 2_ms);   // runs from now on
//   thread.resume_at_end(frame);         // after 2 ms where each has a core; 4 ms where two share each
//
// The sharing is that of a fair scheduler, seen over more than a few of its slices. With SMT a core runs two
// threads, which do together `smt` times what one does: 3 threads on 2 cores at 1.25 do the work of 2.25. A
// thread that polls, such as one whose bytes are still on the bus, has its share as any other. Leaves out
// priorities, pinning, and how late a thread is woken where others run.
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
  bool shared_ = false;      // Whether there are more threads than cores.
  Thread* first_ = nullptr;  // The list of those that work, each on a core of its own, with their ends known.
  Thread* last_ = nullptr;
  Link work_;  // A byte is a nanosecond of one core.
  Gauge& busy_;
};

// Thread: something that runs until it leaves. Once its work is done it polls: without any work it does
// nothing else.
class Cores::Thread {
 public:
  Thread(Cores& cores, Duration work);
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;
  ~Thread();

  bool done() const { return done_; }
  // Returns when the work of a thread that is done with it was done.
  Time worked_until() const { return worked_until_; }

  // Resumes a frame when the work, which is not done yet, is; the thread leaves the core then.
  void resume_at_end(std::coroutine_handle<> frame) { awaited_by_ = frame; }
  // Leaves the core, for one that lives on.
  void leave();

 private:
  friend class Cores;

  void start(Duration work);
  void share();
  void forget_end();
  void ended_alone();
  void ended();

  Cores* cores_;  // Null once it has left.
  bool done_;
  Time worked_until_;  // The end of its work: where it has a core of its own, the one expected.
  EventId end_;        // That end as an event; none of a thread that shares.
  Thread* previous_ = nullptr;
  Thread* next_ = nullptr;
  std::coroutine_handle<> awaited_by_;
  Link::Flow flow_;
};

}  // namespace headrace
