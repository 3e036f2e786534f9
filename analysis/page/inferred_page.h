// InferredPage: an inferred loader as text and as JSON, each value with its confidence and its reason.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "analysis/text.h"
#include "scenarios/loader/recordings/inferred_loader.h"
#include "scenarios/loader/recordings/recording_similarity.h"

namespace headrace {

// CheckedInference: how alike a run of what was inferred is to the recording.
struct CheckedInference {
  RecordingSimilarity traits;
  double dlio_cosine = 0;  // As DLIO has it (dlio_similarity.h).
};

// Returns rows of name, value, confidence and reason.
std::vector<std::array<std::string, 4>> inferred_words(const InferredLoader& found);

std::string inferred_report(const InferredLoader& found, const std::string& recording, const Style& style);
nlohmann::ordered_json inferred_tree(const InferredLoader& found,
                                     const std::optional<CheckedInference>& alike);
std::string similarity_report(const CheckedInference& alike);

}  // namespace headrace
