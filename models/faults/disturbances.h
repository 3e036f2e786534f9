// Disturbances: begins and ends faults, and has background load change, while a run goes on.
//
//   Disturbances disturbances(scope, spec, cluster);
//
// Its events keep no run alive. Each fault and each load draws from a stream of its own name, so that one
// more changes nothing of the others.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "models/faults/disturbance_spec.h"
#include "sim/scope.h"

namespace headrace {

class Disturbances {
 public:
  Disturbances(const Scope& scope, const DisturbanceSpec& spec, FaultSite& site);
  Disturbances(const Disturbances&) = delete;
  Disturbances& operator=(const Disturbances&) = delete;

  // Taken: the mean share of the speed of a part that one fault or load has taken so far.
  struct Taken {
    const Place* place;
    double share;
  };
  std::vector<Taken> taken() const;

 private:
  class TimedFault {
   public:
    TimedFault(const Scope& scope, const FaultSpec& spec, const Place& place, std::unique_ptr<Fault> fault);
    Taken taken() const { return {&place_, fault_->takes() * under_way_.mean(sim_.now())}; }

   private:
    void begin();
    void end();

    Simulation& sim_;
    Place place_;
    std::unique_ptr<Fault> fault_;
    RandomStream times_;
    bool again_;
    Distribution between_, lasting_;
    Gauge& under_way_;
  };
  class Load {
   public:
    Load(const Scope& scope, const BackgroundSpec& spec, const Place& place, Speed& speed);
    Taken taken() const { return {&place_, taken_.mean(sim_.now())}; }

   private:
    void step();

    Simulation& sim_;
    Place place_;
    std::unique_ptr<BackgroundLoad> load_;
    Speed& speed_;
    Speed::Influence influence_;
    Gauge& taken_;
  };

  std::deque<TimedFault> faults_;
  std::deque<Load> loads_;
};

}  // namespace headrace
