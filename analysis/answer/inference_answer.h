// InferenceAnswer: the sentence of a job that answers requests or sweeps a data set.
//
//   "16 servers answer 1,200 requests/s, p99 43.0 ms; limited by the servers (91 % busy)"
//   "8 x H100 sweep 5,120 samples/s (2.3 GiB/s); limited by scratch: OST devices (93 % busy)"
#pragma once

#include <optional>
#include <string>

#include "analysis/answer/limitation.h"

namespace headrace {

std::string inference_sentence(const JobResult& job, const Limitation& limitation);

}  // namespace headrace
