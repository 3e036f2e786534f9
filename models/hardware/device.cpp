#include "models/hardware/device.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

Device::Device(Scope scope, const DeviceSpec& spec)
    : sim_(scope.sim()),
      drives_(spec.drives.make(Drives::Context{scope.random("latency")})),
      path_(scope, drives_->bandwidth(Kind::read), scope.blamed("drives")),
      overheads_(scope.blamed("service")),
      slots_(static_cast<std::size_t>(drives_->parallelism())) {
  for (std::size_t i = slots_.size(); i > 0; --i) free_slots_.push_back(static_cast<std::uint32_t>(i - 1));
  array_.tell(Action::of<&Device::rebuild>(*this));
}

void Device::rebuild() {
  HEADRACE_CHECK(drives_->leave(array_.share()));
  if (changed_) changed_();
}

void Device::tell(Action changed) {
  changed_ = changed;
  speed_.tell(changed);
}

void Device::submit(const DriveAccess& access, Duration overhead, Action done) {
  Work work;
  work.access = access;
  work.overhead = overhead;
  work.done = done;
  submit(work);
}

void Device::hold(DriveAccess access, Duration overhead, Action ready) {
  Work work;
  access.length = Bytes();
  work.access = access;
  work.overhead = overhead;
  work.held = true;
  work.done = ready;
  submit(work);
}

void Device::release(Kind kind, Bytes moved) {
  moved_ += speed_.of(moved / drives_->bandwidth(kind));
  path_.count(moved);
  const std::uint32_t slot = held_slots_.back();
  held_slots_.pop_back();
  free(slot);
}

void Device::submit(const Work& work) {
  if (free_slots_.empty()) {
    waiting_.push_back(work);
  } else {
    begin(work);
  }
}

// Begins work at the drives. Their data path is taken in the order of arrival, and all that passes beside it
// is added behind, work before it too: it overlaps with the transfers of others, and the path stands idle for
// nobody whose work took long.
void Device::begin(const Work& work) {
  const auto others = static_cast<std::int64_t>(slots_.size() - free_slots_.size());
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  slots_[slot].done = work.done;
  slots_[slot].held = work.held;
  Drives::Cost cost = drives_->cost(work.access, others);
  cost.on_path = speed_.of(cost.on_path);
  cost.beside = speed_.of(cost.beside);
  const Time now = sim_.now();
  const Time through = cost.on_path == Duration() ? now : path_.take(cost.on_path, work.access.length, now);
  const EventId end =
      sim_.schedule(through + work.overhead + cost.beside, Action::of<&Device::finished>(*this, slot));
  if (sim_.causes() != nullptr) note_begun(end, cost.on_path, work.overhead);
}

// Notes that an access ends behind its turn on the path, the work before it, and what passes beside.
void Device::note_begun(EventId end, Duration on_path, Duration overhead) {
  Causes& causes = *sim_.causes();
  Time through = sim_.now();
  CauseId passed = causes.present();
  if (on_path > Duration()) {
    path_.note(causes, on_path, sim_.now(), passed);
    through = path_.taken_until();
    passed = path_.last();
  }
  causes.blame(end, path_.part(), causes.add(through + overhead, passed, overheads_));
}

void Device::finished(std::uint32_t slot) {
  const Action done = slots_[slot].done;
  if (slots_[slot].held) {
    held_slots_.push_back(slot);
  } else {
    free(slot);
  }
  done();
}

void Device::free(std::uint32_t slot) {
  free_slots_.push_back(slot);
  if (waiting_.empty()) return;
  const Work next = waiting_.front();
  waiting_.pop_front();
  begin(next);
}

// Returns the share of the time that the data path was taken, 1 at most: what moves over links may overlap
// with the positioning of others, which the path alone knows of.
double Device::utilisation() const {
  const Duration elapsed = sim_.now().since_start();
  if (elapsed == Duration()) return 0;
  return std::min(1.0, path_.utilisation() + moved_ / elapsed);
}

}  // namespace headrace
