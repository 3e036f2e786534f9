#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "analysis/answer/config_difference.h"
#include "analysis/answer/model_error.h"
#include "analysis/answer/point_axes.h"
#include "analysis/answer/run_comparison.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/verb.h"
#include "analysis/page/json.h"
#include "analysis/page/run_comparison_json.h"
#include "analysis/page/run_comparison_tables.h"
#include "analysis/results/selection.h"
#include "analysis/text.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kJobs = "jobs/";

// Gathers the rows of a run's jobs, not those of what stands below one; spans in seconds.
ComparedRun compared_run(const StoredRun& run, ResultReader& reader) {
  ComparedRun compared{run.id, run.seed, run.replication, run.outcome == "finished", {}, {}};
  for (const StoredMetric& row : reader.metrics(run.id)) {
    if (!row.component.starts_with(kJobs)) continue;
    const std::string job = row.component.substr(kJobs.size());
    if (job.find('/') != std::string::npos) continue;
    const bool is_span = row.unit == "ns";
    const std::string figure = row.statistic == "value" ? row.metric : row.metric + "." + row.statistic;
    compared.figures[{job, figure}] = {is_span ? row.value / 1e9 : row.value, is_span ? "s" : row.unit,
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

std::vector<AxisValues> values_of(const SelectedRuns& selected) {
  std::vector<AxisValues> values;
  for (const StoredRun& run : selected.runs)
    values.emplace_back(run.parameters.begin(), run.parameters.end());
  return values;
}

struct Sides {
  SelectedRuns a, b;
  std::vector<ComparedRun> runs_a, runs_b;
  PointAxes axes;
  std::vector<ConfigDifference> config;  // Differences of the scenarios, but for the axes.
};

// Returns whether a path is an axis of either side, or stands below one.
bool is_of_axis(const std::string& path, const PointAxes& axes) {
  const auto holds = [&](const std::string& axis) {
    return path.starts_with(axis) && (path.size() == axis.size() || path[axis.size()] == '.');
  };
  return std::any_of(axes.shared.begin(), axes.shared.end(), holds) ||
         std::any_of(axes.differing.begin(), axes.differing.end(),
                     [&](const ConfigDifference& one) { return holds(one.path); });
}

Sides sides_of(const std::vector<std::string>& words) {
  std::vector<SelectedRuns> selected =
      words.size() == 1 ? select_both(words[0]) : std::vector{select_runs(words[0]), select_runs(words[1])};
  Sides sides = {std::move(selected[0]), std::move(selected[1]), {}, {}, {}, {}};
  std::vector<AxisValues> a = values_of(sides.a), b = values_of(sides.b);
  sides.axes = align_axes(a, sides.a.resolved_text, b, sides.b.resolved_text);
  sides.runs_a = compared_runs(sides.a);
  sides.runs_b = compared_runs(sides.b);
  for (std::size_t i = 0; i < a.size(); ++i) sides.runs_a[i].values = std::move(a[i]);
  for (std::size_t i = 0; i < b.size(); ++i) sides.runs_b[i].values = std::move(b[i]);
  sides.config = config_differences(sides.a.resolved_text, sides.b.resolved_text);
  std::erase_if(sides.config, [&](const ConfigDifference& one) { return is_of_axis(one.path, sides.axes); });
  return sides;
}

std::string first_of(const std::vector<std::string>& texts, std::string_view between) {
  constexpr std::size_t kMost = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(texts.size(), kMost); ++i)
    text += (i == 0 ? "" : std::string(between)) + texts[i];
  return text + (texts.size() > kMost ? std::string(between) + "..." : "");
}

std::string draws_of(const std::vector<ComparedRun>& runs) {
  std::vector<std::string> draws;
  for (const ComparedRun& run : runs) {
    const std::string draw = fmt::format("{}/{}", run.seed, run.replication);
    if (std::find(draws.begin(), draws.end(), draw) == draws.end()) draws.push_back(draw);
  }
  return first_of(draws, ", ");
}

std::set<AxisKey> keys_of(const std::vector<ComparedRun>& runs, const std::string& axis) {
  std::set<AxisKey> keys;
  for (const ComparedRun& run : runs) keys.insert(axis_key(run.values.at(axis)));
  return keys;
}

// Lists the points by their values, each once.
std::string points_of(const std::vector<ComparedRun>& runs, const std::vector<std::string>& axes) {
  const std::vector<std::string> names = short_names(axes);
  std::map<std::vector<AxisKey>, std::string> points;
  for (const ComparedRun& run : runs) {
    std::vector<AxisKey> key;
    std::string point;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const std::string& value = run.values.at(axes[i]);
      key.push_back(axis_key(value));
      point += (i == 0 ? "" : ",") + names[i] + "=" + value;
    }
    points.emplace(std::move(key), std::move(point));
  }
  std::vector<std::string> texts;
  for (const auto& [key, point] : points) texts.push_back(point);
  return first_of(texts, "; ");
}

[[noreturn]] void refuse(const RunComparison& comparison, const Sides& sides) {
  if (!comparison.points.empty())
    throw InputError("A and B have pairs of runs, but no figure of a job in common");
  const bool draws_meet = !compare_runs(sides.runs_a, sides.runs_b).points.empty();
  const bool several =
      std::any_of(sides.axes.shared.begin(), sides.axes.shared.end(), [&](const std::string& axis) {
        return keys_of(sides.runs_a, axis).size() > 1 || keys_of(sides.runs_b, axis).size() > 1;
      });
  if (draws_meet && several)
    throw InputError("no point of A has the values of a point of B: A has " +
                     points_of(sides.runs_a, sides.axes.shared) + "; B has " +
                     points_of(sides.runs_b, sides.axes.shared) +
                     ". To hold two points against each other, name each as FILE:PATH=VALUE");
  throw InputError("no run of A has the seed and replication of a run of B: A has " + draws_of(sides.runs_a) +
                   ", B has " + draws_of(sides.runs_b) + " (seed/replication); run both with the same seed");
}

Json side_tree(const SelectedRuns& side) {
  Json tree = {{"database", side.file}, {"scenario", side.scenario}, {"scenario_hash", side.scenario_hash}};
  if (!side.sweep.empty()) tree["sweep"] = side.sweep;
  tree["revision"] = side.runs.back().revision;
  return tree;
}

Json differences_tree(const std::vector<ConfigDifference>& differences) {
  Json list = Json::array();
  for (const ConfigDifference& one : differences)
    list.push_back({{"path", one.path}, {"a", one.first}, {"b", one.second}});
  return list;
}

bool any_trains(const RunComparison& comparison) {
  return std::any_of(comparison.points.begin(), comparison.points.end(), [](const PointComparison& point) {
    return std::any_of(point.figures.begin(), point.figures.end(),
                       [](const FigureDifference& one) { return one.name.figure == "au_percent"; });
  });
}

// Says whether published runs tell how far off the ratio is: of jobs that train, with nothing calibrated.
bool has_published_error(const Sides& sides, const RunComparison& comparison) {
  const auto is_calibrated = [](const SelectedRuns& side) {
    return side.resolved_text.find("\ncalibration:") != std::string::npos;
  };
  return any_trains(comparison) && !is_calibrated(sides.a) && !is_calibrated(sides.b);
}

Json comparison_tree(const Sides& sides, const RunComparison& comparison) {
  Json tree = run_comparison_tree(comparison);
  tree["a"] = side_tree(sides.a);
  tree["b"] = side_tree(sides.b);
  tree["axes"] = differences_tree(sides.axes.differing);
  tree["config"] = differences_tree(sides.config);
  if (has_published_error(sides, comparison)) {
    const RatioError error = ratio_error(published_errors());
    tree["model_ratio"] = {
        {"within_90", error.nine_of_ten}, {"pairs", error.pairs}, {"families", error.families}};
  }
  return tree;
}

std::string side_text(const char* letter, const SelectedRuns& side) {
  const std::string hash = side.sweep.empty() ? side.scenario_hash : "sweep " + side.sweep;
  return fmt::format("  {}  {}: {} ({}), {} of revision {}\n", letter, side.file, side.scenario, hash,
                     count_noun(static_cast<std::int64_t>(side.runs.size()), "run"),
                     side.runs.back().revision);
}

std::string difference_line(const ConfigDifference& one) {
  return fmt::format("  {}: {} -> {}\n", one.path, one.first.empty() ? "(nothing)" : one.first,
                     one.second.empty() ? "(nothing)" : one.second);
}

std::string config_text(const Sides& sides, bool all) {
  constexpr std::size_t kMost = 20;
  std::string text;
  if (!sides.axes.differing.empty()) text += "\n  What differs in the points\n";
  for (const ConfigDifference& one : sides.axes.differing) text += difference_line(one);
  const std::vector<ConfigDifference>& config = sides.config;
  if (config.empty())
    return text + (sides.axes.differing.empty() ? "\n  A and B are the same scenario\n" : "");
  const std::size_t shown = all ? config.size() : std::min(config.size(), kMost);
  text += "\n  What differs in the scenarios\n";
  for (const ConfigDifference& one : std::span(config).first(shown)) text += difference_line(one);
  if (shown < config.size()) text += fmt::format("  and {} more (--verbose)\n", config.size() - shown);
  return text;
}

std::string left_out_text(const RunComparison& comparison) {
  std::string text;
  if (comparison.unpaired > 0)
    text += fmt::format("  left out: {} without a partner of the same point, seed and replication\n",
                        count_noun(static_cast<std::int64_t>(comparison.unpaired), "run"));
  if (comparison.unfinished > 0)
    text += fmt::format("  left out: {} of which a run did not finish\n",
                        count_noun(static_cast<std::int64_t>(comparison.unfinished), "pair"));
  return text;
}

class CompareVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  std::vector<std::string> sides_;  // Result databases, maybe with :WHICH; one or two.
  AnswerForm form_;
};

