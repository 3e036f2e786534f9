// TestMachine: one Lustre file system and its clients on a network, small enough for arithmetic.
//
//   TestMachine machine(exact_spec(), 2);
//   machine.run(read_whole(machine.client(0), file, IoMode::buffered));
//
// In exact_spec() every service time is constant, an RPC header takes 1 ns at a
// port and a message kLatency from port to port, so that whole operations have
// closed forms in nanoseconds. Nodes have no memory unless they are given some,
// and so no page cache. Whenever a machine has settled, each client's account
// must balance.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/storage/lustre/lustre.h"
#include "sim/task_group.h"

namespace headrace {

inline constexpr Duration kLatency = 5_us;
inline constexpr Duration kHeader = 1_ns;  // kRequestHeader through a port of kWire.
inline constexpr Bandwidth kWire = 512_GBps;
inline constexpr Duration kRoundTrip = 2 * (kLatency + kHeader);  // Without data and service.

inline PortSpec exact_port() {
  PortSpec port;
  port.bandwidth = kWire;
  port.efficiency = 1;
  return port;
}

// A service time of its own for each kind of request, so that none is taken for another.
inline LustreSpec exact_spec() {
  LustreSpec spec;
  spec.mds.open = Distribution(200_us);
  spec.mds.close = Distribution(70_us);
  spec.mds.getattr = Distribution(90_us);
  spec.mds.create = Distribution(310_us);
  spec.mds.unlink = Distribution(260_us);
  spec.mds.lookup = Distribution(50_us);
  spec.mds.readdir = Distribution(2_ms);
  spec.mds.directory_lock = Distribution();
  spec.mds.journal_commit = Duration();
  spec.mds.nic = exact_port();
  spec.oss.count = 1;
  spec.oss.nic = exact_port();
  spec.ost.count = 1;
  spec.ost.request_overhead = Distribution(40_us);
  spec.ost.lock_enqueue = Distribution(30_us);
  spec.ost.glimpse = Distribution(20_us);
  spec.ost.device.flash().read_bandwidth = 1_GBps;
  spec.ost.device.flash().write_bandwidth = 1_GBps;
  spec.ost.device.flash().read_latency = Distribution(100_us);
  spec.ost.device.flash().write_latency = Distribution(25_us);
  spec.ost.device.flash().commit = Distribution(1_ms);
  spec.client.copy_bandwidth = spec.client.copy_in_bandwidth = 10_GBps;
  spec.client.direct_page = spec.client.call_overhead = Duration();
  spec.client.max_mod_rpcs_in_flight = spec.client.path_depth = 0;
  spec.client.dirty_expire = Duration();
  return spec;
}

inline FileInfo test_file(std::int64_t index, Bytes size, std::int64_t stripes = 1) {
  FileInfo file;
  file.id.index = index;
  file.size = size;
  file.layout.stripe_count = stripes;
  return file;
}

class TestMachine {
 public:
  explicit TestMachine(const LustreSpec& spec, std::int64_t clients = 1, Duration latency = kLatency,
                       std::uint64_t seed = 1, Bytes memory = Bytes(),
                       const FidelitySpec& fidelity = FidelitySpec())
      : sim_(seed),
        scope_(sim_, metrics_),
        network_(scope_.part("network"), network_of(latency), fidelity),
        lustre_(scope_.part("lustre"), spec, network_, sets_) {
    for (std::int64_t i = 0; i < clients; ++i) {
      const PortId port = network_.add_port("client/" + std::to_string(i), exact_port());
      Host host;
      host.node = static_cast<NodeId>(i);
      host.port = port;
      host.memory = memory;
      clients_.push_back(&static_cast<LustreClient&>(lustre_.client(host)));
    }
  }

  Simulation& sim() { return sim_; }
  Lustre& lustre() { return lustre_; }
  FileSets& sets() { return sets_; }
  FileSystem& client(std::size_t index = 0) { return *clients_[index]; }
  LustreClient& lustre_client(std::size_t index = 0) { return *clients_[index]; }

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
    for (const LustreClient* client : clients_) EXPECT_EQ(client->imbalance(), "");
  }
  const RunOutcome& outcome() const { return outcome_; }

