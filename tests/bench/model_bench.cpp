// What whole runs cost: the first scenario, a data set of a billion files, a
// checkpoint of 911 GiB, small files of many clients, and the check of a large
// scenario.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/bench/calibration.h"

namespace headrace {
namespace {

Scenario shipped(const char* name, const std::vector<std::string>& overrides = {}) {
  const std::string path = std::string(HEADRACE_SOURCE_DIR) + "/scenarios/" + name;
  ScenarioRead read = read_scenario_file(path, overrides);
  if (!read.scenario) throw std::runtime_error(read.problems.text());
  return *read.scenario;
}

void run_scenario(benchmark::State& state, const Scenario& scenario) {
  std::uint64_t events = 0;
  for (auto unused : state) {
    static_cast<void>(unused);
    events += Experiment(scenario).run().outcome.events;
  }
  report(state, events);
}

void first_run(benchmark::State& state) { run_scenario(state, shipped("first_run.yaml")); }
BENCHMARK(first_run)->Unit(benchmark::kMillisecond);

void small_files(benchmark::State& state) { run_scenario(state, shipped("cosmoflow_ai400x2t.yaml")); }
BENCHMARK(small_files)->Unit(benchmark::kMillisecond);

// 2,000 steps of 15 ranks on a data set of 10^9 files, in random order over all of them. peak_MiB is the
// process's, benchmarks before it included.
void billion_files(benchmark::State& state) {
  Scenario scenario = shipped("first_run.yaml");
  WorkloadSpec& work = *scenario.jobs.front().second.workload();
  work.dataset.files = 1'000'000'000;
  work.training.total_training_steps = 2000;
  run_scenario(state, scenario);
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  state.counters["peak_MiB"] = static_cast<double>(used.ru_maxrss) / 1024;
}
BENCHMARK(billion_files)->Unit(benchmark::kMillisecond);

// Writes one checkpoint of Llama 3 70B by DLIO's own file: 911 GiB of 64 ranks to 32 targets, each RPC
// followed.
void checkpoint_70b(benchmark::State& state) {
  const ScenarioRead read = read_scenario(
      "schema: headrace/1\nname: checkpoint\nplatform:\n  nodes: {gpu: {count: 8, accelerators: 8}}\n"
      "  file_systems: {scratch: {lustre: {oss: {count: 8}, ost: {count: 32}}}}\n"
      "jobs:\n  save: {dlio: workloads/llama3_70b.yaml, nodes: {group: gpu}, storage: scratch}\n",
      "checkpoint.yaml");
  if (!read.scenario) throw std::runtime_error(read.problems.text());
  Scenario scenario = *read.scenario;
  CheckpointSpec& checkpoint = scenario.jobs.front().second.workload()->checkpoint;
  checkpoint.writes = 1;
  checkpoint.reads = -1;
  run_scenario(state, scenario);
}
BENCHMARK(checkpoint_70b)->Unit(benchmark::kMillisecond);

// Small files that nobody has read before, one after another by one process of each client, over 300 targets:
// open, lock, read, close. Without building the machine.
void cold_file(benchmark::State& state) {
  constexpr std::int64_t kFiles = 500'000;
  const std::int64_t clients = state.range(0);
  const ScenarioRead read = read_scenario(
      "schema: headrace/1\nname: cold files\nplatform:\n  nodes: {client: {count: " +
          std::to_string(clients) +
          ", accelerators: 0}}\n"
          "  file_systems: {scratch: {lustre: {mds: {count: 8}, oss: {count: 150}, ost: {count: 300}}}}\n"
          "jobs:\n  files: {probe: {operation: open_read_close, processes_per_node: 1, files_per_process: " +
          std::to_string(kFiles / clients) +
          ", file_size: 100 kB, transfer_size: 100 kB}, nodes: {group: client}, storage: scratch}\n",
      "cold_files.yaml");
  if (!read.scenario) throw std::runtime_error(read.problems.text());
  for (auto unused : state) {
    static_cast<void>(unused);
    state.PauseTiming();
    auto experiment = std::make_unique<Experiment>(*read.scenario);
    state.ResumeTiming();
    benchmark::DoNotOptimize(experiment->run().outcome.events);
    state.PauseTiming();
    experiment.reset();
    state.ResumeTiming();
  }
  report(state, static_cast<std::uint64_t>(kFiles * state.iterations()), "files/s");
}
BENCHMARK(cold_file)->Arg(100)->Arg(1000)->Arg(10'000)->Unit(benchmark::kMillisecond);

// Reads a scenario of 1 MB: thousands of node groups, each with every field of a port.
void check_one_megabyte(benchmark::State& state) {
  std::string text = "schema: headrace/1\nname: large\nplatform:\n  nodes:\n";
  for (int i = 0; text.size() < 1'000'000; ++i)
    text += "    group" + std::to_string(i) +
            ": {count: 4, cores: 64, memory: 256 GiB, nic: {ports: 2, bandwidth: " +
            "200 Gbit/s, efficiency: 0.9}}\n";
  text += "  file_systems: {scratch: {lustre: {oss: {count: 2}, ost: {count: 2}}}}\n";
  text += "jobs:\n  train: {workload: {}, nodes: {group: group7, count: 1}, storage: scratch}\n";
  for (auto unused : state) {
    static_cast<void>(unused);
    const ScenarioRead read = read_scenario(text, "large.yaml");
    if (!read.scenario) throw std::runtime_error(read.problems.text());
  }
}
BENCHMARK(check_one_megabyte)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace headrace
