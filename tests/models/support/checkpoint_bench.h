// CheckpointBench: ranks that save checkpoints by a strategy, on stores whose times are constant.
//
//   CheckpointBench bench(2, 4, spec);                       // nodes, ranks on each
//   bench.run(chosen<CheckpointStrategy>("async"), 5, 1_s);  // checkpoints, and the training before each
//   EXPECT_EQ(bench.stalls[0], ...);
//
// A file on the job's storage costs stored(size) whoever else writes; one on the
// drives of a node, alone, costs local(size).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "models/jobs/checkpoint/checkpoint_writer.h"
#include "models/storage/local/local_store.h"
#include "sim/barrier.h"
#include "tests/models/support/free_host.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/recording_file_system.h"
#include "tests/models/support/tally.h"

namespace headrace {

inline constexpr Bandwidth kStream = 1_GBps;  // Of one file on the job's storage.
inline constexpr Bandwidth kDrives = 4_GBps;
inline constexpr Bandwidth kPort = 10_GBps;
inline constexpr Bandwidth kCapture = 25_GBps;
inline constexpr Duration kMessage = 5_us;

class CheckpointBench {
 public:
  CheckpointBench(std::int64_t node_count, std::int64_t ranks_on_node, const CheckpointSpec& spec,
                  const NodeSpec& node_kind = node_spec())
      : scope(sim, metrics),
        network(scope.part("network"), network_spec()),
        storage(sim, 1_ms, 2_ms, kStream, 3_ms),
        local(scope.part("nvme"), local_spec()),
        files(spec, node_count * ranks_on_node, 0, LayoutSpec()),
        barrier(sim, "step", static_cast<std::size_t>(node_count * ranks_on_node)) {
    for (std::int64_t n = 0; n < node_count; ++n) {
      Node& node = nodes.emplace_back(scope.part("node", n), node_kind, network, static_cast<NodeId>(n));
      Seat seat;
      seat.node = &node;
      seat.storage = &storage;
      seat.local = &drives(node.id());
      seats.insert(seats.end(), static_cast<std::size_t>(ranks_on_node), seat);
    }
  }

  static NodeSpec node_spec() {
    NodeSpec spec = free_node();
    spec.nic.bandwidth = kPort;
    spec.nic.efficiency = 1;
    return spec;
  }

  RunEnd run(const Chosen<CheckpointStrategy>& strategy, std::int64_t saves, Duration training,
             RunLimits limits = {}) {
    writer = strategy.make({})->writer(CheckpointSetting(scope.part("checkpoints"), seats, files, 1));
    processes = std::make_unique<TaskGroup>(sim);
    stalls.assign(static_cast<std::size_t>(saves), Duration());
    begun.assign(static_cast<std::size_t>(saves), Time());
    for (RankId rank = 0; rank < static_cast<RankId>(seats.size()); ++rank)
      processes->spawn("rank/" + std::to_string(rank), save_all(rank, saves, training));
    return sim.run(limits).end;
  }

  LocalClient& drives(NodeId node) {
    Host host;
    host.node = node;
    return local.drives(host);
  }

  // create, write, sync and close of a file; a read of it, open and close included.
  static Duration stored(Bytes size) { return 1_ms + 2_ms + size / kStream + 2_ms + 3_ms; }
  static Duration kept(Bytes size) { return 20_us + size / kDrives + 10_us + 500_us + 20_us; }
  static Duration captured(Bytes size) { return size / kCapture; }

  Simulation sim;
  Metrics metrics;
  Scope scope;
  Network network;
  std::deque<Node> nodes;
  RecordingFileSystem storage;
  LocalStore local;
  std::vector<Seat> seats;
  CheckpointFiles files;
  Barrier barrier;
  std::vector<Duration> stalls;  // Of each checkpoint: the longest of a rank.
  std::vector<Time> begun;       // When each was begun.
  std::unique_ptr<CheckpointWriter> writer;
  std::unique_ptr<TaskGroup> processes;

 private:
  static NetworkSpec network_spec() {
    NetworkSpec spec;
    spec.latency = kMessage;
    return spec;
  }
  static LocalSpec local_spec() {
    LocalSpec spec;
    spec.open = Distribution(20_us);
    spec.device.flash().read_bandwidth = kDrives;
    spec.device.flash().write_bandwidth = kDrives;
    spec.device.flash().read_latency = Distribution(10_us);
    spec.device.flash().write_latency = Distribution(10_us);
    spec.device.flash().commit = Distribution(500_us);
    return spec;
  }

  Task<> save_all(RankId rank, std::int64_t saves, Duration training) {
    for (std::int64_t number = 0; number < saves; ++number) {
      co_await sim.delay(training);
      const Time start = sim.now();
      Tally told(start);
      co_await writer->save(rank, number, told);
      EXPECT_EQ(told.all(), sim.now() - start);  // Nothing of a wait is left without what it was for.
      const auto which = static_cast<std::size_t>(number);
      begun[which] = start;
      stalls[which] = std::max(stalls[which], sim.now() - start);
      co_await barrier.arrive();
    }
  }
};

// One plain model of rank 0, or one of every rank, durable at the end.
inline CheckpointSpec plain_checkpoints(Bytes size, CheckpointRanks ranks) {
  CheckpointSpec spec;
  spec.enabled = true;
  spec.fsync = true;
  spec.model_size = size;
  spec.ranks = ranks;
  return spec;
}

}  // namespace headrace
