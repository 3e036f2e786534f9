#include "models/hardware/cores.h"

#include <utility>

namespace headrace {

namespace {
constexpr Bandwidth kOneCore = 1_GBps;  // A byte a nanosecond.
}  // namespace

Cores::Cores(Scope scope, std::int64_t cores, double smt)
    : sim_(scope.sim()),
      cores_(cores),
      at_once_(smt > 1 ? 2 * cores : cores),
      smt_(smt),
      work_(scope.sim(), scope.path() + " cores", kOneCore * static_cast<double>(cores), kOneCore),
      busy_(scope.gauge("cores_busy", Unit::count)) {}

double Cores::utilisation() const { return busy_.mean(sim_.now()) / static_cast<double>(at_once_); }

// Divides the cores among more threads than there are, or ends that. As many cores as there are threads too
// many have two of them, the others one; the threads that work have their share of what all do.
void Cores::share() {
  shared_ = running_ > cores_;
  while (shared_ && first_ != nullptr) first_->share();
  auto together = static_cast<double>(cores_);
  if (shared_) {
    together += static_cast<double>(std::min(running_, at_once_) - cores_) * (smt_ - 1);
    together *= static_cast<double>(working_) / static_cast<double>(running_);
  }
  const Bandwidth capacity = kOneCore * together;
  if (working_ > 0 && capacity != work_.capacity()) work_.set_capacity(capacity);
}

Cores::Thread::Thread(Cores& cores, Duration work)
    : cores_(&cores), done_(work == Duration()), worked_until_(cores.sim_.now()) {
  cores.add(+1, done_ ? 0 : +1);
  if (!done_) start(work);
}

Cores::Thread::~Thread() {
  forget_end();
  flow_.stop();
  leave();
}

void Cores::Thread::start(Duration work) {
  if (cores_->shared_) {
    cores_->work_.start(flow_, Bytes::count(work.ns()), Action::of<&Thread::ended>(*this));
    return;
  }
  worked_until_ = cores_->sim_.now() + work;
  end_ = cores_->sim_.schedule(worked_until_, Action::of<&Thread::ended_alone>(*this));
  previous_ = cores_->last_;
  (previous_ != nullptr ? previous_->next_ : cores_->first_) = this;
  cores_->last_ = this;
}

// Shares from now on what of its work is left, in place of having a core.
void Cores::Thread::share() {
  const Duration left = worked_until_ - cores_->sim_.now();
  forget_end();
  cores_->work_.start(flow_, Bytes::count(left.ns()), Action::of<&Thread::ended>(*this));
}

void Cores::Thread::forget_end() {
  if (!end_) return;
  cores_->sim_.cancel(std::exchange(end_, EventId()));
  (previous_ != nullptr ? previous_->next_ : cores_->first_) = next_;
  (next_ != nullptr ? next_->previous_ : cores_->last_) = previous_;
  previous_ = next_ = nullptr;
}

void Cores::Thread::ended_alone() {
  forget_end();
  ended();
}

void Cores::Thread::ended() {
  done_ = true;
  worked_until_ = cores_->sim_.now();
  if (awaited_by_) {
    cores_->add(-1, -1);
    cores_ = nullptr;
    awaited_by_.resume();
  } else {
    cores_->add(0, -1);
  }
}

void Cores::Thread::leave() {
  if (Cores* const cores = std::exchange(cores_, nullptr)) cores->add(-1, done_ ? 0 : -1);
}

}  // namespace headrace
