// Scope: a component's place in the model.
//
//   Ost(const Scope& scope, const OstSpec& spec)
//       : sim_(scope.sim()), reads_(scope.counter("reads", Unit::count)), service_(scope.random("service"))
//       {}
//
// One argument gives a component its name, the clock, its own random numbers
// and its own metrics, and names its parts. The same path then names it in
// rows, stall reports, traces and random streams.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "sim/metrics.h"
#include "sim/simulation.h"

namespace headrace {

class Scope {
 public:
  Scope(Simulation& sim, Metrics& metrics, std::string path = {})
      : sim_(&sim), metrics_(&metrics), path_(std::move(path)) {}

  Scope part(std::string_view name) const {
    sim_->count_part();
    Scope scope = *this;
    scope.path_ = below(name);
    return scope;
  }
  Scope part(std::string_view name, std::int64_t index) const {
    return part(std::string(name) + "/" + std::to_string(index));
  }
  // Returns the same place, for what is built there for the n-th time: it has streams of its own, and its
  // metrics go on.
  Scope built_again(std::int64_t n) const {
    Scope scope = *this;
    scope.again_ = "/again/" + std::to_string(n);
    return scope;
  }

  Simulation& sim() const { return *sim_; }
  Metrics& metrics() const { return *metrics_; }
  const std::string& path() const { return path_; }

  // Returns whose time it is that passes while `what` is done here; nobody's where nobody notes causes.
  PartId blamed(std::string_view what) const { return sim_->blamed(path_, what); }
  Track track() const { return Track(sim_->trace(), path_); }
  RandomStream random(std::string_view purpose) const { return sim_->random(below(purpose) + again_); }
  Counter& counter(std::string_view name, Unit unit) const { return metrics_->counter(path_, name, unit); }
  Gauge& gauge(std::string_view name, Unit unit) const {
    Gauge& gauge = metrics_->gauge(path_, name, unit);
    if (sim_->trace() != nullptr && !gauge.traced()) gauge.trace_on(Track(sim_->trace(), below(name)));
    return gauge;
  }
  Histogram& histogram(std::string_view name, Unit unit) const {
    return metrics_->histogram(path_, name, unit);
  }

 private:
  std::string below(std::string_view name) const {
    return path_.empty() ? std::string(name) : path_ + "/" + std::string(name);
  }

  Simulation* sim_;
  Metrics* metrics_;
  std::string path_;
  std::string again_;  // Behind the names of streams.
};

}  // namespace headrace
