// ArrivalProcess: when the next request arrives.
//
// It knows nothing of what a request costs. A process is one source in this
// folder and one line in policies.cpp.
#pragma once

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
  // From the last arrival (the job's start at first) to the next; nothing when no more come.
  virtual std::optional<Duration> gap() = 0;
};

}  // namespace headrace
