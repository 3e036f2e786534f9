// Fair share: of the jobs that have requests waiting, the one with the fewest under way goes next, so that
// all of them have the same number in flight; equals take turns. A job alone gets every place.

#include <vector>

#include "models/scheduler/policy.h"

namespace headrace {

namespace {

class FairShare final : public RequestScheduler {
 public:
  explicit FairShare(const Context& context) : jobs_(static_cast<std::size_t>(context.jobs)) {}

  void add(ScheduledRequest& request, Time) override { job_of(request).waiting.push(request); }

  ScheduledRequest* take(Time) override {
    Job* least = nullptr;
    for (Job& job : jobs_) {
      if (job.waiting.empty()) continue;
      if (least == nullptr || job.in_flight < least->in_flight ||
          (job.in_flight == least->in_flight && job.last < least->last))
        least = &job;
    }
    if (least == nullptr) return nullptr;
    ++least->in_flight;
    least->last = ++taken_;
    return &least->waiting.pop();
  }

  Time next_chance(Time now) const override {
    for (const Job& job : jobs_)
      if (!job.waiting.empty()) return now;
    return Time::never();
  }

  void finished(const ScheduledRequest& request) override { --job_of(request).in_flight; }

 private:
  struct Job {
    RequestQueue waiting;
    std::int64_t in_flight = 0;
    std::uint64_t last = 0;  // When it was last chosen, counted in requests.
  };

  Job& job_of(const ScheduledRequest& request) {
    HEADRACE_CHECK(static_cast<std::size_t>(request.job) < jobs_.size());
    return jobs_[static_cast<std::size_t>(request.job)];
  }

  std::vector<Job> jobs_;
  std::uint64_t taken_ = 0;
};

}  // namespace

std::unique_ptr<Recipe<RequestScheduler>> scheduler_fair_share() {
  return recipe<RequestScheduler, FairShare>();
}

}  // namespace headrace
