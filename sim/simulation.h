// Simulation: the clock, the event queue, and the run.
//
//   Simulation sim(seed);
//   ... build components, spawn processes ...
//   RunOutcome outcome = sim.run();
//
// There is no global simulation: everything that needs the clock is given a
// Simulation&. It is built first and destroyed last. A run ends when the last
// foreground process has; where none was ever spawned, when nothing is due.
#pragma once

#include <array>
#include <coroutine>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "sim/build_watch.h"
#include "sim/causes.h"
#include "sim/check.h"
#include "sim/event_queue.h"
#include "sim/process.h"
#include "sim/random.h"
#include "sim/task.h"
#include "sim/trace.h"
#include "sim/units.h"
#include "sim/wait_place.h"

namespace headrace {

class Delay;

enum class RunEnd : std::uint8_t { finished, stalled, time_limit, event_limit, stopped };

struct RunLimits {
  Time until = Time::never();                // Events of this very instant still run.
  std::uint64_t events = ~std::uint64_t{0};  // Counted from the start of the simulation.
  // Asked before the first event, then often in a short run and rarely in a long one: when an eighth more
  // events have run, and every few thousand. Limits on wall time or memory come in through it.
  bool (*stop)(void* argument, const Simulation& sim) = nullptr;
  void* stop_argument = nullptr;
};

struct RunOutcome {
  RunEnd end = RunEnd::finished;
  Time at;
  std::uint64_t events = 0;
  std::uint64_t fingerprint = 0;           // Of (time, order) of every event: equal runs have equal ones.
  std::vector<std::string> still_waiting;  // When stalled: "train/rank/3: barrier 'train/step'".
};

class Simulation {
 public:
  explicit Simulation(std::uint64_t seed = 1) : seed_(seed) {}
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  Time now() const { return now_; }
  std::uint64_t seed() const { return seed_; }
  std::uint64_t events() const { return events_; }
  std::size_t pending() const { return queue_.size(); }

  // co_await sim.delay(3_ms). A delay of zero does not wait, and lets nobody else run. The time is that of a
  // part.
  [[nodiscard]] Delay delay(Duration span, PartId part = PartId());

  // Schedules an action; at Time::never() it does not happen: a run in which nothing else is due has ended or
  // stalled.
  EventId schedule(Time at, Action action) { return schedule(at, action, nullptr); }
  EventId schedule_in(Duration span, Action action) { return schedule(after(span), action); }
  // Do the same where the time until then is a part's.
  EventId schedule(Time at, Action action, PartId part) {
    const EventId event = schedule(at, action);
    if (causes_ != nullptr) causes_->blame(event, part);
    return event;
  }
  EventId schedule_in(Duration span, Action action, PartId part) {
    return schedule(after(span), action, part);
  }
  EventId schedule_now(Action action) { return schedule(now_, action); }
  void cancel(EventId event) { queue_.cancel(event); }

  // Traces what is built from now on. The trace outlives the simulation.
  void trace_into(Trace& trace) { trace_ = &trace; }
  Trace* trace() const { return trace_; }  // Null where nobody traces.

  // Notes what each event comes from; said before the first is made. The record outlives the simulation.
  void note_causes(Causes& causes) {
    HEADRACE_CHECK(queue_.empty() && events_ == 0);
    causes_ = &causes;
    noted_from_ = Time();
  }
  Causes* causes() const { return causes_; }  // Null where nobody notes.
  // Returns whose time it is that passes while `what` is done at a place; nobody's where nobody notes.
  PartId blamed(std::string_view place, std::string_view what) const {
    return causes_ == nullptr ? PartId() : causes_->part(place, what);
  }

  // Asks the watch from now on, while a model is built; an empty one ends that.
  void watch_building(BuildWatch watch) { building_ = watch; }
  // Counts a part or a process; throws BuildStopped where the watch says so.
  void count_part() {
    if (building_.go_on != nullptr && ++parts_ % kPartsBetweenLooks == 0 &&
        !building_.go_on(building_.context))
      throw BuildStopped();
  }

  WaitPlace::List& wait_places() { return wait_places_; }  // For the stall report.

  // Opens the stream of a name, which nobody has opened before: two of one name would draw the same numbers.
  RandomStream random(std::string_view name);

  // May be called again after any end but an error. An exception that leaves a process leaves here.
  RunOutcome run(RunLimits limits = {});

  static Action resume(std::coroutine_handle<> frame) { return {&resume_frame, frame.address(), 0}; }

 private:
  friend class Delay;
  friend class TaskGroup;

  static constexpr std::uint64_t kPartsBetweenLooks = 256;

  // An event at Time::never(), and the process that waits for it, if one does.
  struct Endless {
    EventId event;
    const Process* process = nullptr;
  };

  static void resume_frame(void* frame, std::uint64_t) {
    std::coroutine_handle<>::from_address(frame).resume();
  }

  // Time::never() where the sum would pass the end of time.
  Time after(Duration span) const {
    HEADRACE_CHECK(span >= Duration());
    return span > Time::never() - now_ ? Time::never() : now_ + span;
  }
  EventId schedule(Time at, Action action, const Process* process) {
    const EventId event = queue_.push(now_, at, action);
    if (at >= noted_from_) note(event, at, process);
    return event;
  }
  void note(EventId event, Time at, const Process* process);
  void keep_endless(const Endless& endless);
  // Says whether nothing is to come but what never does.
  bool nothing_comes() const;
  template <bool notes_causes>
  RunEnd run_events(const RunLimits& limits);
  void retire_finished();
  std::vector<std::string> stall_report() const;
  void enter_foreground(Process& process);
  void leave_foreground(Process& process);

  struct FirstWord {
    std::size_t operator()(const std::array<std::uint64_t, 2>& key) const { return key[0]; }
  };

  std::uint64_t seed_;
  std::unordered_set<std::array<std::uint64_t, 2>, FirstWord> streams_;  // Keys of all that were opened.
  Time now_;
  Trampoline trampoline_;
  std::uint64_t events_ = 0;
  std::uint64_t fingerprint_ = 0;
  std::size_t foreground_ = 0;
  bool had_foreground_ = false;
  Process* first_foreground_ = nullptr;
  Process* last_foreground_ = nullptr;
  Trace* trace_ = nullptr;
  Causes* causes_ = nullptr;
  Time noted_from_ = Time::never();  // Events from then on are noted: those without end, or all.
  BuildWatch building_;
  std::uint64_t parts_ = 0;  // Counted while it is watched.
  WaitPlace::List wait_places_;
  EventQueue queue_;
  std::vector<Endless> endless_;  // With some that were cancelled.
  std::size_t endless_kept_ = 0;  // After the last tidying.
};

class [[nodiscard]] Delay {
 public:
  Delay(Simulation& sim, Duration span, PartId part) : sim_(sim), span_(span), part_(part) {}
  Delay(const Delay&) = delete;
  Delay& operator=(const Delay&) = delete;
  ~Delay() {
    if (event_) sim_.cancel(event_);
  }

  bool await_ready() const { return span_ == Duration(); }
  template <detail::TaskPromise P>
  void await_suspend(std::coroutine_handle<P> frame) {
    event_ = sim_.schedule(sim_.after(span_), Simulation::resume(frame), frame.promise().process);
    if (sim_.causes_ != nullptr) sim_.causes_->blame(event_, part_);
  }
  void await_resume() { event_ = EventId(); }

 private:
  Simulation& sim_;
  Duration span_;
  PartId part_;
  EventId event_;
};

inline Delay Simulation::delay(Duration span, PartId part) { return Delay(*this, span, part); }

}  // namespace headrace
