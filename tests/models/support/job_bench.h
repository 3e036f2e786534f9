// JobBench: a job on nodes with a store of fixed delays.
//
//   JobBench bench(spec, 2, 4);          // 2 nodes of 4 ranks
//   const JobResult result = bench.run();
//
// The store opens, reads and writes as RecordingFileSystem says, all at the
// same time, so that what a job reads has a closed form.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "models/jobs/job_spec.h"
#include "tests/models/support/free_host.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {

class JobBench {
 public:
  explicit JobBench(const JobSpec& spec, std::int64_t nodes = 1, std::int64_t ranks = 1,
                    std::uint64_t seed = 1, Bandwidth storage_rate = 1_GBps,
                    const NodeSpec& node_kind = exact_node())
      : sim_(seed),
        scope_(sim_, metrics_),
        network_(scope_.part("network"), quick_network()),
        storage_(sim_, 1_ms, Duration(), storage_rate, Duration()) {
    std::vector<Seat> seats;
    for (std::int64_t n = 0; n < nodes; ++n) {
      nodes_.emplace_back(scope_.part("node", n), node_kind, network_, static_cast<NodeId>(n));
      Seat seat;
      seat.node = &nodes_.back();
      seat.storage = &storage_;
      for (std::int64_t s = 0; s < ranks; ++s) seats.push_back(seat);
    }
    job_ = spec.work.make({JobSetting(scope_.part("jobs/bench"), "bench", 0, seats, sets_), spec});
  }

  // A byte a nanosecond through its port.
  static NodeSpec exact_node() {
    NodeSpec spec = free_node();
    spec.nic.bandwidth = 1_GBps;
    spec.nic.efficiency = 1;
    return spec;
  }

  JobResult run(RunLimits limits = {}) {
    if (sim_.events() == 0) job_->begin();
    outcome = sim_.run(limits);
    EXPECT_EQ(job_->imbalance(), "");
    return job_->result();
  }

  Simulation& sim() { return sim_; }
  Job& job() { return *job_; }
  const RecordingFileSystem& storage() const { return storage_; }
  Network& network() { return network_; }
  const Node& node(std::size_t n) const { return nodes_[n]; }

  RunOutcome outcome;

 private:
  // A nanosecond from port to port.
  static NetworkSpec quick_network() {
    NetworkSpec spec;
    spec.latency = 1_ns;
    return spec;
  }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_;
  Network network_;
  std::deque<Node> nodes_;
  RecordingFileSystem storage_;
  FileSets sets_;
  std::unique_ptr<Job> job_;
};

}  // namespace headrace
