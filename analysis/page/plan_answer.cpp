#include "analysis/page/plan_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/page/plan_words.h"
#include "analysis/text.h"

namespace headrace {

std::string design_words(const PlanAnswer& answer, std::size_t point) {
  const std::vector<SweepAxis>& axes = answer.plan.designs().axes();
  const SweepPoint& design = answer.designs[point];
  std::string text;
  for (std::size_t i = 0; i < design.parameters.size(); ++i) {
    if (i == answer.plan.situation_axis()) continue;
    const auto& [path, value] = design.parameters[i];
    text += text.empty() ? "" : ", ";
    text += axes[i].parts.empty() ? last_name(path) + "=" + value : count_noun(std::stoll(value), path);
  }
  return text;
}

const PlanEvaluator::Note* note_of(const PlanAnswer& answer, std::size_t point, std::size_t situation) {
  const auto note = answer.notes.find(point * answer.plan.situations() + situation);
  return note == answer.notes.end() ? nullptr : &note->second;
}

std::string target_words(const PlanAnswer& answer, std::size_t number) {
  const PlanTarget& target = answer.targets[number];
  std::string text = target.text;
  if (target.bound != answer.plan.targets()[number].bound)
    text += fmt::format(" (a prediction of {:.1f})", target.bound);
  return target.situation == 0 ? text : text + " with " + answer.plan.situation(target.situation);
}

std::string over_words(const PlanAnswer& answer, std::size_t point) {
  const char* const over = answer.plan.over(answer.plan.needs(answer.designs[point]));
  if (over == nullptr) return "over a limit";
  return (over == std::string_view("capacity") ? "too little " : "over ") + std::string(over);
}

std::size_t nearest_target(const PlanAnswer& answer, const KnownDesign& design) {
  std::size_t nearest = 0;
  std::pair<double, double> least{2, 0};
  for (std::size_t i = 0; i < design.margins.size(); ++i) {
    const std::pair own{design.margins[i].probability_met(),
                        relative_margin(answer.targets[i], design.margins[i])};
    if (own >= least) continue;
    least = own;
    nearest = i;
  }
  return nearest;
}

std::string metric_word(const PlanTarget& target) {
  return target.metric.substr(target.metric.rfind('.') + 1);
}

double relative_margin(const PlanTarget& target, const MarginEstimate& margin) {
  constexpr double kLeastBound = 1e-9;
  return margin.mean / std::max(std::abs(target.bound), kLeastBound);
}

std::string state_words(const PlanAnswer& answer, const KnownDesign& design) {
  if (answer.found.best && answer.found.best->point == design.point) return "chosen";
  if (!design.within_limits) return over_words(answer, design.point);
  if (design.is_unclear) return "unclear";
  return design.meets ? "met" : "missed";
}

}  // namespace headrace
