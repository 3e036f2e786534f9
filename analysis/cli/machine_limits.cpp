#include "analysis/cli/machine_limits.h"

#include <unistd.h>

#include <chrono>
#include <fstream>

#include "sim/units_text.h"

namespace headrace {

namespace {

constexpr double kBetweenLooks = 0.05;  // Seconds: the system's answer costs as much as a hundred events.

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Bytes resident_memory() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t all = 0, pages = 0;
  if (!(statm >> all >> pages)) return Bytes();
  return pages * Bytes::count(sysconf(_SC_PAGESIZE));
}

Bytes memory_of_machine() {
  const std::int64_t pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? pages * Bytes::count(page) : Bytes();
}

MachineLimits::MachineLimits(Duration wall, Bytes memory)
    : MachineLimits(wall, memory, steady_seconds, resident_memory) {}

MachineLimits::MachineLimits(Duration wall, Bytes memory, WallClock clock, MemoryInUse in_use)
    : wall_(wall), memory_(memory), clock_(clock), in_use_(in_use), started_(clock()) {}

bool MachineLimits::reached() {
  if (!which_.empty()) return true;
  if (wall_ == kNoWallLimit && memory_ == kNoMemoryLimit) return false;
  const double now = clock_();
  if (wall_ != kNoWallLimit && now - started_ >= wall_.in_seconds())
    which_ = "--wall-limit " + text_of(wall_);
  if (which_.empty() && memory_ != kNoMemoryLimit && now - looked_ >= kBetweenLooks) {
    looked_ = now;
    if (in_use_() >= memory_) which_ = "--memory-limit " + text_of(memory_);
  }
  return !which_.empty();
}

}  // namespace headrace
