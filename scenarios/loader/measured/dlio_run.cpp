#include "scenarios/loader/measured/dlio_run.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "scenarios/loader/measured/dlio_waits.h"
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

void add_no_json(const std::string& path, const Mark& named, Problems& problems) {
  problems.add(named, "E0606", in_quotes(path) + " is not JSON").with_help("was the run cut short?");
}

// Reads a file of DLIO; nothing, with a problem, where it is none.
std::optional<Json> read_json(const std::string& path, const Mark& named, Problems& problems) {
  const auto file = FileFinder::read(path, named, problems);
  if (!file) return std::nullopt;
  Json tree = Json::parse(file->text, nullptr, false);
  if (!tree.is_discarded()) return tree;
  add_no_json(path, named, problems);
  return std::nullopt;
}

std::optional<double> wait_of_run(const std::string& summary, std::string_view figure, const Mark& named,
                                  Problems& problems) {
  DlioWaits waits;
  const std::filesystem::path folder = std::filesystem::path(summary).parent_path();
  for (int rank = 0; rank == 0 || std::filesystem::exists(folder / (std::to_string(rank) + "_output.json"));
       ++rank) {
    const std::string path = (folder / (std::to_string(rank) + "_output.json")).string();
    const auto file = FileFinder::read(path, named, problems);
    if (!file) return std::nullopt;
    const RankWaits of_rank = waits_of_rank(file->text);
    if (of_rank.waits) {
      waits.add(*of_rank.waits);
      continue;
    }
    if (!of_rank.is_json) {
      add_no_json(path, named, problems);
    } else {
      problems.add(named, "E0606", in_quotes(path) + " has no times as DLIO writes them")
          .with_help("it has the key load of each epoch, with a list of seconds for each block");
    }
    return std::nullopt;
  }
  const std::optional<double> value = figure_of_waits(figure, waits);
  if (!value)
    problems.add(named, "E0606", "the run of " + in_quotes(summary) + " has no such wait")
        .with_help("its epochs have one step, or none");
  return value;
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
  if (is_wait_figure(figure)) return wait_of_run(summary, figure, named, problems);
  problems.add(named, "E0606", "a run of DLIO does not tell " + in_quotes(figure))
      .with_help(
          "it tells au_percent, samples_per_second, mib_per_second, first_batch_seconds and "
          "step_wait_ms of a job that trains");
  return std::nullopt;
}

}  // namespace headrace
