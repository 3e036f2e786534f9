#include "analysis/page/json.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/answer/answer.h"
#include "analysis/answer/latency.h"
#include "analysis/answer/model_error.h"
#include "analysis/answer/replications.h"
#include "analysis/errors.h"
#include "analysis/figures/figures.h"
#include "analysis/words.h"
#include "models/jobs/checkpoint/figures.h"
#include "models/jobs/inference/inference_result.h"
#include "models/jobs/training/figures.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

double seconds(Time time) { return time.since_start().in_seconds(); }

Json span_tree(const SpanResult& span) {
  Json tree = {{"number", span.number},
               {"start_seconds", seconds(span.start)},
               {"seconds", (span.end - span.start).in_seconds()}};
  if (span.bytes > Bytes()) tree["bytes"] = span.bytes.count();
  return tree;
}

Json checkpoint_tree(const SpanResult& span) {
  Json tree = span_tree(span);
  tree["all_seconds"] = time_of_all(span).in_seconds();
  if (is_durable(span)) tree["durable_seconds"] = seconds(span.durable);
  tree["kind"] = span.read ? "load" : "save";
  if (span.read) tree["bytes_from_storage"] = span.from_storage.count();
  return tree;
}

// Returns null for an epoch that an older headrace stored.
Json step_time_tree(const std::optional<StepTime>& time) {
  if (!time) return {};
  return {{"simulated_steps", time->simulated},
          {"batches_in_hand", time->ahead},
          {"half_width", value_or_null(time->half_width)}};
}

Json epoch_tree(const EpochResult& epoch) {
  Json tree = {{"epoch", epoch.epoch},
               {"start_seconds", seconds(epoch.start)},
               {"seconds", (epoch.end - epoch.start).in_seconds()},
               {"steps", epoch.steps},
               {"au_percent", value_or_null(epoch.au_percent)},
               {"samples_per_second", value_or_null(epoch.samples_per_second)},
               {"mib_per_second", value_or_null(epoch.mib_per_second)},
               {"first_batch_mean_seconds", epoch.first_batch_mean.in_seconds()},
               {"first_batch_max_seconds", epoch.first_batch_max.in_seconds()},
               {"bytes_delivered", epoch.delivered.count()},
               {"bytes_from_storage", epoch.from_storage.count()},
               {"step_time", step_time_tree(epoch.step_time)},
               {"blocks", Json::array()},
               {"checkpoints", Json::array()},
               {"evaluations", Json::array()}};
  for (const SpanResult& span : epoch.blocks) tree["blocks"].push_back(span_tree(span));
  for (const SpanResult& span : epoch.checkpoints) tree["checkpoints"].push_back(checkpoint_tree(span));
  for (const SpanResult& span : epoch.evaluations) tree["evaluations"].push_back(span_tree(span));
  return tree;
}

// Returns the share of all ranks' time that went to each activity of each cause.
std::map<std::pair<std::string, std::string>, double> shares_of_activities(const JobResult& job,
                                                                           double total) {
  std::map<std::pair<std::string, std::string>, double> shares;
  for (const TimeBudgetRow& row : job.time_budget)
    if (row.activity != Activity::none && total > 0)
      shares[{std::string(word(row.cause)), std::string(word(row.activity))}] +=
          row.spent.in_seconds() / total;
  return shares;
}

// Writes per cause the mean and longest over ranks, the share of all time, and each rank's own.
Json time_budget_tree(const JobResult& job) {
  const std::vector<TimeBudgetRow> rows = by_cause(job.time_budget);
  std::int64_t ranks = 0;
  double total = 0;
  for (const TimeBudgetRow& row : rows) {
    ranks = std::max(ranks, row.rank + 1);
    total += row.spent.in_seconds();
  }
  Json tree = Json::object();
  for (const TimeBudgetRow& row : rows) {
    Json& cause = tree[std::string(word(row.cause))];
    if (cause.is_null()) cause["rank_seconds"] = std::vector<double>(static_cast<std::size_t>(ranks), 0.0);
    cause["rank_seconds"][static_cast<std::size_t>(row.rank)] = row.spent.in_seconds();
  }
  for (Json& cause : tree) {
    const auto spent = cause["rank_seconds"].get<std::vector<double>>();
    const double mean = mean_of(spent);
    Json ordered = {{"mean_seconds", mean},
                    {"max_seconds", *std::max_element(spent.begin(), spent.end())},
                    {"share", total > 0 ? mean * static_cast<double>(ranks) / total : 0.0},
                    {"rank_seconds", spent}};
    cause = std::move(ordered);
  }
  for (const auto& [name, share] : shares_of_activities(job, total))
    if (share > 0) tree[name.first]["activities"][name.second] = share;
  return tree;
}

