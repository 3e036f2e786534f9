// RequestGate: where requests wait until a scheduler lets them start.
//
//   RequestGate gate(sim, RequestGate::Owner::of<&Oss::serve>(*this), spec.scheduler.make(context), threads);
//   gate.arrive(request);      // serve() is called, now or later …
//   gate.finished(request);    // … and its place is free again.
//
// It holds the clock and the limit on requests under way, so that policies need
// neither. The owner may not call back into the gate.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "models/scheduler/policy.h"
#include "sim/metrics.h"
#include "sim/simulation.h"

namespace headrace {

class RequestGate {
 public:
  // Starts a request whose turn has come: a member function of the owner.
  class Owner {
   public:
    template <auto start, class Object>
    static Owner of(Object& object) {
      return Owner(&object, [](void* owner, ScheduledRequest& request) {
        (static_cast<Object*>(owner)->*start)(request);
      });
    }
    void operator()(ScheduledRequest& request) const { start_(object_, request); }

   private:
    using Start = void (*)(void* object, ScheduledRequest& request);
    Owner(void* object, Start start) : object_(object), start_(start) {}

    void* object_;
    Start start_;
  };

  RequestGate(Simulation& sim, Owner owner, std::unique_ptr<RequestScheduler> scheduler, std::int64_t places);
  RequestGate(const RequestGate&) = delete;
  RequestGate& operator=(const RequestGate&) = delete;
  ~RequestGate() { sim_.cancel(wake_up_); }

  void arrive(ScheduledRequest& request);
  void finished(const ScheduledRequest& request);

  std::int64_t waiting() const { return waiting_; }
  std::int64_t in_flight() const { return in_flight_; }
  // Mean share of the run in which requests waited although there was a place: the scheduler's doing.
  double held_back() const { return held_back_.mean(sim_.now()); }

  // Empty when the scheduler knows of what waits, and of nothing else.
  std::string imbalance() const;

 private:
  void woken();
  void start_what_may();
  void ask_again_at(Time at);

  Simulation& sim_;
  Owner owner_;
  std::unique_ptr<RequestScheduler> scheduler_;
  std::int64_t places_;
  std::int64_t in_flight_ = 0;
  std::int64_t waiting_ = 0;
  Gauge held_back_;
  EventId wake_up_;                // At most one is pending, …
  Time wakes_at_ = Time::never();  // … for this instant.
};

}  // namespace headrace
