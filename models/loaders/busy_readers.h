// BusyReaders: how many readers of a loader read or decode, as a gauge.
//
//   const BusyReaders::One busy(readers_);   // one more while it lives, also when its frame is destroyed
#pragma once

#include <cstdint>

#include "sim/scope.h"

namespace headrace {

class BusyReaders {
 public:
  explicit BusyReaders(const Scope& scope)
      : sim_(scope.sim()), busy_(scope.gauge("readers_busy", Unit::count)) {}

  class One {
   public:
    explicit One(BusyReaders& readers) : readers_(readers) { readers_.change(+1); }
    One(const One&) = delete;
    One& operator=(const One&) = delete;
    ~One() { readers_.change(-1); }

   private:
    BusyReaders& readers_;
  };

  // Returns the mean share of so many over the run.
  double share_of(std::int64_t readers) const {
    return busy_.mean(sim_.now()) / static_cast<double>(readers);
  }

 private:
  void change(int by) {
    reading_ += by;
    busy_.set(sim_.now(), static_cast<double>(reading_));
  }

  Simulation& sim_;
  Gauge& busy_;
  std::int64_t reading_ = 0;
};

}  // namespace headrace
