#include "analysis/page/dlio_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/page/json.h"
#include "analysis/statistics/spread.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kGibi = 1024.0 * 1024.0 * 1024.0;
constexpr double kMebi = 1024.0 * 1024.0;

double gibibytes(Bytes bytes) { return static_cast<double>(bytes.count()) / kGibi; }

// Returns a figure of each epoch. Where DLIO's rule gives none (it counts no step), DLIO writes zero or less;
// here that is zero.
std::vector<double> over_epochs(const JobResult& job, std::optional<double> EpochResult::* figure) {
  std::vector<double> values;
  for (const EpochResult& epoch : job.epochs) values.push_back((epoch.*figure).value_or(0));
  return values;
}

void add_training(Json& metric, const JobResult& job, Bytes record_length) {
  const auto au = over_epochs(job, &EpochResult::au_percent);
  const auto rate = over_epochs(job, &EpochResult::samples_per_second);
  const double mebibytes = static_cast<double>(record_length.count()) / kMebi;
  metric["train_au_percentage"] = au;
  metric["train_au_mean_percentage"] = mean_of(au);
  metric["train_au_meet_expectation"] = mean_of(au) >= job.au_threshold_percent ? "success" : "fail";
  metric["train_au_stdev_percentage"] = population_stdev_of(au);
  metric["train_throughput_samples_per_second"] = rate;
  metric["train_throughput_mean_samples_per_second"] = mean_of(rate);
  metric["train_throughput_stdev_samples_per_second"] = population_stdev_of(rate);
  metric["train_io_mean_MB_per_second"] = mean_of(rate) * mebibytes;
  metric["train_io_stdev_MB_per_second"] = population_stdev_of(rate) * mebibytes;
}

std::vector<SpanResult> checkpoints_of(const JobResult& job) {
  std::vector<SpanResult> spans = job.checkpoints;
  for (const EpochResult& epoch : job.epochs)
    spans.insert(spans.end(), epoch.checkpoints.begin(), epoch.checkpoints.end());
  return spans;
}

double throughput(const SpanResult& span) {
  const double seconds = (span.end - span.start).in_seconds();
  return seconds > 0 ? gibibytes(span.bytes) / seconds : 0;
}

void add_checkpoints(Json& metric, const JobResult& job, bool read, const std::string& prefix) {
  std::vector<double> rates;
  std::vector<double> durations;
  for (const SpanResult& span : checkpoints_of(job)) {
    if (span.read != read) continue;
    rates.push_back(throughput(span));
    durations.push_back((span.end - span.start).in_seconds());
  }
  if (rates.empty()) return;
  metric[prefix + "_checkpoint_io_mean_GB_per_second"] = mean_of(rates);
  metric[prefix + "_checkpoint_io_stdev_GB_per_second"] = population_stdev_of(rates);
  metric[prefix + "_checkpoint_duration_mean_seconds"] = mean_of(durations);
  metric[prefix + "_checkpoint_duration_stdev_seconds"] = population_stdev_of(durations);
}

void add_hosts(Json& summary, const JobResult& job, const DlioMachine& machine) {
  const auto hosts = static_cast<std::size_t>(std::max<std::int64_t>(job.nodes, 0));
  const double memory = gibibytes(machine.memory_per_node);
  const double samples = static_cast<double>(job.files_train) * static_cast<double>(job.samples_per_file);
  const double all = job.mixture ? machine.mixture_gibibytes : samples * gibibytes(machine.record_length);
  const double data = hosts == 0 ? 0 : all / static_cast<double>(hosts);
  summary["host_cpu_count"] = std::vector<std::int64_t>(hosts, machine.cores_per_node);
  summary["host_processor_name"] = "simulated";
  // DLIO's own rule: a host whose memory exceeds its share of the data may cache it.
  summary["potential_caching"] = std::vector<int>(hosts, memory > data ? 1 : 0);
  summary.update(dlio_host(machine));
  summary["host_memory_GB"] = std::vector<double>(hosts, memory);
  summary["data_size_per_host_GB"] = data;
}

Json interval(Time start, Time end) {
  // DLIO writes durations as texts.
  return {{"start", dlio_timestamp(start)},
          {"end", dlio_timestamp(end)},
          {"duration", fmt::format("{:.2f}", (end - start).in_seconds())}};
}

struct NamedSpan {
  std::string name;
  SpanResult span;
  bool checkpoint = false;
};

void add_spans(Json& entry, std::vector<NamedSpan> spans, bool with_throughput) {
  std::stable_sort(spans.begin(), spans.end(),
                   [](const NamedSpan& a, const NamedSpan& b) { return a.span.start < b.span.start; });
  for (const NamedSpan& named : spans) {
    entry[named.name] = interval(named.span.start, named.span.end);
    if (named.checkpoint && with_throughput) entry[named.name]["throughput"] = throughput(named.span);
  }
}

