#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/answer/config_difference.h"
#include "analysis/answer/run_comparison.h"
#include "analysis/cli/verbs.h"
#include "analysis/page/json.h"
#include "analysis/results/selection.h"
#include "analysis/text.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kJobs = "jobs/";

// The rows of jobs, not those of what stands below one; spans in seconds.
ComparedRun compared_run(const StoredRun& run, ResultReader& reader) {
  ComparedRun compared{run.id, run.seed, run.replication, run.outcome == "finished", {}};
  for (const StoredMetric& row : reader.metrics(run.id)) {
    if (!row.component.starts_with(kJobs)) continue;
    const std::string job = row.component.substr(kJobs.size());
    if (job.find('/') != std::string::npos) continue;
    const bool is_span = row.unit == "ns";
    const std::string figure = row.statistic == "value" ? row.metric : row.metric + "." + row.statistic;
    compared.figures[{job, figure}] = {is_span ? row.value * 1e-9 : row.value, is_span ? "s" : row.unit,
                                       row.statistic != "value"};
  }
  return compared;
}

std::vector<ComparedRun> compared_runs(const SelectedRuns& selected) {
  ResultReader reader(selected.file);
  std::vector<ComparedRun> compared;
  for (const StoredRun& run : selected.runs) compared.push_back(compared_run(run, reader));
  return compared;
}

std::string draws_of(const std::vector<ComparedRun>& runs) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(runs.size(), 5); ++i)
    text += fmt::format("{}{}/{}", i == 0 ? "" : ", ", runs[i].seed, runs[i].replication);
  return text + (runs.size() > 5 ? ", ..." : "");
}

[[noreturn]] void refuse(const RunComparison& comparison, const std::vector<ComparedRun>& a,
                         const std::vector<ComparedRun>& b) {
  if (!comparison.pairs.empty())
    throw InputError("A and B have pairs of runs, but no figure of a job in common");
  throw InputError("no run of A has the seed and replication of a run of B: A has " + draws_of(a) +
                   ", B has " + draws_of(b) + " (seed/replication); run both with the same seed");
}

Json spread_tree(const Spread& spread) {
  Json tree = {{"mean", spread.mean}, {"low_95", nullptr}, {"high_95", nullptr}, {"pairs", spread.count}};
  if (spread.count > 1) {
    tree["low_95"] = spread.low;
    tree["high_95"] = spread.high;
  }
  return tree;
}

Json figure_tree(const FigureDifference& figure) {
  const PairedDifference& paired = figure.paired;
  Json tree = {{"unit", figure.unit},      {"a", paired.first.mean},
               {"b", paired.second.mean},  {"difference", spread_tree(paired.difference)},
               {"percent", nullptr},       {"differs", paired.differs()},
               {"variance_ratio", nullptr}};
  if (paired.percent.count > 0) tree["percent"] = spread_tree(paired.percent);
  if (paired.variance_ratio) tree["variance_ratio"] = *paired.variance_ratio;
  return tree;
}

Json side_tree(const SelectedRuns& side) {
  return {{"database", side.file},
          {"scenario", side.scenario},
          {"scenario_hash", side.scenario_hash},
          {"revision", side.runs.back().revision}};
}

Json comparison_tree(const SelectedRuns& a, const SelectedRuns& b, const RunComparison& comparison,
                     const std::vector<ConfigDifference>& config) {
  Json tree = {{"schema", "headrace.compare/1"},
               {"answer", comparison.sentence},
               {"a", side_tree(a)},
               {"b", side_tree(b)},
               {"partial", comparison.partial},
               {"pairs", Json::array()}};
  for (const auto& [first, second] : comparison.pairs)
    tree["pairs"].push_back({{"seed", first->seed},
                             {"replication", first->replication},
                             {"run_a", first->id},
                             {"run_b", second->id}});
  tree["unpaired_runs"] = comparison.unpaired;
  tree["unfinished_pairs"] = comparison.unfinished;
  tree["jobs"] = Json::object();
  for (const FigureDifference& figure : comparison.figures)
    tree["jobs"][figure.name.job][figure.name.figure] = figure_tree(figure);
  tree["config"] = Json::array();
  for (const ConfigDifference& one : config)
    tree["config"].push_back({{"path", one.path}, {"a", one.first}, {"b", one.second}});
  return tree;
}

