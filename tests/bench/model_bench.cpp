// What whole runs cost: the first scenario, a data set of a billion files, a
// checkpoint of 911 GiB, training and a checkpoint of 1,024 ranks by requests and
// by flows, small files of many clients, and the check of a large scenario.
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

// Returns a job of 1,024 accelerators on 128 nodes of so many ports, with 256 targets of 128 servers.
Scenario large(const std::string& job, int ports, Fidelity fidelity) {
  const std::string port = "bandwidth: 400 Gbit/s, efficiency: 0.94}";
  const std::string platform =
      "platform:\n  nodes:\n    gpu: {count: 128, cores: 112, memory: 2 TiB, memory_bandwidth: 400 GB/s, "
      "accelerators: 8, nic: {ports: " +
      std::to_string(ports) + ", " + port +
      "}\n"
      "  network: {latency: 3 us}\n  file_systems:\n    scratch:\n      lustre:\n        mds: {count: 8}\n"
      "        oss: {count: 128, threads: 512, nic: {ports: 2, " +
      port +
      "}\n"
      "        ost: {count: 256, device: {read_bandwidth: 24 GB/s, write_bandwidth: 15 GB/s, parallelism: "
      "1024}}\n"
      "        client: {max_rpcs_in_flight: 64, rpc_size: 4 MiB}\n";
  const ScenarioRead read =
      read_scenario("schema: headrace/1\nname: large\n" + platform +
                        "jobs:\n  large: {nodes: {group: gpu}, storage: scratch, " + job + "}\n",
                    "large.yaml");
  if (!read.scenario) throw std::runtime_error(read.problems.text());
  Scenario scenario = *read.scenario;
  scenario.measure.fidelity = fidelity;
  return scenario;
}

void run_large(benchmark::State& state, const char* job, int ports, Fidelity fidelity) {
  const Scenario scenario = large(job, ports, fidelity);
  for (auto unused : state) {
    static_cast<void>(unused);
    benchmark::DoNotOptimize(Experiment(scenario).run().outcome.events);
  }
  report(state, static_cast<std::uint64_t>(state.iterations()), "runs/s");
}

// UNet3D, 20 steps: 143,360 files of 140 MiB.
constexpr const char* kTraining =
    "dlio: workloads/unet3d_h100.yaml, dlio_version: v1.0, layout: {stripe_count: 1, stripe_size: 1 MiB}, "
    "overrides: [++workload.dataset.num_files_train=143360, ++workload.train.epochs=1, "
    "++workload.reader.read_threads=8, ++workload.workflow.checkpoint=False]";
BENCHMARK_CAPTURE(run_large, training_by_request, kTraining, 1, Fidelity::request)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(run_large, training_by_flow, kTraining, 1, Fidelity::flow)->Unit(benchmark::kSecond);

// A checkpoint of Llama 3 1T: 15.4 TiB.
constexpr const char* kCheckpoint =
    "dlio: workloads/llama3_1t.yaml, dlio_version: v2.0, layout: {stripe_count: 8, stripe_size: 4 MiB}, "
    "overrides: [++workload.checkpoint.num_checkpoints_write=1, "
    "++workload.checkpoint.num_checkpoints_read=0]";
BENCHMARK_CAPTURE(run_large, checkpoint_by_request, kCheckpoint, 4, Fidelity::request)
    ->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(run_large, checkpoint_by_flow, kCheckpoint, 4, Fidelity::flow)->Unit(benchmark::kSecond);

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
