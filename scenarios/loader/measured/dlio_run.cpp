#include "scenarios/loader/measured/dlio_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "scenarios/loader/text/file_finder.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

using Json = nlohmann::json;

// Where the summary.json of DLIO has a figure.
struct SummaryKey {
  std::string_view figure, key;
};

constexpr SummaryKey kSummaryKeys[] = {{"au_percent", "train_au_mean_percentage"},
                                       {"samples_per_second", "train_throughput_mean_samples_per_second"},
                                       {"mib_per_second", "train_io_mean_MB_per_second"}};

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

// Reads a file of DLIO; nothing, with a problem, where it is none.
std::optional<Json> read_json(const std::string& path, const Mark& named, Problems& problems) {
  const auto file = FileFinder::read(path, named, problems);
  if (!file) return std::nullopt;
  Json tree = Json::parse(file->text, nullptr, false);
  if (!tree.is_discarded()) return tree;
  problems.add(named, "E0606", in_quotes(path) + " is not JSON").with_help("was the run cut short?");
  return std::nullopt;
}

// Adds the waits of a rank's epochs, in seconds; false where a file has others than DLIO writes.
bool add_waits(const Json& rank, bool is_of_first, std::vector<double>& waits) {
  if (!rank.is_object()) return false;
  for (const auto& [epoch, of_epoch] : rank.items()) {
    if (!of_epoch.is_object() || !of_epoch.contains("load")) continue;
    const Json& blocks = of_epoch["load"];
    if (!blocks.is_object()) return false;
    for (const auto& [block, loads] : blocks.items()) {
      if (!loads.is_array()) return false;
      for (std::size_t step = 0; step < loads.size(); ++step) {
        if (!loads[step].is_number()) return false;
        if ((step == 0 && block == "block1") == is_of_first) waits.push_back(loads[step].get<double>());
      }
    }
  }
  return true;
}

// Returns the value at a share of the waits, between the two nearest, as numpy does.
double at_share(std::vector<double>& waits, double share) {
  std::sort(waits.begin(), waits.end());
  const double place = share * static_cast<double>(waits.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, waits.size() - 1);
  return std::lerp(waits[below], waits[above], place - static_cast<double>(below));
}

double mean_of(const std::vector<double>& waits) {
  double sum = 0;
  for (const double wait : waits) sum += wait;
  return sum / static_cast<double>(waits.size());
}

std::optional<double> wait_of_run(const std::string& summary, const WaitFigure& figure, const Mark& named,
                                  Problems& problems) {
  std::vector<double> waits;
  const std::filesystem::path folder = std::filesystem::path(summary).parent_path();
  for (int rank = 0; rank == 0 || std::filesystem::exists(folder / (std::to_string(rank) + "_output.json"));
       ++rank) {
    const std::string path = (folder / (std::to_string(rank) + "_output.json")).string();
    const auto tree = read_json(path, named, problems);
    if (!tree) return std::nullopt;
    if (add_waits(*tree, figure.is_of_first, waits)) continue;
    problems.add(named, "E0606", in_quotes(path) + " has no times as DLIO writes them")
        .with_help("it has the key load of each epoch, with a list of seconds for each block");
    return std::nullopt;
  }
  if (waits.empty()) {
    problems.add(named, "E0606", "the run of " + in_quotes(summary) + " has no such wait")
        .with_help("its epochs have one step, or none");
    return std::nullopt;
  }
  return figure.per_second *
         (figure.share == WaitFigure::kMean ? mean_of(waits) : at_share(waits, figure.share));
}

std::optional<double> rate_of_run(const std::string& summary, const SummaryKey& figure, const Mark& named,
                                  Problems& problems) {
  const auto tree = read_json(summary, named, problems);
  if (!tree) return std::nullopt;
  if (tree->is_object() && tree->contains("metric") && tree->at("metric").is_object()) {
    const Json& metric = tree->at("metric");
    const auto number = metric.find(figure.key);
    if (number != metric.end() && number->is_number()) return number->get<double>();
  }
  problems.add(named, "E0606", in_quotes(summary) + " is no summary of a DLIO run that trains")
      .with_help("it has no metric." + std::string(figure.key));
  return std::nullopt;
}

}  // namespace

std::optional<double> figure_of_dlio_run(const std::string& summary, std::string_view figure,
                                         const Mark& named, Problems& problems) {
  const auto rate = std::find_if(std::begin(kSummaryKeys), std::end(kSummaryKeys),
                                 [&](const SummaryKey& key) { return key.figure == figure; });
  if (rate != std::end(kSummaryKeys)) return rate_of_run(summary, *rate, named, problems);
  const auto wait = std::find_if(std::begin(kWaitFigures), std::end(kWaitFigures),
                                 [&](const WaitFigure& of) { return of.figure == figure; });
  if (wait != std::end(kWaitFigures)) return wait_of_run(summary, *wait, named, problems);
  problems.add(named, "E0606", "a run of DLIO does not tell " + in_quotes(figure))
      .with_help(
          "it tells au_percent, samples_per_second, mib_per_second, first_batch_seconds and "
          "step_wait_ms of a job that trains");
  return std::nullopt;
}

}  // namespace headrace
