// Delay: requests are held for a random time before they may start, as the delay policy of Lustre's NRS does
// to show what a slow server does to its clients. Some go at once; who may start goes in the order in which
// he came to be due, so that the order of a client is not kept.

#include <algorithm>
#include <set>
#include <utility>

#include "models/scheduler/policy.h"

namespace headrace {

namespace {

struct DelaySpec {
  Duration min = 5_s;
  Duration max = 300_s;
  double percent = 100;

  void visit(Fields& f) {
    f.duration({"min", "shortest time that a request is held", "prior [assumed]: that of Lustre's policy"},
               min, Duration(), Duration::seconds(86'400));
    f.duration({"max", "longest time that a request is held; below min, it is min",
                "prior [assumed]: that of Lustre's policy"},
               max, Duration(), Duration::seconds(86'400));
    f.number({"percent", "of the requests are held, each as likely; the others go at once",
              "prior [assumed]: that of Lustre's policy"},
             percent, 0, 100);
  }
};

class RandomDelay final : public RequestScheduler {
 public:
  RandomDelay(const Context& context, const DelaySpec& spec) : spec_(spec), random_(context.random) {}

  void add(ScheduledRequest& request, Time now) override {
    Turn turn;
    turn.at = now;
    turn.order = order_++;
    turn.request = &request;
    if (random_.uniform() * 100 < spec_.percent) turn.at = now + drawn();
    waiting_.insert(turn);
  }

  ScheduledRequest* take(Time now) override {
    if (waiting_.empty() || waiting_.begin()->at > now) return nullptr;
    ScheduledRequest* const request = waiting_.begin()->request;
    waiting_.erase(waiting_.begin());
    return request;
  }

  Time next_chance(Time now) const override {
    return waiting_.empty() ? Time::never() : std::max(now, waiting_.begin()->at);
  }

 private:
  struct Turn {
    Time at;
    std::uint64_t order = 0;
    ScheduledRequest* request = nullptr;
    bool operator<(const Turn& other) const {
      return std::pair(at, order) < std::pair(other.at, other.order);
    }
  };

  // Each nanosecond from the shortest to the longest is as likely.
  Duration drawn() {
    const Duration span = std::max(spec_.max, spec_.min) - spec_.min;
    const auto more = static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(span.ns()) + 1));
    return spec_.min + Duration::nanoseconds(more);
  }

  DelaySpec spec_;
  RandomStream random_;
  std::set<Turn> waiting_;
  std::uint64_t order_ = 0;
};

}  // namespace

std::unique_ptr<Recipe<RequestScheduler>> scheduler_delay() {
  return recipe<RequestScheduler, RandomDelay, DelaySpec>();
}

}  // namespace headrace
