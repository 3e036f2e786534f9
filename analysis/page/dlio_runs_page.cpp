#include "analysis/page/dlio_runs_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "analysis/page/json.h"
#include "scenarios/loader/benchmarks/dlio_rows.h"
#include "scenarios/loader/import/description_part.h"

namespace headrace {

namespace {

constexpr std::size_t kShownRanks = 8;    // Of a run: those whose 99th percentile is longest.
constexpr std::size_t kShownEpochs = 10;  // Of a run.
constexpr std::array<std::string_view, 5> kRankFigures = {
    "first_batch_seconds", "step_wait_ms.p50", "step_wait_ms.p90", "step_wait_ms.p99", "step_wait_ms.max"};

std::string cell(const std::optional<double>& value, int decimals) {
  return value ? fixed(*value, decimals) : "-";
}

std::optional<double> above_zero(double value) {
  return value > 0 ? std::optional<double>(value) : std::nullopt;
}

std::optional<double> run_figure(const DlioRun& run, std::string_view name) {
  for (const OutputFigure& figure : run.figures)
    if (figure.name == name) return figure.value;
  return std::nullopt;
}

std::string run_words(const DlioRun& run) { return comment_words(run.name, 40); }

std::string count_cell(std::int64_t count) { return count > 0 ? std::to_string(count) : "-"; }

std::string runs_table(const DlioRunsRead& read) {
  Table table({"run", "hosts", "ranks", "files", "batch", "threads", "epochs", "AU %", "samples/s", "MiB/s"});
  for (const DlioRun& run : read.runs) {
    const LoaderSpec* const loader = run.workload ? &run.workload->loader : nullptr;
    table.add({run_words(run), count_cell(run.nodes), count_cell(run.accelerators), count_cell(run.files),
               count_cell(loader == nullptr ? 0 : loader->batch_size),
               loader == nullptr ? "-" : std::to_string(loader->read_threads),
               std::to_string(run.epochs.size()), cell(run_figure(run, "au_percent"), 1),
               cell(run_figure(run, "samples_per_second"), 1),
               cell(above_zero(run.mebibytes_per_second), 0)});
  }
  return table.text();
}

std::string epochs_table(const DlioRunsRead& read) {
  Table table({"run", "epoch", "s", "AU %", "samples/s", "checkpoints s"});
  std::size_t more = 0;
  for (const DlioRun& run : read.runs)
    for (std::size_t i = 0; i < run.epochs.size(); ++i) {
      if (i >= kShownEpochs) {
        more += run.epochs.size() - i;
        break;
      }
      const DlioEpoch& epoch = run.epochs[i];
      table.add({run_words(run), std::to_string(i + 1), cell(above_zero(epoch.seconds), 2),
                 cell(epoch.au_percent, 1), cell(epoch.samples_per_second, 1),
                 cell(above_zero(epoch.checkpoint_seconds), 2)});
    }
  if (table.empty()) return "";
  return "\n" + table.text() +
         (more == 0 ? "" : fmt::format("  and {} more epochs: --json has them\n", more));
}

std::vector<std::string> rank_row(const std::string& run, const std::string& rank, const DlioWaits& waits) {
  std::vector<std::string> row = {run, rank, std::to_string(waits.first.size() + waits.others.size())};
  for (const std::string_view figure : kRankFigures) row.push_back(cell(figure_of_waits(figure, waits), 2));
  return row;
}

// Returns the ranks of a run, those that waited longest first.
std::vector<const DlioRankWaits*> by_longest_waits(const DlioRun& run) {
  std::vector<std::pair<double, const DlioRankWaits*>> ranks;
  for (const DlioRankWaits& rank : run.ranks)
    ranks.emplace_back(figure_of_waits("step_wait_ms.p99", rank.waits).value_or(0), &rank);
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const DlioRankWaits*> sorted;
  sorted.reserve(ranks.size());
  for (const auto& [wait, rank] : ranks) sorted.push_back(rank);
  return sorted;
}

std::string waits_table(const DlioRunsRead& read) {
  Table table({"run", "rank", "steps", "first batch s", "median ms", "p90 ms", "p99 ms", "longest ms"});
  std::size_t more = 0;
  for (const DlioRun& run : read.runs) {
    if (run.ranks.empty()) continue;
    DlioWaits all;
    for (const DlioRankWaits& rank : run.ranks) all.add(rank.waits);
    table.add(rank_row(run_words(run), "all", all));
    const std::vector<const DlioRankWaits*> ranks = by_longest_waits(run);
    const std::size_t shown = std::min(kShownRanks, ranks.size());
    for (std::size_t i = 0; i < shown; ++i)
      table.add(rank_row(run_words(run), std::to_string(ranks[i]->rank), ranks[i]->waits));
    more += ranks.size() - shown;
  }
  if (table.empty()) return "";
  return "\nWaits of ranks for their batches, the longest 99th percentiles first:\n" + table.text() +
         (more == 0 ? "" : fmt::format("  and {} more ranks: --json has them\n", more));
}

std::string said_of_runs(std::string_view heading, const DlioRunsRead& read,
                         std::vector<std::string> DlioRun::* said) {
  std::string text;
  for (const DlioRun& run : read.runs)
    for (const std::string& sentence : run.*said)
      text += wrap(run_words(run) + ": " + comment_words(sentence, 300), "  ", 6);
  return text.empty() ? "" : fmt::format("\n{}\n{}", heading, text);
}

nlohmann::ordered_json tree_of_rank(const DlioRankWaits& rank) {
  nlohmann::ordered_json tree = {{"rank", rank.rank},
                                 {"steps", rank.waits.first.size() + rank.waits.others.size()}};
  for (const std::string_view figure : kRankFigures)
    tree[std::string(figure)] = value_or_null(figure_of_waits(figure, rank.waits));
  return tree;
}

nlohmann::ordered_json tree_of_run(const DlioRun& run) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::array();
  for (const OutputFigure& figure : run.figures)
    figures.push_back({{"figure", figure.name},
                       {"value", figure.value},
                       {"file", figure.mark.source->file},
                       {"line", figure.mark.line},
                       {"words", figure.words},
                       {"may_be_fitted", figure.may_be_fitted && run.doubts.empty()}});
  nlohmann::ordered_json epochs = nlohmann::ordered_json::array();
  for (const DlioEpoch& epoch : run.epochs)
    epochs.push_back({{"seconds", value_or_null(above_zero(epoch.seconds))},
                      {"au_percent", value_or_null(epoch.au_percent)},
                      {"samples_per_second", value_or_null(epoch.samples_per_second)},
                      {"checkpoint_seconds", epoch.checkpoint_seconds}});
  nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
  for (const DlioRankWaits& rank : run.ranks) ranks.push_back(tree_of_rank(rank));
  return {{"run", run.name},
          {"file", run.mark.source->file},
          {"shape", shape_of(run)},
          {"nodes", run.nodes},
          {"accelerators", run.accelerators},
          {"mib_per_second", value_or_null(above_zero(run.mebibytes_per_second))},
          {"figures", figures},
          {"epochs", epochs},
          {"ranks", ranks},
          {"notes", run.notes},
          {"doubts", run.doubts}};
}

}  // namespace

