// StoreMachine: one store of any kind and the nodes that use it, small enough for arithmetic.
//
//   StoreMachine machine(*recipe<Store, Filer>(FilerSpec()), 2);
//   machine.run(read_whole(machine.client(0), file, IoMode::buffered));
//
// Ports are exact_port(): a header takes kHeader at one and a message kLatency
// between two (test_machine.h). Whenever the machine has settled, the store's
// account must balance.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/storage/remote/request.h"
#include "models/storage/stores.h"
#include "tests/models/support/test_machine.h"

namespace headrace {

// Says how much longer a message of 1 MB is on its way than its header alone.
inline const Duration kData = (1'000'000_B + kRequestHeader) / kWire - kHeader;

class StoreMachine {
 public:
  using Parts = Named<GivenGroup<Store>>;  // Stores that it stands on.

  explicit StoreMachine(const Recipe<Store>& spec, std::int64_t nodes = 1, std::uint64_t seed = 1,
                        const FidelitySpec& fidelity = FidelitySpec(), Parts parts = Parts(),
                        Bytes memory = Bytes())
      : sim_(seed),
        scope_(sim_, metrics_),
        network_(scope_.part("network"), network_spec(), fidelity),
        part_specs_(std::move(parts)),
        parts_(scope_.part("store"), part_specs_, network_, sets_) {
    store_ = spec.make(Store::Context{scope_.part("store"), network_, sets_, &parts_});
    for (std::int64_t i = 0; i < nodes; ++i) {
      Host host;
      host.node = static_cast<NodeId>(i);
      host.port = network_.add_port("client/" + std::to_string(i), exact_port());
      host.memory = memory;
      clients_.push_back(&store_->client(host));
    }
  }

  Simulation& sim() { return sim_; }
  Network& network() { return network_; }
  Store& store() { return *store_; }
  Store& part(const std::string& name) { return parts_.find(name); }
  FileSystem& client(std::size_t index = 0) { return *clients_[index]; }
  std::size_t clients() const { return clients_.size(); }

  // Runs it to its end, and what is on its way then to its own.
  Duration run(Task<> body) {
    std::vector<Task<>> bodies;
    bodies.push_back(std::move(body));
    return run_all(std::move(bodies));
  }
  Duration run_all(std::vector<Task<>> bodies) {
    const Time start = sim_.now();
    {
      TaskGroup group(sim_);
      for (Task<>& body : bodies) group.spawn("test", std::move(body));
      outcome_ = sim_.run();
      EXPECT_EQ(outcome_.end, RunEnd::finished);
    }
    const Duration spent = sim_.now() - start;
    settle();
    return spent;
  }
  // Lets every request that is on its way come back.
  void settle() {
    TaskGroup group(sim_);
    group.spawn("settle", pause(sim_));
    sim_.run();
    EXPECT_EQ(store_->imbalance(), "");
    for (const auto& [name, part] : parts_.all()) EXPECT_EQ(part->imbalance(), "") << name;
  }
  const RunOutcome& outcome() const { return outcome_; }

  // Of all components whose path begins so.
  double sum(std::string_view place, std::string_view metric, std::string_view statistic = "total") const {
    double sum = 0;
    for (const MetricRow& row : metrics_.rows(sim_.now()))
      if (row.component.starts_with(place) && row.metric == metric && row.statistic == statistic)
        sum += row.value;
    return sum;
  }
  std::int64_t total(std::string_view place, std::string_view metric) const {
    return static_cast<std::int64_t>(sum(place, metric));
  }
  ResourceResult resource(const std::string& name) const {
    for (const ResourceResult& result : store_->resources("x"))
      if (result.name == "x: " + name) return result;
    ADD_FAILURE() << name;
    return {};
  }

 private:
  static NetworkSpec network_spec() {
    NetworkSpec spec;
    spec.latency = kLatency;
    return spec;
  }
  static Task<> pause(Simulation& sim) { co_await sim.delay(1000_s); }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_;
  Network network_;
  FileSets sets_;
  Parts part_specs_;
  Stores parts_;
  std::unique_ptr<Store> store_;
  std::vector<FileSystem*> clients_;
  RunOutcome outcome_;
};

// Drives that move 1 GB/s, with a latency of their own for each kind of access.
inline DeviceSpec exact_drives() {
  DeviceSpec device;
  device.flash().read_bandwidth = 1_GBps;
  device.flash().write_bandwidth = 1_GBps;
  device.flash().read_latency = Distribution(100_us);
  device.flash().write_latency = Distribution(25_us);
  device.flash().commit = Distribution(1_ms);
  return device;
}

// What takes no time beside latencies.
inline DeviceSpec endless_drives() {
  DeviceSpec device = exact_drives();
  device.flash().read_bandwidth = Bandwidth::bytes_per_second(1e18);
  device.flash().write_bandwidth = Bandwidth::bytes_per_second(1e18);
  device.flash().parallelism = 65'536;
  return device;
}

inline Task<> open_close(FileSystem& storage, FileInfo file) {
  HeldFile held(storage, co_await storage.open(file));
  co_await storage.close(held.release());
}

}  // namespace headrace
