// RankPlace: where a rank stands in a model that is spread over tensor x pipeline x data ranks.
//
//   const RankPlace place = place_of(parallelism, 13, 16);    // tensor 2 x pipeline 4 x data 2
//   place.shard, place.stage, place.replica;                  // 1, 2 and 1
//   rank_at(place.at_stage(3));                               // 15
//
// Checkpoints are cut by it, and steps of a job that says so made by it.
#pragma once

#include <cstdint>

#include "models/io.h"
#include "models/jobs/checkpoint/checkpoint_spec.h"

namespace headrace {

struct RankPlace {
  RankOrder order = RankOrder::tensor_pipeline_data;
  std::int64_t tensor = 1, pipeline = 1, data = 1;  // Sizes.
  std::int64_t shard = 0, stage = 0, replica = 0;   // Of the rank.

  std::int64_t model_ranks() const { return tensor * pipeline; }
  RankPlace at_stage(std::int64_t number) const {
    RankPlace other = *this;
    other.stage = number;
    return other;
  }
  RankPlace at_replica(std::int64_t number) const {
    RankPlace other = *this;
    other.replica = number;
    return other;
  }
};

RankPlace place_of(const ParallelismSpec& spec, RankId rank, std::int64_t ranks);
RankId rank_at(const RankPlace& place);

}  // namespace headrace
