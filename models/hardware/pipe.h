// Pipe: a data path that carries one transfer after another at a fixed rate.
//
//   Time done = bus.carry(4_MiB, sim.now());
//
// It keeps only the instant until which it is taken, so a transfer costs no
// event of its own: the caller schedules what happens at the returned time.
// Sharing at the same time, not in turn, is what sim/link.h does.
#pragma once

#include <algorithm>

#include "sim/scope.h"

namespace headrace {

class Pipe {
 public:
  Pipe(Scope scope, Bandwidth rate, PartId part = PartId())
      : sim_(scope.sim()), rate_(rate), part_(part), bytes_(scope.counter("bytes", Unit::bytes)) {}

  Bandwidth rate() const { return rate_; }
  void set_rate(Bandwidth rate) { rate_ = rate; }  // Of transfers that come from now on.

  // How long a transfer takes on its own.
  Duration span_of(Bytes size) const { return size / rate_; }

  // Takes the next turn, not before `ready`; returns when the last byte is through.
  Time carry(Bytes size, Time ready) { return take(span_of(size), size, ready); }
  // Takes the next turn in the same way for a transfer at a rate of its own.
  Time take(Duration span, Bytes size, Time ready) {
    taken_until_ = std::max(taken_until_, ready) + span;
    busy_ += span;
    bytes_.add(size);
    return taken_until_;
  }

  // Notes the turn that was taken last, where causes are noted: one that waited for nothing begins with what
  // made its transfer ready. The turn may end with an event.
  void note(Causes& causes, Duration span, Time ready, CauseId ready_by) {
    last_ = causes.add(taken_until_, cause_of_turn(span, ready, ready_by), part_);
  }
  void note(Causes& causes, EventId end, Duration span, Time ready, CauseId ready_by) {
    last_ = causes.blame(end, part_, cause_of_turn(span, ready, ready_by));
  }
  // Returns the end of the turn that was noted last.
  CauseId last() const { return last_; }
  PartId part() const { return part_; }

  // Bytes that went the same way by other means: for the counter alone.
  void count(Bytes size) { bytes_.add(size); }

  Time taken_until() const { return taken_until_; }

  // Share of the run so far; what is promised for later does not count.
  double utilisation() const {
    const Duration elapsed = sim_.now().since_start();
    if (elapsed == Duration()) return 0;
    const Duration ahead = std::max(Duration(), taken_until_ - sim_.now());
    return std::max(Duration(), busy_ - ahead) / elapsed;
  }

 private:
  CauseId cause_of_turn(Duration span, Time ready, CauseId ready_by) const {
    return taken_until_ - span > ready ? last_ : ready_by;
  }

  Simulation& sim_;
  Bandwidth rate_;
  PartId part_;
  CauseId last_{};
  Time taken_until_;
  Duration busy_;
  Counter& bytes_;
};

}  // namespace headrace
