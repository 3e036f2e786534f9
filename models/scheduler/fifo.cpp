// FIFO: first come, first served, up to the limit on what is in flight.

#include "models/scheduler/policy.h"

namespace headrace {

namespace {

class Fifo final : public RequestScheduler {
 public:
  explicit Fifo(const Context&) {}
  void add(ScheduledRequest& request) override { queue_.push(request); }
  ScheduledRequest* take(Time) override { return queue_.empty() ? nullptr : &queue_.pop(); }
  Time next_chance(Time) const override { return Time::never(); }

 private:
  RequestQueue queue_;
};

}  // namespace

std::unique_ptr<Recipe<RequestScheduler>> fifo() { return recipe<RequestScheduler, Fifo>(); }

}  // namespace headrace
