// FIFO: first come, first served.

#include "models/scheduler/policy.h"

namespace headrace {

namespace {

class Fifo final : public RequestScheduler {
 public:
  explicit Fifo(const Context&) {}
  void add(ScheduledRequest& request, Time) override { queue_.push(request); }
  ScheduledRequest* take(Time) override { return queue_.empty() ? nullptr : &queue_.pop(); }
  Time next_chance(Time now) const override { return queue_.empty() ? Time::never() : now; }

 private:
  RequestQueue queue_;
};

}  // namespace

std::unique_ptr<Recipe<RequestScheduler>> scheduler_fifo() { return recipe<RequestScheduler, Fifo>(); }

}  // namespace headrace
