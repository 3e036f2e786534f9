#include "analysis/words.h"

#include <fmt/format.h>

namespace headrace {

const char* outcome_word(RunEnd end) {
  switch (end) {
    case RunEnd::finished: return "finished";
    case RunEnd::stalled: return "stalled";
    case RunEnd::time_limit: return "time_limit";
    case RunEnd::event_limit: return "event_limit";
    case RunEnd::stopped: return "stopped";
  }
  return "unknown";
}

const char* unit_word(Unit unit) {
  switch (unit) {
    case Unit::count: return "count";
    case Unit::nanoseconds: return "ns";
    case Unit::bytes: return "B";
    case Unit::fraction: return "fraction";
    case Unit::per_second: return "1/s";
    case Unit::bytes_per_second: return "B/s";
  }
  return "unknown";
}

std::string fingerprint_text(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

}  // namespace headrace
