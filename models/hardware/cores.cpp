#include "models/hardware/cores.h"

#include <algorithm>
#include <utility>

namespace headrace {

namespace {
constexpr Bandwidth kOneCore = 1_GBps;  // A byte a nanosecond.
}  // namespace

void Cores::List::add(Thread& thread) {
  thread.previous_ = last_;
  thread.next_ = nullptr;
  (last_ != nullptr ? last_->next_ : first_) = &thread;
  last_ = &thread;
  ++size_;
}

void Cores::List::remove(Thread& thread) {
  (thread.previous_ != nullptr ? thread.previous_->next_ : first_) = thread.next_;
  (thread.next_ != nullptr ? thread.next_->previous_ : last_) = thread.previous_;
  --size_;
}

Cores::Cores(Scope scope, const Rules& rules)
    : sim_(scope.sim()),
      rules_(rules),
      at_once_(rules.smt > 1 ? 2 * rules.cores : rules.cores),
      work_(scope.sim(), scope.path() + " cores", kOneCore * static_cast<double>(rules.cores), kOneCore,
            scope.blamed("software")),
      queue_(scope.random("run queue")),
      software_(scope.blamed("software")),
      busy_(scope.gauge("cores_busy", Unit::count)) {}

double Cores::utilisation() const { return busy_.mean(sim_.now()) / static_cast<double>(at_once_); }

void Cores::come(Thread& thread) {
  if (running_ < at_once_) {
    begin_turn(thread, idle_place());
    busy_.set(sim_.now(), static_cast<double>(running_));
    return;
  }
  const auto place = static_cast<std::size_t>(queue_.below(static_cast<std::uint64_t>(at_once_)));
  Thread& before = *places_[place].running;
  if (places_[place].waiting.empty() && had_its_turn(before)) {
    end_turn(before);
    wait(before, place);
    begin_turn(thread, place);
  } else {
    wait(thread, place);
  }
  change_soon(place);
}

void Cores::go(Thread& thread) {
  if (!thread.running_) return stop_waiting(thread);
  const std::size_t place = thread.place_;
  end_turn(thread);
  if (Thread* const next = next_for(place)) {
    stop_waiting(*next);
    begin_turn(*next, place);
    return;
  }
  idle_.push_back(place);
  busy_.set(sim_.now(), static_cast<double>(running_));
  if (shared_) share();
}

void Cores::begin_turn(Thread& thread, std::size_t place) {
  places_[place].running = &thread;
  thread.place_ = place;
  thread.running_ = true;
  thread.turn_began_ = sim_.now();
  ++running_;
  if (!thread.done_) ++working_;
  if (running_ > rules_.cores) begin_to_share();
  thread.go_on();
  if (shared_) share();
}

void Cores::end_turn(Thread& thread) {
  thread.pause();
  if (!thread.done_) --working_;
  --running_;
  thread.running_ = false;
  places_[thread.place_].running = nullptr;
}

void Cores::wait(Thread& thread, std::size_t place) {
  thread.place_ = place;
  places_[place].waiting.add(thread);
  ++waiting_;
}

void Cores::stop_waiting(Thread& thread) {
  places_[thread.place_].waiting.remove(thread);
  --waiting_;
}

std::size_t Cores::idle_place() {
  if (idle_.empty()) {
    places_.emplace_back();
    return places_.size() - 1;
  }
  const std::size_t place = idle_.back();
  idle_.pop_back();
  return place;
}

// Returns who has the next turn: the first of the place's own queue, else of the longest.
Cores::Thread* Cores::next_for(std::size_t place) const {
  if (waiting_ == 0) return nullptr;
  if (!places_[place].waiting.empty()) return places_[place].waiting.first();
  const auto shorter = [](const Place& a, const Place& b) { return a.waiting.size() < b.waiting.size(); };
  return std::max_element(places_.begin(), places_.end(), shorter)->waiting.first();
}

bool Cores::had_its_turn(const Thread& thread) const {
  return thread.turn_began_ + rules_.time_slice <= sim_.now();
}

// Ends a turn that has lasted its time. One that began since the event was made goes on until it has.
void Cores::change(std::uint64_t number) {
  const auto place = static_cast<std::size_t>(number);
  places_[place].next_change = EventId();
  Thread* const before = places_[place].running;
  if (before != nullptr && !places_[place].waiting.empty() && had_its_turn(*before)) {
    Thread& next = *places_[place].waiting.first();
    end_turn(*before);
    stop_waiting(next);
    wait(*before, place);
    begin_turn(next, place);
  }
  change_soon(place);
}

// Sees to it that a turn ends when it has lasted its time, if anyone waits there. A turn that has lasted
// longer, with nobody who waited, begins anew.
void Cores::change_soon(std::size_t place) {
  Place& here = places_[place];
  if (here.next_change || here.waiting.empty()) return;
  const Time begin = had_its_turn(*here.running) ? sim_.now() : here.running->turn_began_;
  here.next_change =
      sim_.schedule(begin + rules_.time_slice, Action::of<&Cores::change>(*this, place), here.running->part_);
}

// Has all share what the cores do, from the first thread on that is one too many.
void Cores::begin_to_share() {
  if (std::exchange(shared_, true)) return;
  for (const Place& place : places_) {
    if (place.running == nullptr || !place.running->end_) continue;
    place.running->pause();
    place.running->go_on();
  }
}

// Divides the cores among more threads than there are, or ends that. As many cores as there are threads too
// many have two of them, the others one; the threads that work have their share of what all do.
void Cores::share() {
  shared_ = running_ > rules_.cores;
  auto together = static_cast<double>(rules_.cores);
  if (shared_) {
    together += static_cast<double>(running_ - rules_.cores) * (rules_.smt - 1);
    together *= static_cast<double>(working_) / static_cast<double>(running_);
  }
  const Bandwidth capacity = kOneCore * together;
  if (working_ > 0 && capacity != work_.capacity()) work_.set_capacity(capacity);
}

Cores::Thread::Thread(Cores& cores, Duration work, const Parts& parts)
    : cores_(&cores),
      done_(work == Duration()),
      left_behind_(work - parts.before),
      part_(parts.part == PartId() ? cores.software_ : parts.part),
      part_before_(parts.part_before),
      left_(work),
      worked_until_(cores.sim_.now()) {
  cores.come(*this);
}

// Goes on with its work, on a core of its own or with a share.
void Cores::Thread::go_on() {
  if (done_ || end_) return;
  if (cores_->shared_) {
    cores_->work_.start(flow_, Bytes::count(left_.ns()), Action::of<&Thread::ended>(*this));
  } else {
    worked_until_ = cores_->sim_.now() + left_;
    end_ = cores_->sim_.schedule(worked_until_, Action::of<&Thread::ended_alone>(*this));
    if (cores_->sim_.causes() != nullptr) blame_end();
  }
}

// Says whose time it is until the end.
void Cores::Thread::blame_end() const {
  Causes& causes = *cores_->sim_.causes();
  if (left_ <= left_behind_) return causes.blame(end_, part_);
  const CauseId before = causes.add(worked_until_ - left_behind_, causes.present(), part_before_);
  causes.blame(end_, part_, before);
}

// Keeps what is left of its work. Work that ends at this moment ends, whoever has the next turn.
void Cores::Thread::pause() {
  if (done_) return;
  Simulation& sim = cores_->sim_;
  left_ = end_ ? worked_until_ - sim.now() : Duration::nanoseconds(flow_.stop().count());
  if (left_ > Duration()) {
    sim.cancel(std::exchange(end_, EventId()));
  } else if (!end_) {
    worked_until_ = sim.now();
    end_ = sim.schedule_now(Action::of<&Thread::ended_alone>(*this));
  }
}

void Cores::Thread::ended_alone() {
  end_ = EventId();
  ended();
}

void Cores::Thread::ended() {
  done_ = true;
  worked_until_ = cores_->sim_.now();
  if (running_) --cores_->working_;
  if (at_end_ && (bytes_ == nullptr || !bytes_->active())) return finish();
  if (at_end_) bytes_->call_at_end(Action::of<&Thread::finish>(*this));
  if (cores_->shared_) cores_->share();
}

void Cores::Thread::call_at_end(Action action, Link::Flow& bytes) {
  at_end_ = action;
  bytes_ = &bytes;
  if (done_) bytes.call_at_end(Action::of<&Thread::finish>(*this));
}

void Cores::Thread::finish() {
  leave();
  at_end_();
}

void Cores::Thread::leave() {
  if (cores_ == nullptr) return;
  cores_->go(*this);
  cores_->sim_.cancel(end_);
  cores_ = nullptr;
}

}  // namespace headrace
