// InferredWorkload: an inferred loader as texts that one can edit: a job of a scenario, and a DLIO file.
#pragma once

#include <string>

#include "scenarios/loader/recordings/inferred_loader.h"

namespace headrace {

// Returns a whole scenario where there is a platform, else the `jobs` of one. Each value has its confidence
// and its reason in its comment.
struct InferredPlaces {
  std::string recording;       // Name for the text.
  std::string platform;        // Path of a platform's file, as the scenario includes it; empty: none.
  std::string group, storage;  // Of the platform.
};
std::string workload_text(const InferredLoader& found, const InferredPlaces& places);

// Returns a DLIO workload file.
std::string dlio_text(const InferredLoader& found, const std::string& recording);

// Returns the batches ahead of all workers of a rank, as `prefetch_size` counts them.
std::int64_t prefetch_of(const InferredLoader& found);
// Returns the accelerators of a node.
std::int64_t ranks_of_node(const InferredLoader& found);

// "high", "medium" or "low".
std::string_view confidence_word(double confidence);

}  // namespace headrace