std::string dlio_runs_file(const MeasurementsSource& source, const DlioRunsFound& found) {
  return measurements_head(source, "trains by a DLIO file") +
         "# [measured] by it. Rows of the role validation are doubted, or of a tail, or not of all ranks: "
         "they are never fitted.\n" +
         rows_text(found.rows);
}

std::string dlio_runs_report(const MeasurementsSource& source, const DlioRunsFound& found,
                             const Style& style) {
  const DlioRunsRead& read = found.read;
  const std::string head =
      fmt::format("{}: {} in {}", source.form, count_noun(static_cast<std::int64_t>(read.runs.size()), "run"),
                  count_noun(static_cast<std::int64_t>(source.files.size()), "place"));
  return style.bold(head) + "\n" + roles_text(found.rows) + "\n" + runs_table(read) + epochs_table(read) +
         waits_table(read) + said_of_runs("Doubted, and so not fitted:", read, &DlioRun::doubts) +
         said_of_runs("To know before it is fitted:", read, &DlioRun::notes) +
         places_text("Understood and not taken", read.left) +
         places_text("Dropped, as it cannot be read", read.dropped);
}

nlohmann::ordered_json dlio_runs_tree(const MeasurementsSource& source, const DlioRunsFound& found) {
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (const DlioRun& run : found.read.runs) runs.push_back(tree_of_run(run));
  return {{"schema", "headrace.dlio_runs/1"},
          {"files", source.files},
          {"revision", source.revision},
          {"runs", runs},
          {"left", tree_of_places(found.read.left)},
          {"dropped", tree_of_places(found.read.dropped)},
          {"rows", dlio_runs_file(source, found)}};
}

}  // namespace headrace
