// InferenceSpec: a job that answers requests, or sweeps a data set once.
#pragma once

#include <string_view>

#include "models/arrivals/policy.h"
#include "models/balancer/policy.h"

namespace headrace {

enum class InferenceMode : std::uint8_t { offline, streaming };
inline constexpr std::string_view kInferenceModes[] = {"offline", "streaming"};

struct InferenceSpec {
  InferenceMode mode = InferenceMode::streaming;

  void visit(Fields& f) {
    f.choice({"mode", "offline sweeps a data set once; streaming answers requests"}, mode, kInferenceModes);
  }
};

}  // namespace headrace
