// Groups of ranks whose exchanges have closed forms: 1 us and 10 GB/s inside a node, 5 us and 1 GB/s between.
#pragma once

#include "models/collectives/policy.h"

namespace headrace {

inline RankGroup rank_group(std::int64_t nodes, std::int64_t ranks_per_node) {
  RankGroup group;
  group.nodes = nodes;
  group.ranks_per_node = ranks_per_node;
  group.inside.latency = 1_us;
  group.inside.bandwidth = 10_GBps;
  group.between.latency = 5_us;
  group.between.bandwidth = 1_GBps;
  return group;
}

inline AllReduceCost cost_of(std::string_view algorithm, const RankGroup& group, Bytes size) {
  return Chosen<AllReduce>(algorithm).make({group})->cost(size);
}

}  // namespace headrace
