#include "scenarios/loader/benchmarks/dlio_run_reader.h"

#include <algorithm>

#include "scenarios/loader/benchmarks/benchmark_forms.h"
#include "scenarios/loader/benchmarks/dlio_run_checks.h"
#include "scenarios/loader/benchmarks/output_json.h"
#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/dlio/dlio.h"
#include "scenarios/loader/text/file_finder.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::int64_t kMostDlioEpochs = 100'000;  // [assumed] More than anybody trains.

Mark top_of(const std::shared_ptr<const SourceText>& source) { return Mark{source, 1, 1}; }

// Returns the only map of a file of DLIO's, which may break off at its end.
std::optional<JsonText> only_json(const std::shared_ptr<const SourceText>& source) {
  std::vector<JsonText> texts = json_texts(source);
  if (texts.empty()) return std::nullopt;
  return std::move(texts.front());
}

// Returns a count; DLIO and the tools around it write some in quotes.
std::int64_t count_at(const Tree& tree, std::string_view path) {
  return output_count(json_text_at(tree, path)).value_or(0);
}

bool has_any(const Tree* list) {
  return list != nullptr && std::any_of(list->items.begin(), list->items.end(), [](const Tree& item) {
           return finite_number(item.scalar).value_or(0) > 0;
         });
}

// Returns the words of a line of comma-separated numbers.
std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t end = line.find(',');
    cells.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

DlioRunReader::DlioRunReader(std::string name, const OutputChoice& choice, DlioRunsRead& into)
    : choice_(choice), into_(into) {
  run_.name = std::move(name);
}

void DlioRunReader::drop(const Mark& mark, std::string why) {
  if (choice_.is_strict)
    into_.problems.add(mark, "E0722", why).with_help("without --strict such a record is dropped and told");
  into_.dropped.add(mark, std::move(why));
}

DlioEpoch& DlioRunReader::epoch(std::size_t index) {
  if (run_.epochs.size() <= index) run_.epochs.resize(index + 1);
  return run_.epochs[index];
}

DlioWaits& DlioRunReader::waits_of(std::int64_t rank) {
  const auto at =
      std::lower_bound(run_.ranks.begin(), run_.ranks.end(), rank,
                       [](const DlioRankWaits& of, std::int64_t other) { return of.rank < other; });
  if (at != run_.ranks.end() && at->rank == rank) return at->waits;
  return run_.ranks.insert(at, {rank, {}})->waits;
}

void DlioRunReader::read(DlioFileKind kind, std::int64_t rank,
                         const std::shared_ptr<const SourceText>& source) {
  if (!any_.source) any_ = top_of(source);
  switch (kind) {
    case DlioFileKind::summary: return read_summary(source);
    case DlioFileKind::epochs: return read_epochs(source);
    case DlioFileKind::rank: return read_rank(rank, source);
    case DlioFileKind::waits: return read_waits(source);
    case DlioFileKind::config: config_ = source; return;
    case DlioFileKind::overrides: overrides_ = source; return;
    case DlioFileKind::report: return;
  }
}

void DlioRunReader::read_summary(const std::shared_ptr<const SourceText>& source) {
  const std::optional<JsonText> json = only_json(source);
  const Tree* const metric = json ? json_at(json->tree, "metric") : nullptr;
  if (json && json->broken)
    drop(*json->broken, "here the summary is no JSON any more: the run was cut short");
  if (metric == nullptr || metric->kind != Tree::Kind::map)
    return drop(top_of(source), "this is no summary of DLIO: it has no map 'metric'");
  run_.mark = top_of(source);
  run_.nodes = count_at(json->tree, "num_hosts");
  run_.accelerators = count_at(json->tree, "num_accelerators");
  run_.files = count_at(json->tree, "num_files_train");
  run_.samples_per_file = count_at(json->tree, "num_samples_per_file");
  run_.may_be_cached = has_any(json_at(json->tree, "potential_caching"));
  read_metric(*metric);
}

void DlioRunReader::add_figure(const Tree& metric, std::string_view key, std::string_view figure) {
  const Tree::Entry* const entry = metric.find(key);
  if (entry == nullptr) return;
  const std::optional<double> value = json_number(metric, key);
  if (!value || *value <= 0)
    return drop(entry->key_mark, "metric." + std::string(key) + " is no number above zero");
  run_.figures.push_back({figure, *value, entry->key_mark, std::string(key) + " " + number_text(*value)});
}