void CompareVerb::declare(Options& options) {
  options.words("results", sides_,
                "A and B: result databases, each with its only scenario or sweep, or FILE.db:RUN,\n"
                "FILE.db:NAME or FILE.db:HASH for one of several, FILE.db:PATH=VALUE for points of a\n"
                "sweep; or one file that holds two",
                "FILE.db[:WHICH] [FILE.db[:WHICH]]");
  options.footer(std::string("Runs of the same point, seed and replication are compared pair by pair.\n\n"
                             "Example:\n  headrace compare results/first_run.db:1 results/first_run.db:9\n"
                             "  headrace compare osts.db:ost.count=4 osts.db:ost.count=8\n\n") +
                 kExitCodes);
  form_.declare(options);
}

void CompareVerb::finish() {
  if (sides_.empty()) throw UsageError("'compare' needs one or two result databases");
  if (sides_.size() > 2) throw UsageError("'compare' takes two sides; '" + sides_[2] + "' is one too many");
}

ExitCode CompareVerb::run(const Streams& streams) {
  const Sides sides = sides_of(sides_);
  const RunComparison comparison = compare_runs(sides.runs_a, sides.runs_b, sides.axes.shared);
  if (comparison.headlines.empty()) refuse(comparison, sides);
  if (form_.json) {
    streams.out.write(json_text(comparison_tree(sides, comparison)));
    return ExitCode::ok;
  }
  streams.out.write(wrap(Style(streams.out_colour()).bold(comparison.sentence), {}, 2));
  if (form_.quiet) return ExitCode::ok;
  for (const std::string& sentence : comparison.job_sentences) streams.out.write(wrap(sentence, "  ", 4));
  if (has_published_error(sides, comparison)) streams.out.write(wrap(how_sure_of_ratio(), "  ", 4));
  streams.out.write(side_text("A", sides.a) + side_text("B", sides.b) + left_out_text(comparison) +
                    run_comparison_tables(comparison, form_.verbose) + config_text(sides, form_.verbose));
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<Verb> compare_verb() { return std::make_unique<CompareVerb>(); }

}  // namespace headrace