  double metric(std::string_view component, std::string_view name,
                std::string_view statistic = "total") const {
    for (const MetricRow& row : metrics_.rows(sim_.now()))
      if (row.component == component && row.metric == name && row.statistic == statistic) return row.value;
    HEADRACE_CHECK(false);
  }
  std::int64_t total(std::string_view component, std::string_view name) const {
    return static_cast<std::int64_t>(metric(component, name));
  }
  Bytes total_bytes(std::string_view name) const { return Bytes::count(total("lustre/clients", name)); }
  // Requests of any kind that a client sent, given that it wrote nothing.
  std::int64_t requests_sent(std::size_t client = 0) const {
    return total("network/client/" + std::to_string(client) + "/sent", "bytes") / kRequestHeader.count();
  }
  std::int64_t mds_requests(std::int64_t mds = 0) const {
    return total("lustre/mds/" + std::to_string(mds), "requests");
  }
  std::int64_t bulk_requests() const {
    return static_cast<std::int64_t>(metric("lustre/clients", "bulk_rpc", "count"));
  }
  Bytes ost_read(std::int64_t ost) const {
    return Bytes::count(total("lustre/ost/" + std::to_string(ost), "bytes_read"));
  }
  Bytes ost_written(std::int64_t ost) const {
    return Bytes::count(total("lustre/ost/" + std::to_string(ost), "bytes_written"));
  }
  Bytes all_ost_read() const {
    Bytes sum;
    for (std::int64_t i = 0; i < lustre_.osts(); ++i) sum += ost_read(i);
    return sum;
  }

 private:
  static NetworkSpec network_of(Duration latency) {
    NetworkSpec spec;
    spec.latency = latency;
    return spec;
  }
  static Task<> pause(Simulation& sim) { co_await sim.delay(1000_s); }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_;
  Network network_;
  FileSets sets_;
  Lustre lustre_;
  std::vector<LustreClient*> clients_;
  RunOutcome outcome_;
};

inline Task<> read_at(FileSystem& storage, FileInfo file, Bytes offset, Bytes length, IoMode mode) {
  const FileHandle handle = co_await storage.open(file);
  HeldFile held(storage, handle);
  co_await storage.read(handle, offset, length, mode);
  co_await storage.close(held.release());
}

inline Task<> read_whole(FileSystem& storage, FileInfo file, IoMode mode) {
  const FileHandle handle = co_await storage.open(file);
  HeldFile held(storage, handle);
  co_await storage.read(handle, Bytes(), file.size, mode);
  co_await storage.close(held.release());
}

// Reads the file from its start in pieces, with a rest after each.
inline Task<> read_in_pieces(FileSystem& storage, FileInfo file, Bytes piece, Duration rest,
                             Simulation& sim) {
  const FileHandle handle = co_await storage.open(file);
  HeldFile held(storage, handle);
  for (Bytes at; at < file.size; at += piece) {
    co_await storage.read(handle, at, piece, IoMode::buffered);
    co_await sim.delay(rest);
  }
  co_await storage.close(held.release());
}

inline Task<> write_whole(FileSystem& storage, FileInfo file, bool sync) {
  const FileHandle handle = co_await storage.create(file);
  HeldFile held(storage, handle);
  co_await storage.write(handle, Bytes(), file.size);
  if (sync) co_await storage.sync(handle);
  co_await storage.close(held.release());
}

inline Task<> stat_file(FileSystem& storage, FileInfo file) { co_await storage.stat(file); }

// Opens a file and leaves it open.
inline Task<> open_file(FileSystem& storage, FileInfo file) { co_await storage.open(file); }

inline Task<> unlink_file(FileSystem& storage, FileInfo file) { co_await storage.unlink(file); }

}  // namespace headrace