void DlioRunReader::read_metric(const Tree& metric) {
  add_figure(metric, "train_au_mean_percentage", "au_percent");
  add_figure(metric, "train_throughput_mean_samples_per_second", "samples_per_second");
  run_.mebibytes_per_second = std::max(0.0, json_number(metric, "train_io_mean_MB_per_second").value_or(0));
  run_.has_failed = json_text_at(metric, "train_au_meet_expectation") == "fail";
  const auto take = [&](std::string_view key, std::optional<double> DlioEpoch::* figure) {
    const Tree* const list = json_at(metric, key);
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->items.size() && i < kMostDlioEpochs; ++i)
      epoch(i).*figure = finite_number(list->items[i].scalar);
  };
  take("train_au_percentage", &DlioEpoch::au_percent);
  take("train_throughput_samples_per_second", &DlioEpoch::samples_per_second);
}

void DlioRunReader::read_epochs(const std::shared_ptr<const SourceText>& source) {
  const std::optional<JsonText> json = only_json(source);
  if (!json) return drop(top_of(source), "this has no times of epochs as DLIO writes them");
  if (json->broken) drop(*json->broken, "here it is no JSON any more: the run was cut short");
  for (const Tree::Entry& entry : json->tree.entries) {
    const std::optional<std::int64_t> number = whole_number(entry.key);
    if (!number || *number < 1 || *number > kMostDlioEpochs) {
      drop(entry.key_mark, in_quotes(entry.key) + " is no number of an epoch");
      continue;
    }
    const std::optional<double> seconds = json_number(entry.value, "duration");
    if (!seconds || *seconds < 0) {
      drop(entry.key_mark, "epoch " + entry.key + " has no duration: the run was cut short");
      continue;
    }
    DlioEpoch& of = epoch(static_cast<std::size_t>(*number - 1));
    of.seconds = *seconds;
    for (const Tree::Entry& part : entry.value.entries)
      if (part.key.find("ckpt") != std::string::npos)
        of.checkpoint_seconds += std::max(0.0, json_number(part.value, "duration").value_or(0));
  }
}

void DlioRunReader::read_rank(std::int64_t rank, const std::shared_ptr<const SourceText>& source) {
  const RankWaits read = waits_of_rank(source->text);
  if (!read.waits)
    return drop(top_of(source), read.is_json
                                    ? "it has no times of steps as DLIO writes them: the key load of "
                                      "each epoch, with a list of seconds for each block"
                                    : "it is no JSON: the run was cut short");
  if (!waits_.source) waits_ = top_of(source);
  waits_of(rank).add(*read.waits);
}

void DlioRunReader::read_waits(const std::shared_ptr<const SourceText>& source) {
  constexpr std::string_view kHeader[] = {"rank", "epoch", "step", "load_s"};
  OutputLines lines(source->text);
  const std::vector<std::string_view> header = lines.next() ? cells_of(lines.line()) : cells_of("");
  if (!std::equal(header.begin(), header.end(), std::begin(kHeader), std::end(kHeader)))
    return drop(top_of(source), "the columns of times of steps are rank,epoch,step,load_s");
  waits_ = top_of(source);
  while (lines.next()) {
    if (trimmed(lines.line()).empty()) continue;
    const std::vector<std::string_view> cells = cells_of(lines.line());
    const auto rank = output_count(cells.front());
    const auto step = cells.size() == 4 ? output_count(cells[2]) : std::nullopt;
    const auto seconds = cells.size() == 4 ? finite_number(cells[3]) : std::nullopt;
    if (!rank || !step || !seconds || *seconds < 0) {
      drop(Mark{source, lines.number(), 1}, "a rank, an epoch, a step and its seconds are expected");
      continue;
    }
    DlioWaits& waits = waits_of(*rank);
    (*step == 0 ? waits.first : waits.others).push_back(*seconds);
  }
}

