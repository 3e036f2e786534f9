#include "models/scheduler/gate.h"

#include <utility>

namespace headrace {

RequestGate::RequestGate(Simulation& sim, Owner owner, std::unique_ptr<RequestScheduler> scheduler,
                         std::int64_t places)
    : sim_(sim), owner_(owner), scheduler_(std::move(scheduler)), places_(places) {
  HEADRACE_CHECK(places > 0);
}

void RequestGate::arrive(ScheduledRequest& request) {
  ++waiting_;
  scheduler_->add(request, sim_.now());
  start_what_may();
}

void RequestGate::finished(const ScheduledRequest& request) {
  HEADRACE_CHECK(in_flight_ > 0);
  --in_flight_;
  scheduler_->finished(request);
  start_what_may();
}

std::string RequestGate::imbalance() const {
  const bool any = scheduler_->next_chance(sim_.now()) < Time::never();
  if (any == (waiting_ > 0)) return {};
  return std::to_string(waiting_) + " requests wait and the scheduler holds " + (any ? "some" : "none");
}

void RequestGate::start_what_may() {
  while (waiting_ > 0 && in_flight_ < places_) {
    ScheduledRequest* const request = scheduler_->take(sim_.now());
    if (request == nullptr) {
      held_back_.set(sim_.now(), 1);
      return ask_again_at(scheduler_->next_chance(sim_.now()));
    }
    --waiting_;
    ++in_flight_;
    owner_(*request);
  }
  // Nothing waits, or there is no place: only an arrival or an end can help.
  if (held_back_.value() > 0) held_back_.set(sim_.now(), 0);
  ask_again_at(Time::never());
}

void RequestGate::ask_again_at(Time at) {
  if (at == wakes_at_) return;
  sim_.cancel(wake_up_);
  wake_up_ = EventId();
  wakes_at_ = at;
  if (at == Time::never()) return;
  HEADRACE_CHECK(at > sim_.now());
  wake_up_ = sim_.schedule(at, Action::of<&RequestGate::woken>(*this));
}

void RequestGate::woken() {
  wake_up_ = EventId();
  wakes_at_ = Time::never();
  start_what_may();
}

}  // namespace headrace
