// CacheHonesty: what of a job's reads never touched its storage.
//
// A pure function of a job's rows. Epochs and read-backs that memory or a cache
// of the nodes answered say nothing about the storage, and a report that stays
// silent about that would be read as if they did.
#pragma once

#include <string>

#include "scenarios/loader/run_result.h"

namespace headrace {

// An epoch or a read-back with less than this share of its bytes from the storage did not touch it.
inline constexpr double kTouched = 0.01;

// Says which epochs never touched the storage, in a sentence or two; empty where all did.
std::string cache_sentence(const JobResult& job);

}  // namespace headrace
