// ArrivalProcess: when the next request arrives.
//
// It knows nothing of what a request costs. A process is one source in this
// folder and one line in policies.cpp.
#pragma once

#include <limits>
#include <optional>
#include <span>

#include "models/registry.h"
#include "sim/random.h"
#include "sim/units.h"

namespace headrace {

class ArrivalProcess {
 public:
  static constexpr std::string_view kMeaning = "how requests arrive";
  struct Context {
    RandomStream random;
    std::span<const Duration> trace;  // Ascending times since the job's start; of `replay` only.
  };
  static PolicyTable<ArrivalProcess> table();

  virtual ~ArrivalProcess() = default;
  // Returns the time from the last arrival (the job's start at first) to the next; nothing when no more come.
  virtual std::optional<Duration> gap() = 0;
  // Requests a second in the long run; zero where there is no such thing.
  virtual double mean_rate() const = 0;

 protected:
  // Rounds to the nanosecond; what is longer than time itself is as long as time.
  static Duration span_of(double seconds) {
    constexpr auto kLongest = static_cast<double>(std::numeric_limits<std::int64_t>::max());
    return seconds * 1e9 < kLongest ? Duration::seconds(seconds) : Duration::max();
  }
};

}  // namespace headrace
