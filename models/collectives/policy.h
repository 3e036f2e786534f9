// AllReduce: what it costs that every rank gets the sum of what all of them have.
//
//   RankGroup group{nodes, ranks_per_node, inside, between};
//   AllReduceCost cost = spec.algorithm.make({group})->cost(gradient_size);
//   Duration all = cost.alone(group.between.bandwidth);
//
// Costs are closed forms of ideal exchanges: every step of an exchange takes a latency, its bytes move at the
// bandwidth of the slowest way they take, and the sum itself is free. An algorithm is one source in this
// folder and one line in policies.cpp.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/registry.h"
#include "sim/units.h"

namespace headrace {

// Way from a rank to the next one.
struct ExchangePath {
  Duration latency;  // Of a step.
  Bandwidth bandwidth;
};

// Equally many ranks on each node. A node's ranks share what leads from it to others.
struct RankGroup {
  std::int64_t nodes = 1;
  std::int64_t ranks_per_node = 1;
  ExchangePath inside, between;  // A node; nodes.

  std::int64_t ranks() const { return nodes * ranks_per_node; }
  // Steps that all ranks take together last as long as the slowest of them.
  Duration step() const {
    if (nodes == 1) return inside.latency;
    return ranks_per_node == 1 ? between.latency : std::max(inside.latency, between.latency);
  }
};

struct AllReduceCost {
  Duration before;  // Steps, and what moves while nothing moves between nodes.
  Duration beside;  // What moves inside the nodes at the same time as between them.
  Bytes between;    // What each node sends to another.

  Duration alone(Bandwidth between_nodes) const { return before + std::max(beside, between / between_nodes); }
};

class AllReduce {
 public:
  static constexpr std::string_view kMeaning = "how the ranks exchange what they sum";
  struct Context {
    RankGroup group;
  };
  static PolicyTable<AllReduce> table();

  virtual ~AllReduce() = default;
  virtual AllReduceCost cost(Bytes size) const = 0;

 protected:
  // times / of x size, in whole bytes.
  static Bytes part(Bytes size, std::int64_t times, std::int64_t of) {
    const Bytes rest = Bytes::count(((size % Bytes::count(of)).count() * times + of - 1) / of);
    return size / of * times + rest;
  }
  // Returns the cost of an exchange in which all ranks move as many bytes at the same time, some from node to
  // node.
  static AllReduceCost uniform(const RankGroup& group, std::int64_t steps, Bytes moved) {
    AllReduceCost cost;
    cost.before = steps * group.step();
    if (group.ranks_per_node > 1) cost.beside = moved / group.inside.bandwidth;
    if (group.nodes > 1) cost.between = moved;
    return cost;
  }
};

}  // namespace headrace
