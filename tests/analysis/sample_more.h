// Made-up runs of the kinds that sample_run.h leaves out: with a cache, with requests, in arms.
#pragma once

#include "analysis/answer/comparison.h"
#include "models/jobs/inference/inference_result.h"
#include "tests/analysis/sample_run.h"

namespace headrace {

// Latencies of 10 ms, of which the last 2 % are 40 ms: a p50 and a p99 that differ.
inline JobResult streaming_job() {
  JobResult job;
  job.name = "serve";
  job.model = "resnet50";
  job.kind = "inference";
  job.nodes = 2;
  job.accelerators = 16;
  job.start = at_seconds(0);
  job.end = at_seconds(10);
  InferenceResult& inference = job.found.give(InferenceResult());
  inference.servers = 16;
  inference.arrived = 12'050;
  inference.completed = 12'000;
  inference.dropped = 50;
  inference.offered_per_second = 1205;
  inference.completed_per_second = 1200;
  job.samples_per_second = 1200;
  inference.in_system = 14;
  inference.batches = 3000;
  inference.batch_mean = 4;
  inference.busy_share = 0.84;
  inference.model_load = Duration::seconds(3);
  for (int i = 0; i < 1000; ++i) {
    inference.latency.record(Duration::nanoseconds(i < 980 ? 10'000'000 : 40'000'000));
    inference.queue_wait.record(Duration::nanoseconds(2'000'000));
  }
  return job;
}

inline JobResult offline_job() {
  JobResult job = streaming_job();
  job.name = "sweep";
  job.accelerator = "H100";
  InferenceResult inference;
  inference.mode = "offline";
  inference.servers = 16;
  inference.arrived = inference.completed = 51'200;
  inference.completed_per_second = 5120;
  inference.bytes_read = 20_GiB;
  job.found.give(inference);
  job.time_budget = budget_of(16, 6, 4, 0, 0);
  return job;
}

inline CacheResult cache_of(std::int64_t hits, std::int64_t misses) {
  CacheResult cache;
  cache.policy = "lru";
  cache.tier = "memory";
  cache.caches = 5;
  cache.hits = hits;
  cache.misses = misses;
  cache.evictions = misses / 2;
  cache.bytes_hit = Bytes::count(hits * 1000);
  cache.bytes_missed = Bytes::count(misses * 1000);
  return cache;
}

inline RunResult run_with(JobResult job) {
  RunResult run = training_run();
  run.jobs = {std::move(job)};
  return run;
}

// A training run that takes so long.
inline RunResult run_of_seconds(double seconds, std::int64_t replication = 1) {
  RunResult run = training_run();
  run.replication = replication;
  run.jobs[0].end = at_seconds(seconds);
  return run;
}

}  // namespace headrace
