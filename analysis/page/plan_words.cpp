#include "analysis/page/plan_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/run/plan_evaluator.h"
#include "analysis/text.h"

namespace headrace {

std::string last_name(const std::string& path) {
  const std::size_t last = path.rfind('.');
  const std::size_t before = last == std::string::npos ? last : path.rfind('.', last - 1);
  return before == std::string::npos ? path : path.substr(before + 1);
}

std::string figure_text(const Assertion& target, const MarginEstimate& margin) {
  if (!std::isfinite(margin.mean)) return "none";
  std::string text = grouped(value_with_margin(target, margin.mean));
  if (margin.standard_error > 0) text += fmt::format(" +- {:.2g}", 2 * margin.standard_error);
  return text;
}

namespace {

nlohmann::ordered_json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

nlohmann::ordered_json estimate_tree(const Assertion& target, const MarginEstimate& margin) {
  return {{"target", target.text},
          {"value", number_or_null(value_with_margin(target, margin.mean))},
          {"standard_error", number_or_null(margin.standard_error)},
          {"replications", margin.count},
          {"margin", number_or_null(margin.mean)},
          {"probability_met", margin.probability_met()}};
}

std::string without_details(const std::string& limit) {
  return limit.substr(0, std::min(limit.find(", "), limit.find(" (")));
}

}  // namespace headrace
