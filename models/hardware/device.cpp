#include "models/hardware/device.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

Device::Device(Scope scope, const DeviceSpec& spec)
    : sim_(scope.sim()),
      spec_(spec),
      latencies_(scope.random("latency")),
      path_(scope, spec.read_bandwidth),
      slots_(static_cast<std::size_t>(spec.parallelism)) {
  HEADRACE_CHECK(spec.parallelism > 0);
  for (std::size_t i = slots_.size(); i > 0; --i) free_slots_.push_back(static_cast<std::uint32_t>(i - 1));
}

void Device::submit(Access access, Bytes length, Duration overhead, Action done) {
  Work work;
  work.access = access;
  work.length = length;
  work.overhead = overhead;
  work.done = done;
  submit(work);
}

void Device::hold(Access access, Duration overhead, Action ready) {
  Work work;
  work.access = access;
  work.overhead = overhead;
  work.held = true;
  work.done = ready;
  submit(work);
}

void Device::release(Access access, Bytes moved) {
  moved_ += moved / (access == Access::write ? spec_.write_bandwidth : spec_.read_bandwidth);
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

// The data path is taken in the order of arrival, and the latency is added
// behind it: it overlaps with the transfers of others, so the path saturates
// at its bandwidth however long the latency.
void Device::begin(const Work& work) {
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  slots_[slot].done = work.done;
  slots_[slot].held = work.held;
  const Bandwidth rate = work.access == Access::write ? spec_.write_bandwidth : spec_.read_bandwidth;
  const Time ready = sim_.now() + work.overhead;
  const Time through = work.length == Bytes() ? ready : path_.take(work.length / rate, work.length, ready);
  Action end;
  end.run = &Device::finished;
  end.object = this;
  end.word = slot;
  sim_.schedule(through + latency(work.access), end);
}

Duration Device::latency(Access access) {
  switch (access) {
    case Access::read: return spec_.read_latency.draw(latencies_);
    case Access::write: return spec_.write_latency.draw(latencies_);
    case Access::commit: return spec_.commit.draw(latencies_);
  }
  HEADRACE_CHECK(false);
}

void Device::finished(void* self, std::uint64_t word) {
  auto& device = *static_cast<Device*>(self);
  const auto slot = static_cast<std::uint32_t>(word);
  const Action done = device.slots_[slot].done;
  if (device.slots_[slot].held) {
    device.held_slots_.push_back(slot);
  } else {
    device.free(slot);
  }
  done.run(done.object, done.word);
}

void Device::free(std::uint32_t slot) {
  free_slots_.push_back(slot);
  if (waiting_.empty()) return;
  const Work next = waiting_.front();
  waiting_.pop_front();
  begin(next);
}

double Device::utilisation() const {
  const Duration elapsed = sim_.now().since_start();
  if (elapsed == Duration()) return 0;
  return path_.utilisation() + moved_ / elapsed;
}

}  // namespace headrace
