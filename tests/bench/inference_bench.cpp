// What a request of a streaming inference job costs: Poisson arrivals, 16
// servers, batches of 8, at 0.8 of what they can answer.
#include <benchmark/benchmark.h>

#include <stdexcept>
#include <string>

#include "models/jobs/inference/inference_result.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/bench/calibration.h"

namespace headrace {
namespace {

constexpr std::int64_t kRequests = 1'000'000;

// Makes a service whose batch of 8 takes 10 ms, so that 16 servers answer 12,800 requests a second.
Scenario serving(const std::string& more) {
  const std::string text =
      "schema: headrace/1\nname: serving\nplatform:\n  nodes: {gpu: {count: 4, accelerators: 4}}\n"
      "  file_systems: {scratch: {lustre: {oss: {count: 1}, ost: {count: 1}}}}\n"
      "jobs:\n  serve:\n    nodes: {group: gpu}\n    storage: scratch\n    inference:\n"
      "      arrivals: {policy: poisson, rate: 10240}\n      requests: " +
      std::to_string(kRequests) +
      "\n      max_batch: 8\n      max_wait: 5 ms\n      service_time: {law: exponential, mean: 10 ms}\n" +
      more;
  ScenarioRead read = read_scenario(text, "serving.yaml");
  if (!read.scenario) throw std::runtime_error(read.problems.text());
  return *read.scenario;
}

void serve(benchmark::State& state, const std::string& more) {
  const Scenario scenario = serving(more);
  std::uint64_t events = 0;
  std::int64_t requests = 0;
  for (auto unused : state) {
    static_cast<void>(unused);
    const RunResult result = Experiment(scenario).run();
    events += result.outcome.events;
    requests += result.jobs.front().find<InferenceResult>()->completed;
  }
  report(state, events);
  state.counters["requests/s"] =
      benchmark::Counter(static_cast<double>(requests), benchmark::Counter::kIsRate);
}

void inference_shared_queue(benchmark::State& state) { serve(state, ""); }
BENCHMARK(inference_shared_queue)->Unit(benchmark::kMillisecond);

void inference_least_loaded(benchmark::State& state) {
  serve(state, "      queue: per_server\n      balancer: {policy: least_loaded}\n");
}
BENCHMARK(inference_least_loaded)->Unit(benchmark::kMillisecond);

// Requests and replies over the network, and predictions written back.
void inference_with_payloads(benchmark::State& state) {
  serve(state,
        "      queue: per_server\n      request_size: 4 KiB\n      reply_size: 1 KiB\n"
        "      prediction_size: 1 KiB\n");
}
BENCHMARK(inference_with_payloads)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace headrace
