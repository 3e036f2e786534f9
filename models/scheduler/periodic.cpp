// Periodic windows: time is cut into periods and each period into one window for each job, and a job's
// requests start only in its own window. What started may end later. Windows are equal and kept open when
// their job has nothing to do: APIO (Zha and Shen) computes their lengths from what each job needs.

#include <vector>

#include "models/scheduler/policy.h"

namespace headrace {

namespace {

struct PeriodicSpec {
  Duration period = 1_s;

  void visit(Fields& f) {
    f.duration({"period", "time in which each job has had its window", "prior [assumed]"}, period, 1_ms,
               Duration::seconds(86'400));
  }
};

class PeriodicWindows final : public RequestScheduler {
 public:
  PeriodicWindows(const Context& context, const PeriodicSpec& spec)
      : jobs_(context.jobs), period_(spec.period.ns()), waiting_(static_cast<std::size_t>(context.jobs)) {}

  void add(ScheduledRequest& request, Time) override {
    HEADRACE_CHECK(request.job >= 0 && request.job < jobs_);
    waiting_[static_cast<std::size_t>(request.job)].push(request);
  }

  ScheduledRequest* take(Time now) override {
    RequestQueue& queue = waiting_[static_cast<std::size_t>(whose(now))];
    return queue.empty() ? nullptr : &queue.pop();
  }

  // Returns when the first window opens of a job with something to do.
  Time next_chance(Time now) const override {
    const std::int64_t current = whose(now);
    for (std::int64_t ahead = 0; ahead < jobs_; ++ahead) {
      const std::int64_t job = (current + ahead) % jobs_;
      if (waiting_[static_cast<std::size_t>(job)].empty()) continue;
      return ahead == 0 ? now : opening(now, current + ahead);
    }
    return Time::never();
  }

 private:
  std::int64_t whose(Time now) const { return now.ns() % period_ * jobs_ / period_; }
  // Windows are counted from the start of the period of `now`.
  Time opening(Time now, std::int64_t window) const {
    const std::int64_t phase = (window % jobs_ * period_ + jobs_ - 1) / jobs_ + window / jobs_ * period_;
    return now + Duration::nanoseconds(phase - now.ns() % period_);
  }

  std::int64_t jobs_, period_;
  std::vector<RequestQueue> waiting_;  // By job.
};

}  // namespace

std::unique_ptr<Recipe<RequestScheduler>> scheduler_periodic() {
  return recipe<RequestScheduler, PeriodicWindows, PeriodicSpec>();
}

}  // namespace headrace
