// The storage side by side (storage_cases.h) on the engine's own primitives: a Link for a disk, a FairNetwork
// for the wires. Once with a process as a coroutine, as a client of a model is written, and once as
// callbacks.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "sim/fair_network.h"
#include "sim/link.h"
#include "sim/task_group.h"
#include "tests/bench/calibration.h"
#include "tests/bench/storage_cases.h"

namespace headrace {
namespace {

class Cluster {
 public:
  explicit Cluster(const StorageCase& scenario)
      : net_(sim_, "star"),
        clients_(scenario.clients),
        processes_(scenario.clients * scenario.workers),
        files_(scenario.files) {
    for (std::uint32_t i = 0; i < kTargets; ++i) {
      disks_.emplace_back(sim_, "disk", Bandwidth::bytes_per_second(scenario.disk));
      target_nics_.push_back(net_.add_link("target", Bandwidth::bytes_per_second(scenario.target_nic)));
    }
    for (std::uint32_t i = 0; i < clients_; ++i)
      client_nics_.push_back(net_.add_link("client", Bandwidth::bytes_per_second(kClientNic)));
  }

  Simulation& sim() { return sim_; }
  Link& disk_of(std::uint32_t file) { return disks_[file % kTargets]; }
  FairNetwork& net() { return net_; }
  std::array<LinkId, 2> path(std::uint32_t process, std::uint32_t file) const {
    return {client_nics_[process % clients_], target_nics_[file % kTargets]};
  }
  std::uint32_t processes() const { return processes_; }
  std::uint32_t files() const { return files_; }

 private:
  Simulation sim_;
  std::deque<Link> disks_;
  FairNetwork net_;
  std::uint32_t clients_;
  std::uint32_t processes_;
  std::uint32_t files_;
  std::vector<LinkId> client_nics_;
  std::vector<LinkId> target_nics_;
};

constexpr Duration kLatency = Duration::nanoseconds(kLatencyNs);

class CoroutineReaders {
 public:
  explicit CoroutineReaders(const StorageCase& scenario) : cluster_(scenario), readers_(cluster_.sim()) {
    for (std::uint32_t p = 0; p < cluster_.processes(); ++p) readers_.spawn({}, read_files(cluster_, p));
  }
  RunOutcome run() { return cluster_.sim().run(); }

 private:
  static Task<> read_files(Cluster& cluster, std::uint32_t process) {
    for (std::uint32_t file = process; file < cluster.files(); file += cluster.processes()) {
      const Bytes size = Bytes::count(file_size(file));
      co_await cluster.disk_of(file).transfer(size);
      co_await cluster.sim().delay(kLatency);
      const std::array<LinkId, 2> path = cluster.path(process, file);
      co_await cluster.net().transfer(path, size);
    }
  }

  Cluster cluster_;
  TaskGroup readers_;
};

class CallbackReaders {
 public:
  explicit CallbackReaders(const StorageCase& scenario) : cluster_(scenario), readers_(cluster_.processes()) {
    for (std::uint32_t p = 0; p < std::min(cluster_.processes(), cluster_.files()); ++p) {
      readers_[p].file = p;
      begin(p);
    }
  }
  RunOutcome run() { return cluster_.sim().run(); }

 private:
  struct Reader {
    std::uint32_t file = 0;
    Link::Flow read;
    FairNetwork::Flow transfer;
  };
  void begin(std::uint64_t process) {
    Reader& reader = readers_[process];
    const Bytes size = Bytes::count(file_size(reader.file));
    cluster_.disk_of(reader.file).start(reader.read, size, {&was_read, this, process});
  }
  static void was_read(void* self, std::uint64_t process) {
    auto& readers = *static_cast<CallbackReaders*>(self);
    readers.cluster_.sim().schedule_in(kLatency, {&send, self, process});
  }
  static void send(void* self, std::uint64_t process) {
    auto& readers = *static_cast<CallbackReaders*>(self);
    Reader& reader = readers.readers_[process];
    const std::array<LinkId, 2> path =
        readers.cluster_.path(static_cast<std::uint32_t>(process), reader.file);
    const Bytes size = Bytes::count(file_size(reader.file));
    readers.cluster_.net().start(reader.transfer, path, size, {&arrived, self, process});
  }
  static void arrived(void* self, std::uint64_t process) {
    auto& readers = *static_cast<CallbackReaders*>(self);
    Reader& reader = readers.readers_[process];
    reader.file += readers.cluster_.processes();
    if (reader.file < readers.cluster_.files()) readers.begin(process);
  }

  Cluster cluster_;
  std::vector<Reader> readers_;
};

// The whole of it, set-up too: that is small beside so many files.
template <class Readers>
void read_all(benchmark::State& state, const StorageCase* scenario) {
  RunOutcome outcome;
  std::uint64_t files = 0;
  for (auto unused : state) {
    static_cast<void>(unused);
    Readers readers(*scenario);
    outcome = readers.run();
    files += scenario->files;
  }
  report(state, files, "files/s");
  state.counters["events_per_file"] =
      static_cast<double>(outcome.events) / static_cast<double>(scenario->files);
  state.counters["simulated_seconds"] = (outcome.at - Time()).in_seconds();
}

const bool kRegistered = [] {
  for (const StorageCase& scenario : kStorageCases) {
    const std::string name(scenario.name);
    benchmark::RegisterBenchmark(name.c_str(), read_all<CoroutineReaders>, &scenario)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/callbacks").c_str(), read_all<CallbackReaders>, &scenario)
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace headrace