Json headline_tree(const JobResult& job, const Answer& answer) {
  return {{"answer", answer.sentence},
          {"limited_by", answer.limitation.by},
          {"help", answer.help},
          {"caches", answer.caches},
          {"short_epochs", answer.short_epochs},
          {"start_up", answer.start_up},
          {"simulated_steps", answer.simulated_steps},
          {"kind", job.kind},
          {"model", job.model},
          {"dlio_version", job.dlio_version},
          {"accelerator", job.accelerator},
          {"nodes", job.nodes},
          {"accelerators", job.accelerators},
          {"state", kJobStates[static_cast<std::size_t>(job.state)]}};
}

// Writes the benchmark's target, which belongs to a job that trains.
void set_target(Json& tree, const JobResult& job) {
  if (job.au_threshold_percent <= 0) return;
  tree["au_threshold_percent"] = job.au_threshold_percent;
  const std::optional<bool> passes = passes_au(job);
  tree["au_passes"] = passes ? Json(*passes) : Json();
}

// Writes how far off the utilisation may be; null where no published run was predicted so low.
void set_model_interval(Json& tree, const JobResult& job) {
  Json& written = tree["model_interval"];
  const std::optional<ModelInterval> interval = model_interval(*job.au_percent);
  if (!interval) return;
  written = {{"figure", "au_percent"},
             {"low_90", interval->low},
             {"high_90", interval->high},
             {"runs", interval->runs},
             {"families", interval->families}};
  if (job.au_threshold_percent > 0) written["target_share"] = interval->above(job.au_threshold_percent);
}

Json no_effect_tree(const JobResult& job) {
  Json list = Json::array();
  for (const NoEffect& key : job.no_effect) list.push_back({{"key", key.key}, {"reason", key.reason}});
  return list;
}

// Sets a figure of the job's kind under its path: "cache.hit_rate" becomes cache: {hit_rate: …}.
void set_figure(Json& tree, std::string_view path, const Json& value) {
  const std::size_t dot = path.find('.');
  Json& entry = tree[std::string(path.substr(0, dot))];
  if (dot == std::string_view::npos)
    entry = value;
  else
    set_figure(entry, path.substr(dot + 1), value);
}

// Sets a figure by what it is worth: what is not defined is null; what was not measured is named under
// "validity".
void set_valid_figure(Json& tree, const Figure& figure) {
  set_figure(tree, figure.row->path, figure.validity == Validity::not_defined ? Json() : Json(figure.value));
  if (figure.validity != Validity::measured)
    tree["validity"][figure.path()] = kValidities[static_cast<std::size_t>(figure.validity)];
}

// Words that are no figures.
void set_words(Json& tree, const JobResult& job) {
  if (job.cache) {
    tree["cache"]["policy"] = job.cache->policy;
    tree["cache"]["tier"] = job.cache->tier;
  }
  if (job.tiers) {
    tree["tiers"]["above"] = job.tiers->above;
    tree["tiers"]["below"] = job.tiers->below;
  }
  if (job.places)
    for (const PlacesResult::Of& place : job.places->all)
      tree["places"][place.purpose].push_back(place.file_system);
  if (job.mixture)
    for (const MixtureResult::Set& set : job.mixture->sets)
      tree["mixture"]["sets"][set.name] = {
          {"file_system", set.file_system},   {"share", set.share},
          {"samples", set.samples},           {"epochs", set.epochs},
          {"bytes_given", set.given.count()}, {"bytes_from_storage", set.from_storage.count()}};
  if (job.shuffle) tree["shuffle"]["policy"] = job.shuffle->policy;
  if (const auto* const inference = job.find<InferenceResult>()) tree["inference"]["mode"] = inference->mode;
  if (job.failure) tree["failure"]["node"] = job.failure->node;
}

Json job_tree(const RunResult& run, std::size_t index, const Answer& answer, const JsonContext& context) {
  const JobResult& job = run.jobs[index];
  Json tree = headline_tree(job, answer);
  set_words(tree, job);
  set_target(tree, job);
  if (!answer.sure.empty() && !context.calibrated) set_model_interval(tree, job);
  for (const Figure& figure : figures_of_job(run, index)) set_valid_figure(tree, figure);
  tree["start_seconds"] = seconds(job.start);
  tree["files_train"] = job.files_train;
  tree["files_evaluation"] = job.files_evaluation;
  if (!job.mixture) tree["samples_per_file"] = job.samples_per_file;
  tree["checkpoint_bytes"] = job.checkpoint_size.count();
  tree["epochs"] = Json::array();
  for (const EpochResult& epoch : job.epochs) tree["epochs"].push_back(epoch_tree(epoch));
  tree["checkpoints"] = Json::array();
  for (const SpanResult& span : job.checkpoints) tree["checkpoints"].push_back(checkpoint_tree(span));
  tree["time_budget"] = time_budget_tree(job);
  tree["no_effect"] = no_effect_tree(job);
  return tree;
}

Json resources_tree(const RunResult& run) {
  Json tree = Json::object();
  for (const ResourceResult& resource : run.resources)
    tree[resource.name] = {{"kind", resource.disturbed     ? "slowed"
                                    : resource.concurrency ? "concurrency"
                                                           : "capacity"},
                           {"instances", resource.instances},
                           {"utilisation_mean", resource.utilisation_mean},
                           {"utilisation_max", resource.utilisation_max},
                           {"advice", resource.advice}};
  return tree;
}

