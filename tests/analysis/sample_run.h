// A made-up run with numbers that are easy to recognise: the fixed rows that the tests of analysis/ read.
#pragma once

#include <string>
#include <vector>

#include "scenarios/loader/run_result.h"

namespace headrace {

inline Time at_seconds(double seconds) { return Time::at(Duration::seconds(seconds)); }

inline SpanResult span_of(std::int64_t number, double start, double end, Bytes bytes = {},
                          bool read = false) {
  SpanResult span;
  span.number = number;
  span.start = at_seconds(start);
  span.end = span.all_end = at_seconds(end);
  span.bytes = bytes;
  span.read = read;
  if (read) span.from_storage = bytes;
  return span;
}

inline EpochResult epoch_of(std::int64_t number, double start, double end, double au,
                            double samples_per_second) {
  EpochResult epoch;
  epoch.epoch = number;
  epoch.start = at_seconds(start);
  epoch.end = at_seconds(end);
  epoch.steps = 571;
  epoch.au_percent = au;
  epoch.samples_per_second = samples_per_second;
  epoch.mib_per_second = samples_per_second * 146600628.0 / 1048576.0;
  epoch.first_batch_mean = Duration::seconds(0.2);
  epoch.first_batch_max = Duration::seconds(0.25);
  epoch.delivered = epoch.from_storage = Bytes::count(8'796'037'680'000);
  epoch.blocks = {span_of(1, start + 0.5, end)};
  return epoch;
}

// Seconds of each cause for a number of equal ranks; all waiting is for drives.
inline std::vector<TimeBudgetRow> budget_of(std::int64_t ranks, double compute, double storage,
                                            double barrier, double host, double checkpoint = 0,
                                            double evaluation = 0) {
  std::vector<TimeBudgetRow> rows;
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const auto add = [&](Cause cause, Activity activity, double seconds) {
      rows.push_back(TimeBudgetRow{rank, cause, activity, Duration::seconds(seconds)});
    };
    add(Cause::compute, Activity::none, compute);
    add(Cause::batch_wait, Activity::device, storage);
    add(Cause::barrier_wait, Activity::device, barrier);
    add(Cause::host, Activity::none, host);
    add(Cause::checkpoint, Activity::device, checkpoint);
    add(Cause::evaluation, Activity::none, evaluation);
  }
  return rows;
}

inline JobResult trained_job() {
  JobResult job;
  job.name = "train";
  job.model = "unet3d";
  job.dlio_version = "v1.0";
  job.accelerator = "H100";
  job.nodes = 5;
  job.accelerators = 15;
  job.files_train = 60000;
  job.samples_per_file = 1;
  job.au_percent = 91.9;
  job.au_threshold_percent = 90;
  job.samples_per_second = 294;
  job.samples_done = std::int64_t{2} * 571 * 15 * 7;
  job.record_length = Bytes::count(146600628);
  job.mib_per_second = 294 * 146600628.0 / 1048576.0;
  job.start = at_seconds(0);
  job.end = at_seconds(410);
  job.epochs = {epoch_of(1, 0, 204.5, 92.5, 296), epoch_of(2, 204.5, 410, 91.3, 292)};
  job.epochs[1].checkpoints = {span_of(1, 409.5, 410, Bytes::count(499153191))};
  job.time_budget = budget_of(15, 368.8, 2.4, 5.6, 32.7, 0.5);
  job.time_budget[3].spent = Duration::seconds(33.0);
  for (int i = 0; i < 100; ++i) job.step_wait.record(Duration::nanoseconds(2'000'000));
  job.no_effect = {{"train", "dataset.data_folder", "files are simulated, not stored"},
                   {"train", "profiling.profiler", "nothing is profiled"}};
  return job;
}

inline ResourceResult resource_of(std::string name, std::string advice, std::int64_t instances, double mean,
                                  double max, bool concurrency = false) {
  ResourceResult resource;
  resource.name = std::move(name);
  resource.advice = std::move(advice);
  resource.instances = instances;
  resource.activity = concurrency ? Activity::window : Activity::device;
  resource.utilisation_mean = mean;
  resource.utilisation_max = max;
  resource.concurrency = concurrency;
  return resource;
}

inline std::vector<MetricRow> histogram_rows(const std::string& component, const std::string& metric,
                                             double count, double p50, double p99, double max) {
  return {{component, metric, "count", count, Unit::count},
          {component, metric, "p50", p50, Unit::nanoseconds},
          {component, metric, "p99", p99, Unit::nanoseconds},
          {component, metric, "max", max, Unit::nanoseconds}};
}

// The job uses all resources of the run, and waits evenly.
inline void let_use_all(RunResult& run) {
  for (const ResourceResult& one : run.resources)
    run.jobs.front().uses.push_back({one.name, one.utilisation_mean});
}

inline RunResult training_run() {
  RunResult run;
  run.scenario = "unet3d on an E1000";
  run.scenario_hash = "0123456789abcdef";
  run.outcome.at = at_seconds(410);
  run.outcome.events = 12345678;
  run.outcome.fingerprint = 0xfedcba9876543210;
  run.jobs = {trained_job()};
  run.resources = {
      resource_of("scratch: OST devices", "more or faster drives", 8, 0.41, 0.44),
      resource_of("scratch: clients' RPC windows", "a larger max_rpcs_in_flight", 5, 0.12, 0.2, true)};
  let_use_all(run);
  run.rows = histogram_rows("file_systems/scratch/clients", "read_operation", 60000, 4e6, 2e7, 5e7);
  for (const MetricRow& row : histogram_rows("jobs/train", "step_wait", 8565, 2e6, 3e6, 4e6))
    run.rows.push_back(row);
  run.rows.push_back({"file_systems/scratch/clients", "bytes_read", "total", 8.7e12, Unit::bytes});
  return run;
}

inline RunResult checkpoint_run() {
  RunResult run;
  run.scenario = "llama3 8b checkpoints";
  run.scenario_hash = "00000000000000aa";
  run.outcome.at = at_seconds(40);
  JobResult job;
  job.name = "save";
  job.model = "llama3_8b";
  job.kind = JobKind::checkpoint;
  job.dlio_version = "v2.0";
  job.accelerator.clear();
  job.nodes = 1;
  job.accelerators = 8;
  job.checkpoint_size = 100_GiB;
  job.start = at_seconds(0);
  job.end = at_seconds(40);
  job.checkpoints = {span_of(1, 0, 10, 100_GiB), span_of(2, 10, 20, 100_GiB),
                     span_of(1, 20, 25, 100_GiB, true), span_of(2, 25, 30, 100_GiB, true)};
  job.time_budget = budget_of(8, 0, 0, 0, 0, 30);
  run.jobs = {job};
  run.resources = {resource_of("scratch: OST devices", "more or faster drives", 8, 0.93, 0.97)};
  let_use_all(run);
  return run;
}

}  // namespace headrace
