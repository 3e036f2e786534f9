#include "analysis/figures/assertions.h"

#include <fmt/format.h>

namespace headrace {

namespace {

bool compare(double value, const std::string& comparison, double bound) {
  if (comparison == ">=") return value >= bound;
  if (comparison == ">") return value > bound;
  if (comparison == "<=") return value <= bound;
  if (comparison == "<") return value < bound;
  return value == bound;
}

std::string why_not(const std::optional<Figure>& figure) {
  if (!figure) return "no run has this figure";
  if (figure->validity == Validity::not_defined) return "not defined for this run";
  return fmt::format("cut short, at {:.6g}", figure->value);
}

}  // namespace

std::vector<AssertionOutcome> judge(std::span<const Assertion> assertions, const FigureFinder& find) {
  std::vector<AssertionOutcome> outcomes;
  for (const Assertion& assertion : assertions) {
    const std::optional<Figure> figure = find(assertion.metric);
    AssertionOutcome& outcome = outcomes.emplace_back();
    outcome.text = assertion.text;
    if (!figure || figure->validity != Validity::measured) {
      outcome.sentence = fmt::format("NOT JUDGED {} ({})", assertion.text, why_not(figure));
      continue;
    }
    outcome.holds = compare(figure->value, assertion.comparison, assertion.bound);
    outcome.sentence =
        fmt::format("{} {} ({:.6g})", *outcome.holds ? "PASS" : "FAIL", assertion.text, figure->value);
  }
  return outcomes;
}

}  // namespace headrace