std::string side_text(const char* letter, const SelectedRuns& side) {
  return fmt::format("  {}  {}: {} ({}), {} of revision {}\n", letter, side.file, side.scenario,
                     side.scenario_hash, count_noun(static_cast<std::int64_t>(side.runs.size()), "run"),
                     side.runs.back().revision);
}

std::string config_text(const std::vector<ConfigDifference>& config, bool all) {
  constexpr std::size_t kMost = 20;
  if (config.empty()) return "\n  A and B are the same scenario\n";
  const std::size_t shown = all ? config.size() : std::min(config.size(), kMost);
  std::string text = "\n  What differs in the scenarios\n";
  for (const ConfigDifference& one : std::span(config).first(shown))
    text += fmt::format("  {}: {} -> {}\n", one.path, one.first.empty() ? "(nothing)" : one.first,
                        one.second.empty() ? "(nothing)" : one.second);
  if (shown < config.size()) text += fmt::format("  and {} more (--verbose)\n", config.size() - shown);
  return text;
}

std::string left_out_text(const RunComparison& comparison) {
  std::string text;
  if (comparison.unpaired > 0)
    text += fmt::format("  left out: {} without a partner of the same seed and replication\n",
                        count_noun(static_cast<std::int64_t>(comparison.unpaired), "run"));
  if (comparison.unfinished > 0)
    text += fmt::format("  left out: {} of which a run did not finish\n",
                        count_noun(static_cast<std::int64_t>(comparison.unfinished), "pair"));
  return text;
}

void add_row(Table& table, const FigureDifference& figure) {
  const PairedDifference& paired = figure.paired;
  const Spread& off = paired.difference;
  const std::string interval =
      off.count < 2 ? fmt::format("{:.3g}", off.mean) : fmt::format("{:.3g} to {:.3g}", off.low, off.high);
  const std::string percent = paired.percent.count == 0 ? "-" : fmt::format("{:+.2f} %", paired.percent.mean);
  table.add({figure.name.figure, figure.unit, fmt::format("{:.4g}", paired.first.mean),
             fmt::format("{:.4g}", paired.second.mean), interval,
             percent + (paired.differs() ? " *" : "  ")});
}

// A table a job. A star: the interval leaves out zero.
std::string figures_text(const RunComparison& comparison, bool all) {
  std::map<std::string, Table> tables;
  std::size_t hidden = 0;
  for (const FigureDifference& figure : comparison.figures) {
    const bool shown = all || (!figure.is_equal() && !figure.of_distribution);
    hidden += shown ? 0 : 1;
    if (!shown) continue;
    const std::vector<std::string> headings = {figure.name.job, "unit", "A", "B", "B - A, 95 %", "percent  "};
    add_row(tables.try_emplace(figure.name.job, headings).first->second, figure);
  }
  std::string text;
  for (const auto& [job, table] : tables) text += "\n" + table.text();
  if (hidden > 0)
    text += fmt::format("  {} equal, or of a distribution (--verbose)\n",
                        count_noun(static_cast<std::int64_t>(hidden), "figure"));
  return text;
}

}  // namespace

ExitCode compare_verb(const Arguments& arguments, const Streams& streams) {
  const std::vector<std::string>& words = arguments.results;
  const std::vector<SelectedRuns> sides =
      words.size() == 1 ? select_both(words[0]) : std::vector{select_runs(words[0]), select_runs(words[1])};
  const std::vector<ComparedRun> a = compared_runs(sides[0]), b = compared_runs(sides[1]);
  const RunComparison comparison = compare_runs(a, b);
  if (comparison.pairs.empty() || comparison.figures.empty()) refuse(comparison, a, b);
  const std::vector<ConfigDifference> config =
      config_differences(sides[0].resolved_text, sides[1].resolved_text);
  if (arguments.json) {
    streams.out.write(json_text(comparison_tree(sides[0], sides[1], comparison, config)));
    return ExitCode::ok;
  }
  streams.out.write(wrap(Style(streams.out_colour()).bold(comparison.sentence), {}, 2));
  if (arguments.quiet) return ExitCode::ok;
  for (const std::string& sentence : comparison.job_sentences) streams.out.write(wrap(sentence, "  ", 4));
  streams.out.write(side_text("A", sides[0]) + side_text("B", sides[1]) + left_out_text(comparison) +
                    figures_text(comparison, arguments.verbose) + config_text(config, arguments.verbose));
  return ExitCode::ok;
}

}  // namespace headrace
