#include "analysis/answer/study.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

std::optional<double> value_of(std::span<const ArmRuns> arms, const std::string& metric) {
  const std::optional<Figure> figure = figure_of_arm(arms, metric);
  if (!figure || figure->validity != Validity::measured) return std::nullopt;
  return figure->value;
}

std::optional<double> simulated(std::span<const ArmRuns> arms, const StudyFigure& published) {
  const std::optional<double> value = value_of(arms, published.figure);
  if (published.over.empty() || !value) return value;
  const std::optional<double> over = value_of(arms, published.over);
  if (!over || *over == 0) return std::nullopt;
  return *value / *over;
}

std::string verdict(const StudyRow& row) {
  if (!row.simulated) return "no figure";
  const std::string word = row.is_reproduced() ? "yes" : "no";
  return row.published.fitted ? word + ", fitted" : word;
}

// Parts of "arms.large.jobs.train.seconds": the arm, and "train.seconds".
struct NameParts {
  std::string arm, figure;

  explicit NameParts(std::string_view metric) {
    constexpr std::string_view kArms = "arms.", kJobs = ".jobs.";
    const std::size_t jobs = metric.find(kJobs);
    arm = metric.substr(kArms.size(), jobs - kArms.size());
    figure = metric.substr(jobs + kJobs.size());
  }
};

// Returns "large / small: train.seconds", or both figures where they are not the same.
std::string name_of(const StudyFigure& published) {
  const NameParts figure(published.figure);
  if (published.over.empty()) return figure.arm + ": " + figure.figure;
  const NameParts over(published.over);
  if (over.figure == figure.figure) return figure.arm + " / " + over.arm + ": " + figure.figure;
  return figure.arm + ": " + figure.figure + " / " + over.arm + ": " + over.figure;
}

}  // namespace

double StudyRow::error() const {
  if (!simulated) return HUGE_VAL;
  if (published.value == 0) return *simulated == 0 ? 0 : HUGE_VAL;
  return (*simulated - published.value) / std::abs(published.value);
}

bool StudyRow::is_reproduced() const { return std::abs(error()) <= published.within; }

std::vector<StudyRow> study_rows(const Scenario& scenario, std::span<const ArmRuns> arms) {
  std::vector<StudyRow> rows;
  for (const StudyFigure& published : scenario.published)
    rows.push_back({published, simulated(arms, published)});
  return rows;
}

std::string study_text(std::span<const StudyRow> rows, const Style& style, bool with_sources) {
  if (rows.empty()) return {};
  Table table({"figure", "here", "published", "error %", "within %", "reproduced"});
  std::string below;
  std::size_t reproduced = 0, predictions = 0;
  for (const StudyRow& row : rows) {
    const StudyFigure& published = row.published;
    table.add({name_of(published), row.simulated ? fmt::format("{:.4g}", *row.simulated) : "-",
               fmt::format("{:.4g}", published.value),
               row.simulated ? fmt::format("{:+.1f}", row.error() * 100) : "-",
               fmt::format("{:.3g}", published.within * 100), verdict(row)});
    predictions += published.fitted ? 0 : 1;
    reproduced += !published.fitted && row.is_reproduced() ? 1 : 0;
    if (!row.is_reproduced() && !published.missing.empty())
      below += wrap(published.missing, "  " + name_of(published) + ", missing: ", 4);
    if (with_sources) below += wrap(published.source, "  " + name_of(published) + ": ", 4);
  }
  const std::string sentence =
      fmt::format("{} of {} published figures reproduced", reproduced, predictions) +
      (predictions < rows.size() ? fmt::format("; {} more fitted", rows.size() - predictions) : "");
  return table.text() + below + "  " +
         (reproduced == predictions ? style.good(sentence) : style.bad(sentence)) + "\n";
}

nlohmann::ordered_json study_tree(std::span<const StudyRow> rows) {
  Json tree = Json::array();
  for (const StudyRow& row : rows)
    tree.push_back({{"figure", row.published.figure},
                    {"over", row.published.over},
                    {"simulated", row.simulated ? Json(*row.simulated) : Json()},
                    {"published", row.published.value},
                    {"error", row.simulated ? Json(row.error()) : Json()},
                    {"within", row.published.within},
                    {"reproduced", row.is_reproduced()},
                    {"fitted", row.published.fitted},
                    {"missing", row.published.missing},
                    {"source", row.published.source}});
  return tree;
}

}  // namespace headrace