std::string checkpoint_name(const JobResult& job, const SpanResult& span) {
  const char* const kind = has_old_names(job) ? "ckpt" : span.read ? "load_ckpt" : "save_ckpt";
  return kind + std::to_string(span.number);
}

// Writes an epoch in the order of the real file: its start, what happened, its end.
Json epoch_entry(const JobResult& job, Time start, Time end, const std::vector<NamedSpan>& spans) {
  const Json whole = interval(start, end);
  Json entry = {{"start", whole["start"]}};
  add_spans(entry, spans, !has_old_names(job));
  entry["end"] = whole["end"];
  entry["duration"] = whole["duration"];
  return entry;
}

}  // namespace

DlioVersion dlio_version_of(const JobResult& job) {
  const auto found = std::find(std::begin(kDlioVersions), std::end(kDlioVersions), job.dlio_version);
  return static_cast<DlioVersion>(found - std::begin(kDlioVersions));
}

bool has_old_names(const JobResult& job) { return is_old(dlio_version_of(job)); }

Json dlio_host(const DlioMachine& machine) {
  Json host;
  host["host_cpuinfo"] = Json::object();
  host["host_meminfo"] = Json::object();
  if (machine.memory_per_node > Bytes())
    host["host_meminfo"]["MemTotal"] = fmt::format("{} kB", machine.memory_per_node.count() / 1024);
  return host;
}

DlioMachine dlio_machine(const Scenario& scenario, const std::string& job) {
  DlioMachine machine;
  for (const auto& [name, spec] : scenario.jobs) {
    if (name != job) continue;
    machine.node_group = spec.nodes.group;
    const WorkloadSpec* const work = spec.workload();
    if (work == nullptr) continue;
    machine.record_length = work->record_length();
    machine.dlio = spec.dlio;
    machine.overrides = spec.overrides;
    machine.work = *work;
    machine.samples_of_step = samples_of_replica(spec);
    if (!work->mixture) continue;
    for (const TrainingSet& set : work->training_sets())
      machine.mixture_gibibytes += static_cast<double>(set.data.files) *
                                   static_cast<double>(set.data.samples_per_file) *
                                   gibibytes(set.data.record_length);
  }
  for (const auto& [name, node] : scenario.platform.nodes) {
    if (name != machine.node_group) continue;
    machine.cores_per_node = node.cores;
    machine.memory_per_node = node.memory;
  }
  return machine;
}

std::string dlio_timestamp(Time time) {
  using namespace std::chrono;
  const microseconds since(time.ns() / 1000);
  const days day = floor<days>(since);
  const year_month_day date{sys_days(day)};
  const hh_mm_ss<microseconds> clock(since - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

Json dlio_summary(const JobResult& job, const DlioMachine& machine) {
  Json summary;
  summary["start"] = dlio_timestamp(job.start);
  summary["num_accelerators"] = job.accelerators;
  summary["num_hosts"] = job.nodes;
  summary["hostname"] = (machine.node_group.empty() ? std::string("node") : machine.node_group) + "-0";
  Json& metric = summary["metric"] = Json::object();
  if (!job.epochs.empty()) add_training(metric, job, machine.record_length);
  if (!has_old_names(job)) {
    add_checkpoints(metric, job, false, "save");
    add_checkpoints(metric, job, true, "load");
    if (job.checkpoint_size > Bytes()) metric["checkpoint_size_GB"] = gibibytes(job.checkpoint_size);
  }
  summary["num_files_train"] = job.files_train;
  summary["num_files_eval"] = job.files_evaluation;
  summary["num_samples_per_file"] = job.samples_per_file;
  add_hosts(summary, job, machine);
  summary["epochs"] = job.epochs.size();
  summary["end"] = dlio_timestamp(job.end);
  return summary;
}

Json dlio_per_epoch_stats(const JobResult& job) {
  Json stats = Json::object();
  for (const EpochResult& epoch : job.epochs) {
    std::vector<NamedSpan> spans;
    for (const SpanResult& span : epoch.blocks)
      spans.push_back({"block" + std::to_string(span.number), span});
    for (const SpanResult& span : epoch.checkpoints)
      spans.push_back({checkpoint_name(job, span), span, true});
    for (const SpanResult& span : epoch.evaluations) spans.push_back({"eval", span});
    stats[std::to_string(epoch.epoch)] = epoch_entry(job, epoch.start, epoch.end, spans);
  }
  if (job.epochs.empty() && !job.checkpoints.empty()) {
    std::vector<NamedSpan> spans;
    for (const SpanResult& span : job.checkpoints) spans.push_back({checkpoint_name(job, span), span, true});
    stats["1"] = epoch_entry(job, job.start, job.end, spans);
  }
  return stats;
}

}  // namespace headrace
