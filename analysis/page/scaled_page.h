// ScaledPage: what is foreseen of a recorded job at other ranks, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/answer/scaled_answer.h"
#include "analysis/text.h"

namespace headrace {

// ScaledPage: what is told beside the answer.
struct ScaledPage {
  std::string recording;
  std::int64_t ranks = 0, nodes = 0, batch = 0;  // Of the recording.
  std::vector<std::string> assumptions;
  std::vector<std::string> left_out;  // Points that were asked for and cannot be, each with the reason.
  ScaleEvidence evidence;
  ScaledAnswer answer;
};

std::string scaled_text(const ScaledPage& page, const Style& style);
nlohmann::ordered_json scaled_tree(const ScaledPage& page);

}  // namespace headrace
