// DisturbedMachine: a small cluster with faults or background load, and processes on its nodes.
//
//   DisturbedMachine machine(one_fault(at_place("slow_target", Part::ost, 0, {{"share", 0.25}})));
//   Duration spent = machine.run(read_whole(machine.storage(), test_file(0, 1_MiB), IoMode::direct));
//
// Two nodes "clients", and a Lustre "scratch" of exact_spec() with two servers of two targets each, so that
// whole operations have closed forms.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/cluster.h"
#include "models/jobs/job_spec.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/test_machine.h"

namespace headrace {

inline ClusterSpec small_machine() {
  ClusterSpec spec;
  spec.network.latency = kLatency;
  NodeSpec node;
  node.count = 2;
  node.nic = exact_port();
  node.memory = 1_MiB;
  spec.nodes = {{"clients", node}};
  LustreSpec scratch = exact_spec();
  scratch.oss.count = 2;
  scratch.ost.count = 4;
  scratch.client.max_cached_share = 0;
  spec.file_systems = {{"scratch", FileSystemSpec(scratch)}};
  return spec;
}

template <class Spec>
void set_place(Spec& spec, Part part, std::int64_t number) {
  (part == Part::node ? spec.nodes : spec.file_system) = part == Part::node ? "clients" : "scratch";
  spec.number(part) = number;
}

// For the whole run, until told otherwise.
inline FaultSpec fault_at(std::string_view kind, Part part, std::int64_t number,
                          GivenFields::Numbers parameters = {}) {
  FaultSpec fault;
  fault.kind = chosen<Fault>(kind, std::move(parameters));
  set_place(fault, part, number);
  return fault;
}
inline FaultSpec fault_from(FaultSpec fault, Duration at, Duration lasting) {
  fault.at = at;
  fault.lasting = lasting;
  return fault;
}
inline DisturbanceSpec one_fault(const FaultSpec& fault) {
  DisturbanceSpec spec;
  spec.faults = {{"it", fault}};
  return spec;
}

inline DisturbanceSpec one_load(std::string_view kind, Part part, std::int64_t number,
                                GivenFields::Numbers parameters) {
  BackgroundSpec load;
  load.kind = chosen<BackgroundLoad>(kind, std::move(parameters));
  set_place(load, part, number);
  DisturbanceSpec spec;
  spec.background = {{"it", load}};
  return spec;
}

class DisturbedMachine {
 public:
  explicit DisturbedMachine(const DisturbanceSpec& disturbances = DisturbanceSpec(),
                            const ClusterSpec& machine = small_machine(), std::uint64_t seed = 1,
                            const FidelitySpec& fidelity = FidelitySpec())
      : sim_(seed), cluster_(Scope(sim_, metrics_), machine, fidelity, disturbances) {
    JobSpec job;
    job.nodes.group = "clients";
    job.nodes.count = machine.nodes.front().second.count;
    job.accelerators_per_node = 1;
    job.storage = "scratch";
    seats_ = cluster_.seats(job);
  }

  Simulation& sim() { return sim_; }
  FileSystem& storage(std::size_t node = 0) { return *seats_[node].storage; }
  Node& node(std::size_t node = 0) { return *seats_[node].node; }
  const Cluster& cluster() const { return cluster_; }
  const RunOutcome& outcome() const { return outcome_; }

  Duration run(Task<> body) {
    std::vector<Task<>> bodies;
    bodies.push_back(std::move(body));
    return run_all(std::move(bodies));
  }
  // To the end of the last one; nothing is lost or doubled.
  Duration run_all(std::vector<Task<>> bodies) {
    const Time start = sim_.now();
    TaskGroup group(sim_);
    for (Task<>& body : bodies) group.spawn("test", std::move(body));
    outcome_ = sim_.run();
    EXPECT_EQ(outcome_.end, RunEnd::finished);
    EXPECT_EQ(cluster_.imbalance(), "");
    return sim_.now() - start;
  }

  double metric(std::string_view component, std::string_view name, std::string_view statistic) const {
    for (const MetricRow& row : metrics_.rows(sim_.now()))
      if (row.component == component && row.metric == name && row.statistic == statistic) return row.value;
    ADD_FAILURE() << component << " " << name << " " << statistic;
    return 0;
  }
  // Bytes that all servers, or the drives of all nodes, have read or written.
  Bytes served(std::string_view name) const {
    double sum = 0;
    for (const MetricRow& row : metrics_.rows(sim_.now()))
      if (row.metric == name && row.component.starts_with("file_systems/scratch") &&
          !row.component.ends_with("/clients"))
        sum += row.value;
    return Bytes::count(static_cast<std::int64_t>(sum));
  }

 private:
  Simulation sim_;
  Metrics metrics_;
  Cluster cluster_;
  std::vector<Seat> seats_;
  RunOutcome outcome_;
};

// How long one direct read takes that is sent at this instant, by a client that has the lock already.
inline Task<> read_once_at(DisturbedMachine& machine, FileInfo file, Duration at, Duration& spent) {
  FileSystem& storage = machine.storage();
  const FileHandle handle = co_await storage.open(file);
  HeldFile held(storage, handle);
  co_await storage.read(handle, Bytes(), 1_B, IoMode::direct);
  const Time begin = Time::at(at);
  co_await machine.sim().delay(begin - machine.sim().now());
  co_await storage.read(handle, Bytes(), file.size, IoMode::direct);
  spent = machine.sim().now() - begin;
  co_await storage.close(held.release());
}
// The same without what goes wrong: to the target and back, its service and the copy to the application.
inline Duration spent_by_read_at(const DisturbanceSpec& disturbances, Duration at, Bytes size = 64_KiB,
                                 std::int64_t file = 0) {
  DisturbedMachine machine(disturbances);
  Duration spent;
  machine.run(read_once_at(machine, test_file(file, size), at, spent));
  return spent;
}

}  // namespace headrace
