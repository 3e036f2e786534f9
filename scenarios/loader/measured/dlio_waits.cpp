#include "scenarios/loader/measured/dlio_waits.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace headrace {
namespace {

// WaitFigure: the waits for batches that a figure is of, and whether it is the value at a share of them or
// their mean.
struct WaitFigure {
  static constexpr double kMean = -1;

  std::string_view figure;
  bool is_of_first = false;
  double share = kMean;
  double per_second = 1;  // The figure's units in a second.
};

constexpr WaitFigure kWaitFigures[] = {
    {"first_batch_seconds", true, WaitFigure::kMean, 1},
    {"step_wait_ms.mean", false, WaitFigure::kMean, 1e3},
    {"step_wait_ms.p50", false, 0.5, 1e3},
    {"step_wait_ms.p90", false, 0.9, 1e3},
    {"step_wait_ms.p99", false, 0.99, 1e3},
    {"step_wait_ms.max", false, 1, 1e3},
};

const WaitFigure* wait_figure(std::string_view figure) {
  const auto* const found = std::find_if(std::begin(kWaitFigures), std::end(kWaitFigures),
                                         [&](const WaitFigure& of) { return of.figure == figure; });
  return found == std::end(kWaitFigures) ? nullptr : found;
}

// Adds the waits of a rank's epochs, in seconds; false where a file has others than DLIO writes.
bool add_waits(const nlohmann::json& rank, DlioWaits& waits) {
  if (!rank.is_object()) return false;
  for (const auto& [epoch, of_epoch] : rank.items()) {
    if (!of_epoch.is_object() || !of_epoch.contains("load")) continue;
    const nlohmann::json& blocks = of_epoch["load"];
    if (!blocks.is_object()) return false;
    for (const auto& [block, loads] : blocks.items()) {
      if (!loads.is_array()) return false;
      for (std::size_t step = 0; step < loads.size(); ++step) {
        if (!loads[step].is_number()) return false;
        const bool is_first = step == 0 && block == "block1";
        (is_first ? waits.first : waits.others).push_back(loads[step].get<double>());
      }
    }
  }
  return true;
}

// Returns the value at a share of the waits, between the two nearest, as numpy does.
double at_share(std::vector<double> waits, double share) {
  std::sort(waits.begin(), waits.end());
  const double place = share * static_cast<double>(waits.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, waits.size() - 1);
  return std::lerp(waits[below], waits[above], place - static_cast<double>(below));
}

double mean_wait(const std::vector<double>& waits) {
  double sum = 0;
  for (const double wait : waits) sum += wait;
  return sum / static_cast<double>(waits.size());
}

}  // namespace

void DlioWaits::add(const DlioWaits& more) {
  first.insert(first.end(), more.first.begin(), more.first.end());
  others.insert(others.end(), more.others.begin(), more.others.end());
}

RankWaits waits_of_rank(std::string_view text) {
  RankWaits rank;
  const nlohmann::json tree = nlohmann::json::parse(text, nullptr, false);
  rank.is_json = !tree.is_discarded();
  DlioWaits waits;
  if (rank.is_json && add_waits(tree, waits)) rank.waits = std::move(waits);
  return rank;
}

bool is_wait_figure(std::string_view figure) { return wait_figure(figure) != nullptr; }

std::optional<double> figure_of_waits(std::string_view figure, const DlioWaits& waits) {
  const WaitFigure* const of = wait_figure(figure);
  if (of == nullptr) return std::nullopt;
  const std::vector<double>& values = of->is_of_first ? waits.first : waits.others;
  if (values.empty()) return std::nullopt;
  return of->per_second * (of->share == WaitFigure::kMean ? mean_wait(values) : at_share(values, of->share));
}

}  // namespace headrace
