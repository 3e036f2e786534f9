#include "models/storage/client/page_copy.h"

#include <utility>

namespace headrace {

void PageCopy::start(Simulation& sim, const Host& host, Duration span, Bytes length, Action ended) {
  HEADRACE_CHECK(!active());
  ended_ = ended;
  began_ = sim.now();
  if (host.machine == nullptr || span == Duration()) {
    alone_ = sim.schedule_in(span, Action::of<&PageCopy::ended>(*this));
    return;
  }
  work_.emplace(*host.machine, span, length * Node::kMovedByCopy);
  work_->call_at_end(Action::of<&PageCopy::ended>(*this));
}

void PageCopy::stop(Simulation& sim) {
  work_.reset();
  sim.cancel(std::exchange(alone_, EventId()));
}

void PageCopy::ended() {
  if (work_) began_ = work_->settle();
  work_.reset();
  alone_ = EventId();
  ended_();
}

}  // namespace headrace
