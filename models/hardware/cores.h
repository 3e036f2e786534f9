// Cores: the processor of a node, which runs threads in turns where more want to run than it can at once.
//
//   Cores::Thread thread(cores, 2_ms);   // wants to run from now on
//   thread.call_at_end(action);          // after 2 ms where it has a core; later where others have turns
//
// A thread that comes takes an idle core, or waits in the queue of any, as in a kernel. A turn lasts a time
// slice, then the next in that queue has its own; a core that becomes idle takes over from the longest queue.
// A core with SMT runs two threads, which do together `smt` times what one does: 3 on 2 cores at 1.25 do the
// work of 2.25, in equal shares. A thread that polls, such as one whose bytes are still on the bus,
// has its turns as any other. Leaves out priorities, pinning, and what a change of threads costs.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/link.h"
#include "sim/random.h"
#include "sim/scope.h"
#include "sim/simulation.h"

namespace headrace {

class Cores {
 public:
  class Thread;

  struct Rules {
    std::int64_t cores = 1;
    double smt = 1;  // What two threads of a core do together, over what one does; 1: a core has one.
    Duration time_slice = 4_ms;
  };

  Cores(Scope scope, const Rules& rules);

  std::int64_t at_once() const { return at_once_; }  // Threads that run at the same time.
  // Returns the share of the run so far in which what the processor runs at once was taken.
  double utilisation() const;

 private:
  // Threads in the order in which they came. A thread is in one list at most.
  class List {
   public:
    bool empty() const { return size_ == 0; }
    std::int64_t size() const { return size_; }
    Thread* first() const { return first_; }
    void add(Thread& thread);
    void remove(Thread& thread);

   private:
    Thread* first_ = nullptr;
    Thread* last_ = nullptr;
    std::int64_t size_ = 0;
  };

  // Place: where one thread runs at a time: a core, or half of one with SMT.
  struct Place {
    Thread* running = nullptr;
    List waiting;  // For a turn there.
    EventId next_change;
  };

  void come(Thread& thread);
  void go(Thread& thread);
  void begin_turn(Thread& thread, std::size_t place);
  void end_turn(Thread& thread);
  void wait(Thread& thread, std::size_t place);
  void stop_waiting(Thread& thread);
  std::size_t idle_place();
  Thread* next_for(std::size_t place) const;
  bool had_its_turn(const Thread& thread) const;
  void change(std::uint64_t place);
  void change_soon(std::size_t place);
  void begin_to_share();
  void share();

  Simulation& sim_;
  Rules rules_;
  std::int64_t at_once_;           // Places that it has.
  std::vector<Place> places_;      // Those that a thread has run at so far.
  std::vector<std::size_t> idle_;  // Of those.
  std::int64_t running_ = 0;
  std::int64_t waiting_ = 0;
  std::int64_t working_ = 0;  // Those of the running threads that have work to do, and do not poll.
  bool shared_ = false;       // Whether more threads run than there are cores.
  Link work_;                 // What threads that share cores do; a byte is a nanosecond of one core.
  RandomStream queue_;        // Whose a thread joins.
  PartId software_;
  Gauge& busy_;
};

// Thread: something that runs until it leaves. Once its work is done it polls: without any work it does
// nothing else.
class Cores::Thread {
 public:
  // Parts: whose time the work is: the part's, but for a span before, which is another's.
  struct Parts {
    PartId part{};
    Duration before{};
    PartId part_before{};
  };
  Thread(Cores& cores, Duration work) : Thread(cores, work, Parts()) {}
  Thread(Cores& cores, Duration work, const Parts& parts);
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;
  ~Thread() { leave(); }

  bool done() const { return done_; }
  // Returns when the work of a thread that is done with it was done.
  Time worked_until() const { return worked_until_; }

  // Runs an action when the work is done, which is not yet so; the thread leaves the core before.
  void call_at_end(Action action) { at_end_ = action; }
  // Runs an action when the work is done and the bytes have moved, for which the thread polls. At least one
  // of them is to come.
  void call_at_end(Action action, Link::Flow& bytes);
  // Leaves the core, for one that lives on.
  void leave();

 private:
  friend class Cores;
  friend class Cores::List;

  void go_on();
  void pause();
  void ended_alone();
  void ended();
  void finish();
  void blame_end() const;

  Cores* cores_;  // Null once it has left.
  bool done_;
  bool running_ = false;
  std::size_t place_ = 0;  // Where it runs, or waits to.
  Duration left_behind_;   // Work of its part, when that of the part before is done.
  PartId part_, part_before_;
  Duration left_;      // Work of it that was left when its turn, or its share of a core, began.
  Time worked_until_;  // The end of its work: where it has a core of its own, the one expected.
  Time turn_began_;
  EventId end_;  // That end as an event; none of a thread that shares or waits.
  Thread* previous_ = nullptr;
  Thread* next_ = nullptr;
  Action at_end_;
  Link::Flow* bytes_ = nullptr;  // Bytes that the end waits for as well.
  Link::Flow flow_;
};

}  // namespace headrace
