// DriveLoop: keeps some accesses at a device until a number of them were begun; notes when each ends.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "models/hardware/device.h"

namespace headrace {

class DriveLoop {
 public:
  using Access = std::function<DriveAccess(int number)>;

  DriveLoop(const DeviceSpec& spec, Access access, Duration overhead = Duration(), std::uint64_t seed = 1)
      : sim_(seed),
        device_(Scope(sim_, metrics_, "device"), spec),
        access_(std::move(access)),
        overhead_(overhead) {}

  const std::vector<Duration>& run(int depth, int total) {
    total_ = total;
    for (int i = 0; i < depth; ++i) submit();
    sim_.run();
    return ends_;
  }
  // From the first to the last end.
  double accesses_per_second(int depth, int total) {
    run(depth, total);
    return static_cast<double>(total - 1) / (ends_.back() - ends_.front()).in_seconds();
  }
  double utilisation() const { return device_.utilisation(); }

  // The same access again and again; each behind the last; each in an object of its own.
  static Access same(Device::Kind kind, Bytes size) { return make(kind, size, 0, 0); }
  static Access in_a_row(Device::Kind kind, Bytes size) { return make(kind, size, 0, 1); }
  static Access scattered(Device::Kind kind, Bytes size) { return make(kind, size, 1, 0); }

 private:
  static Access make(Device::Kind kind, Bytes size, std::uint64_t next_object, std::int64_t next_place) {
    return [=](int number) {
      DriveAccess access;
      access.kind = kind;
      access.length = size;
      access.object = next_object * static_cast<std::uint64_t>(number);
      access.offset = size * (next_place * number);
      return access;
    };
  }
  static void ended(void* self, std::uint64_t) {
    auto& loop = *static_cast<DriveLoop*>(self);
    loop.ends_.push_back(loop.sim_.now().since_start());
    loop.submit();
  }
  void submit() {
    if (begun_ == total_) return;
    device_.submit(access_(begun_++), overhead_, {&DriveLoop::ended, this, 0});
  }

  Simulation sim_;
  Metrics metrics_;
  Device device_;
  Access access_;
  Duration overhead_;
  int begun_ = 0;
  int total_ = 0;
  std::vector<Duration> ends_;
};

}  // namespace headrace
