// InferredPage: an inferred loader as text and as JSON, each value with its confidence and its reason.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "analysis/text.h"
#include "scenarios/loader/recordings/inferred_loader.h"
#include "scenarios/loader/recordings/recording_similarity.h"

namespace headrace {

std::string inferred_report(const InferredLoader& found, const std::string& recording, const Style& style);
nlohmann::ordered_json inferred_tree(const InferredLoader& found,
                                     const std::optional<RecordingSimilarity>& alike);
std::string similarity_report(const RecordingSimilarity& alike);

}  // namespace headrace
