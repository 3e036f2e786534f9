#include "analysis/cli/figure_rounds.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include "analysis/cli/rank_verb.h"
#include "analysis/figures/figures.h"

namespace headrace {

namespace {

constexpr double kLookForValues = 1;  // Seconds.

// Returns values as bytes, as all ranks of a program have them.
std::string bytes_of(const FigureRounds::Values& values) {
  std::string bytes;
  for (const std::vector<double>& of_scenario : values)
    for (const double value : of_scenario) {
      char raw[sizeof value];
      std::memcpy(raw, &value, sizeof value);
      bytes.append(raw, sizeof value);
    }
  return bytes;
}

FigureRounds::Values values_of(std::string_view bytes, std::size_t figures) {
  FigureRounds::Values values;
  for (; !bytes.empty(); bytes.remove_prefix(figures * sizeof(double)))
    std::memcpy(values.emplace_back(figures).data(), bytes.data(), figures * sizeof(double));
  return values;
}

}  // namespace

std::vector<std::optional<double>> FigureRounds::column(const Values& values, std::size_t figure) {
  std::vector<std::optional<double>> found;
  for (const std::vector<double>& of_run : values)
    found.push_back(std::isnan(of_run[figure]) ? std::nullopt : std::optional(of_run[figure]));
  return found;
}

std::optional<FigureRounds::Values> FigureRounds::run(std::vector<Scenario> scenarios,
                                                      const std::vector<std::string>& figures) {
  if (scenarios.empty() || figures.empty()) return Values(scenarios.size());
  const CallPoints points(means_.verb, means_.asked, means_.text, std::move(scenarios));
  return means_.ranks.rank() == 0 ? run_here(points, figures) : follow(points, figures.size());
}

std::optional<FigureRounds::Values> FigureRounds::run_here(const CallPoints& points,
                                                           const std::vector<std::string>& figures) const {
  Ledger ledger(means_.database.empty() ? ":memory:" : means_.database, points.ledger_sweep(""),
                RowChoice::all);
  CallKeeper keeper(points, ledger);
  const RankedWork work =
      run_tasks(means_.ranks, points, points.tasks(ledger), ledger, keeper, {means_.threads}, means_.watch);
  if (work.end != WorkEnd::complete) {
    tell_others("");
    return std::nullopt;
  }
  Values values;
  for (std::int64_t point = 0; point < points.size(); ++point) {
    const std::vector<RunResult> runs = stored_runs(points, point, ledger.database(), ledger.hash());
    std::vector<double>& of_scenario = values.emplace_back();
    for (const std::string& figure : figures) {
      const std::optional<Figure> found = named_figure(runs, figure);
      const bool known = found && found->validity == Validity::measured;
      of_scenario.push_back(known ? found->value : std::numeric_limits<double>::quiet_NaN());
    }
  }
  tell_others(bytes_of(values));
  return values;
}

// Runs what rank 0 hands out, and takes over what it found.
std::optional<FigureRounds::Values> FigureRounds::follow(const CallPoints& points,
                                                         std::size_t figures) const {
  if (!follow_tasks(means_.ranks, points, points.ledger_sweep(""), RowChoice::all)) return std::nullopt;
  std::optional<Ranks::Message> told;
  while (!told) told = means_.ranks.receive(kLookForValues);
  if (told->text.empty()) return std::nullopt;
  return values_of(told->text, figures);
}

void FigureRounds::tell_others(const std::string& values) const {
  for (int rank = 1; rank < means_.ranks.count(); ++rank) means_.ranks.send(rank, values);
}

}  // namespace headrace