Json latencies_tree(const RunResult& run) {
  Json list = Json::array();
  for (const LatencyRow& row : latencies_of(run.rows))
    list.push_back({{"component", row.component},
                    {"metric", row.metric},
                    {"instances", row.instances},
                    {"count", row.count},
                    {"p50_seconds", row.p50.in_seconds()},
                    {"p99_seconds", row.p99.in_seconds()},
                    {"max_seconds", row.max.in_seconds()}});
  return list;
}

Json run_tree(const RunResult& run, const JsonContext& context) {
  const std::vector<Answer> answers = answers_of({&run, 1});
  Json tree = {{"schema", kResultSchema},
               {"scenario", run.scenario},
               {"scenario_hash", run.scenario_hash},
               {"seed", run.seed},
               {"replication", run.replication},
               {"revision", context.revision},
               {"outcome", outcome_word(run.outcome.end)},
               {"fingerprint", fingerprint_text(run.outcome.fingerprint)},
               {"events", run.outcome.events},
               {"simulated_seconds", seconds(run.outcome.at)},
               {"answer", answers.empty() ? "" : answers.front().sentence},
               {"jobs", Json::object()}};
  for (std::size_t i = 0; i < run.jobs.size(); ++i)
    tree["jobs"][run.jobs[i].name] = job_tree(run, i, answers[i], context);
  tree["resources"] = resources_tree(run);
  tree["latencies"] = latencies_tree(run);
  tree["still_waiting"] = run.outcome.still_waiting;
  return tree;
}

Json spread_tree(const Spread& spread) {
  return {{"mean", spread.mean},    {"stdev", spread.stdev}, {"low_95", spread.low},
          {"high_95", spread.high}, {"min", spread.least},   {"max", spread.greatest}};
}

Json joint_tree(std::span<const RunResult> runs, const JsonContext& context) {
  const RunResult& first = runs.front();
  const std::vector<Answer> answers = answers_of(runs);
  Json tree = {{"schema", kResultSchema},
               {"scenario", first.scenario},
               {"scenario_hash", first.scenario_hash},
               {"seed", first.seed},
               {"revision", context.revision},
               {"outcome", outcome_word(joint_outcome(runs).end)},
               {"answer", answers.empty() ? "" : answers.front().sentence},
               {"jobs", Json::object()}};
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const JobResult job = averaged_job(runs, i);
    Json& entry = tree["jobs"][job.name] = headline_tree(job, answers[i]);
    set_words(entry, job);
    set_target(entry, job);
    if (!answers[i].sure.empty() && !context.calibrated) set_model_interval(entry, job);
    for (const Figure& figure : figures_of_job(representative(runs), i)) {
      const Spread spread = figure_over(runs, i, figure.row->path);
      if (spread.count == 0) {
        set_valid_figure(entry, figure);
        continue;
      }
      set_figure(entry, figure.row->path, spread.mean);
      set_figure(entry["spread"], figure.row->path, spread_tree(spread));
    }
    entry["no_effect"] = no_effect_tree(job);
  }
  tree["still_waiting"] = joint_outcome(runs).still_waiting;
  tree["replications"] = Json::array();
  for (const RunResult& run : runs) tree["replications"].push_back(run_tree(run, context));
  return tree;
}

// Writes the runs of each job by itself, under its name: as an object of their own each.
Json alone_tree(std::span<const RunResult> runs, const JsonContext& context) {
  Json tree = Json::object();
  for (const JobResult& job : runs.front().jobs) {
    std::vector<RunResult> alone;
    for (const RunResult& run : runs)
      std::copy_if(run.alone.begin(), run.alone.end(), std::back_inserter(alone), [&](const RunResult& one) {
        return one.jobs.size() == 1 && one.jobs[0].name == job.name;
      });
    if (!alone.empty())
      tree[job.name] = result_tree(alone, {context.revision, context.database, {}, context.calibrated});
  }
  return tree;
}

// Throws where a number is not finite: the library would write it as null, and nobody would notice.
void check_finite(const Json& tree) {
  if (tree.is_number_float() && !std::isfinite(tree.get<double>()))
    throw InternalError("a result that is not a finite number was about to be written as JSON");
  if (tree.is_structured())
    for (const Json& item : tree) check_finite(item);
}

}  // namespace

nlohmann::ordered_json value_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json result_tree(std::span<const RunResult> runs, const JsonContext& context) {
  Json tree = runs.size() == 1 ? run_tree(runs.front(), context) : joint_tree(runs, context);
  if (Json alone = alone_tree(runs, context); !alone.empty()) tree["alone"] = std::move(alone);
  tree["database"] = context.database;
  tree["dlio_output"] = context.dlio_folder;
  return tree;
}

std::string json_text(const Json& tree, int indent) {
  check_finite(tree);
  // Names come from the user's file: bytes that are not UTF-8 are replaced rather than refused at the very
  // end.
  return tree.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace headrace