void DlioRunReader::read_workload() {
  if (!config_) return;
  Problems problems;
  std::vector<std::string> overrides;
  if (overrides_) read_dlio_overrides(overrides_->text, overrides_->file, overrides, problems);
  run_.version = spelled_version(config_->text);
  WorkloadSpec workload;
  std::vector<NoEffect> no_effect;
  const std::vector<Mark> marks(overrides.size(), Mark{overrides_ ? overrides_ : config_});
  if (read_dlio(config_->text, config_->file, run_.version.value_or(DlioVersion::v2_0), overrides, marks,
                workload, no_effect, problems) &&
      !problems.has_errors()) {
    run_.workload = std::move(workload);
    return;
  }
  for (const Problem& problem : problems.all())
    if (problem.severity == Severity::error)
      return drop(problem.mark, "the configuration says nothing then: " + problem.sentence);
}

void DlioRunReader::add_wait_figures() {
  DlioWaits all;
  for (const DlioRankWaits& rank : run_.ranks) all.add(rank.waits);
  const auto ranks = static_cast<std::int64_t>(run_.ranks.size());
  const bool is_whole = ranks == run_.accelerators;
  for (const std::string_view figure : {"first_batch_seconds", "step_wait_ms.p50", "step_wait_ms.p99"}) {
    const std::optional<double> value = figure_of_waits(figure, all);
    if (!value || *value <= 0) continue;
    run_.figures.push_back({figure, *value, waits_,
                            "load of " + std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks"),
                            is_whole && figure != "step_wait_ms.p99"});
  }
  if (ranks > 0 && !is_whole)
    run_.notes.push_back("waits are those of " + std::to_string(ranks) + " of " +
                         std::to_string(run_.accelerators) + " ranks, and not fitted");
}

void DlioRunReader::finish() {
  if (!run_.mark.source) {
    if (any_.source)
      drop(any_, "run " + in_quotes(run_.name) + " has no summary.json that can be read: did it end?");
    return;
  }
  const bool has_trained = std::any_of(run_.figures.begin(), run_.figures.end(), [](const OutputFigure& of) {
    return of.name == "au_percent" || of.name == "samples_per_second";
  });
  if (!has_trained)
    return into_.left.add(run_.mark, "the run did not train: its metric has no train_au_mean_percentage");
  constexpr std::int64_t kMostNodes = 1'000'000, kMostOfNode = 1024;  // Bounds of a job's fields.
  if (run_.nodes < 1 || run_.accelerators < 1 || run_.nodes > kMostNodes)
    return drop(run_.mark, "num_hosts and num_accelerators are no numbers above zero");
  if (run_.accelerators % run_.nodes != 0 || run_.accelerators_per_node() > kMostOfNode)
    return into_.left.add(run_.mark, std::to_string(run_.accelerators) + " accelerators on " +
                                         std::to_string(run_.nodes) +
                                         " hosts: a job has as many on each of its nodes, and 1024 at most");
  read_workload();
  add_wait_figures();
  check_dlio_run(run_, choice_, into_.problems);
  into_.runs.push_back(std::move(run_));
}

DlioRunsRead read_dlio_runs(std::span<const std::string> words, const OutputChoice& choice) {
  DlioRunsRead read;
  DlioFiles found = find_dlio_files(words);
  read.problems.absorb(found.problems, "");
  read.left = std::move(found.left);
  for (const DlioRunFiles& run : found.runs) {
    if (read.problems.has_errors()) return read;
    DlioRunReader reader(run.name, choice, read);
    for (const DlioFile& file : run.files)
      if (const auto text = FileFinder::read(file.path, read.problems, kLongestOutput))
        reader.read(file.kind, file.rank, output_text(text->text, file.path));
    reader.finish();
  }
  for (const DlioFile& report : found.reports)
    read.left.add(Mark{std::make_shared<const SourceText>(SourceText{report.path, {}}), 1, 1},
                  "a report of several runs does not tell their hosts: import the folders of the runs");
  if (!read.runs.empty() || read.problems.has_errors()) return read;
  Problem& none = read.problems.add(Mark{std::make_shared<const SourceText>(SourceText{words.front(), {}})},
                                    "E0724", "no run of DLIO that trains was measured there");
  const OutputPlaces& why = read.dropped.first.empty() ? read.left : read.dropped;
  if (!why.first.empty()) none.with_help(why.first.front().mark.source->file + ": " + why.first.front().why);
  return read;
}

}  // namespace headrace
