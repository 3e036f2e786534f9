#include "models/storage/client/page_copy.h"

#include <cmath>
#include <utility>

namespace headrace {

namespace {

Duration share_of(Duration span, double share) {
  return Duration::nanoseconds(std::llround(static_cast<double>(span.ns()) * share));
}

}  // namespace

void PageCopy::start(Simulation& sim, const Host& host, Duration span, Bytes length, Action ended,
                     ThreadWork* next) {
  HEADRACE_CHECK(!active());
  sim_ = &sim;
  ended_ = ended;
  began_ = sim.now();
  work_share_ = bytes_share_ = 1;
  if (host.machine == nullptr || span == Duration()) {
    alone_ = sim.schedule_in(span, Action::of<&PageCopy::ended>(*this), host.copies);
    return;
  }
  ThreadWork all{span, length * Node::kMovedByCopy, host.copies};
  if (next != nullptr) {
    const ThreadWork copy = all;
    all.span += next->span;
    all.moved += next->moved;
    all.part = next->part;
    all.before = copy.span;
    all.part_before = copy.part;
    *next = ThreadWork();
    work_share_ = copy.span / all.span;
    if (all.moved > Bytes())
      bytes_share_ = static_cast<double>(copy.moved.count()) / static_cast<double>(all.moved.count());
  }
  work_.emplace(*host.machine, all);
  work_->call_at_end(Action::of<&PageCopy::ended>(*this));
}

void PageCopy::stop(Simulation& sim) {
  work_.reset();
  sim.cancel(std::exchange(alone_, EventId()));
}

void PageCopy::ended() {
  copied_ = sim_->now();
  if (work_) {
    began_ = work_->settle();
    if (work_share_ < 1) {
      const Duration waited = (copied_ - began_) - work_->span();
      copied_ = began_ + share_of(work_->span(), work_share_) + share_of(waited, bytes_share_);
    }
  }
  work_.reset();
  alone_ = EventId();
  const Action ended = ended_;  // Whoever runs may end the copy's own life.
  ended();
}

}  // namespace headrace
