// EpochLength: whether a job's epochs are long enough for what is said of them, and how much of them was
// simulated.
//
// A pure function of a job's rows. Short epochs live on batches that were made before the first step, and
// their few steps say little of many: the target may be met in them and missed in long ones.
#pragma once

#include <string>

#include "scenarios/loader/run_result.h"

namespace headrace {

// Epochs of fewer steps, or of fewer than so many times the batches in hand, are too short.
inline constexpr std::int64_t kFewestSteps = 17;  // Two for each of eight stretches, and the first.
inline constexpr std::int64_t kFewestRounds = 4;
// AU that is open by more, in percentage points, is told.
inline constexpr double kMostOpen = 1;

// Says that epochs are too short, or leave AU open; empty where neither is so.
std::string short_epochs_sentence(const JobResult& job);

// Says how many steps were simulated, and how sure the others are; empty where all were.
std::string simulated_steps_sentence(const JobResult& job);

}  // namespace headrace
