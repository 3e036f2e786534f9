#include "models/jobs/replay/replay_lanes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace headrace {

namespace {

// Dealer: deals the operations of a process in the order of their begin.
class Dealer {
 public:
  Dealer(const RecordedProcess& process, Duration resolution) : process_(process), resolution_(resolution) {}

  void deal(std::size_t index) {
    const RecordedOperation& operation = process_.operations[index];
    retire(operation.begin);
    const std::size_t lane = lane_of(operation);
    if (lane == lanes_.size()) begin_lane(operation);
    lanes_[lane].operations.push_back(index);
    busy_.emplace(operation.end, Busy{lane, operation.thread});
    running_.emplace(operation.end, index);
  }

  std::vector<ReplayLane> take() { return std::move(lanes_); }

 private:
  struct Busy {
    std::size_t lane;
    std::uint16_t thread;
  };

  // Notes what has ended by an instant.
  void retire(Duration now) {
    const Duration latest = now + resolution_;
    while (!busy_.empty() && busy_.begin()->first <= latest) {
      free_[busy_.begin()->second.thread].push_back(busy_.begin()->second.lane);
      busy_.erase(busy_.begin());
    }
    while (!running_.empty() && running_.begin()->first <= latest) {
      ended_ = running_.begin()->second;
      running_.erase(running_.begin());
    }
  }

  std::size_t lane_of(const RecordedOperation& operation) {
    auto& free = free_[operation.thread];
    if (free.empty()) return lanes_.size();
    const std::size_t lane = free.back();
    free.pop_back();
    return lane;
  }

  void begin_lane(const RecordedOperation& operation) {
    ReplayLane& lane = lanes_.emplace_back();
    lane.delay = operation.begin;
    if (!ended_) return;
    lane.after = *ended_;
    lane.delay = std::max(Duration(), operation.begin - process_.operations[*ended_].end);
  }

  const RecordedProcess& process_;
  Duration resolution_;
  std::vector<ReplayLane> lanes_;
  std::multimap<Duration, Busy> busy_;            // Lanes, by when they end.
  std::multimap<Duration, std::size_t> running_;  // Operations, likewise.
  std::map<std::uint16_t, std::vector<std::size_t>>
      free_;                          // Lanes of each thread; the one that ended last is the last.
  std::optional<std::size_t> ended_;  // The operation that ended last.
};

}  // namespace

std::vector<ReplayLane> lanes_of(const RecordedProcess& process, Duration resolution, bool with_mpi) {
  Dealer dealer(process, resolution);
  for (std::size_t i = 0; i < process.operations.size(); ++i)
    if (with_mpi || process.operations[i].layer != RecordedLayer::mpi) dealer.deal(i);
  return dealer.take();
}

bool is_of_mpi_alone(const Recording& recording) {
  bool has_mpi = false;
  for (const RecordedProcess& process : recording.processes) {
    for (const RecordedOperation& operation : process.operations) {
      if (!operation.moves_bytes()) continue;
      if (operation.layer != RecordedLayer::mpi) return false;
      has_mpi = true;
    }
  }
  return has_mpi;
}

}  // namespace headrace
