// PlanReport: what a plan found, for a terminal and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/page/plan_answer.h"
#include "analysis/text.h"

namespace headrace {

std::string plan_sentence(const PlanAnswer& answer);
// PlanNote: a sentence of an answer, and a word for what it is about: "binding", "sure".
struct PlanNote {
  std::string about, text;
};
// Says what the answer needs, which target binds, what limits rule out, and how sure it is.
std::vector<PlanNote> plan_notes(const PlanAnswer& answer);
std::string plan_text(const PlanAnswer& answer, const Style& style);
nlohmann::ordered_json plan_tree(const PlanAnswer& answer);

}  // namespace headrace
