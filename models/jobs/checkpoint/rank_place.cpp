#include "models/jobs/checkpoint/rank_place.h"

#include <algorithm>

namespace headrace {

RankPlace place_of(const ParallelismSpec& spec, RankId rank, std::int64_t ranks) {
  RankPlace place;
  place.order = spec.order;
  place.tensor = spec.tensor;
  place.pipeline = spec.pipeline;
  place.data = spec.data > 0 ? spec.data : std::max<std::int64_t>(1, ranks / place.model_ranks());
  place.shard = rank % place.tensor;
  const std::int64_t group = rank / place.tensor;
  if (place.order == RankOrder::tensor_pipeline_data) {
    place.stage = group % place.pipeline;
    place.replica = group / place.pipeline;
  } else {
    place.replica = group % place.data;
    place.stage = group / place.data;
  }
  return place;
}

RankId rank_at(const RankPlace& place) {
  const std::int64_t group = place.order == RankOrder::tensor_pipeline_data
                                 ? place.replica * place.pipeline + place.stage
                                 : place.stage * place.data + place.replica;
  return static_cast<RankId>(group * place.tensor + place.shard);
}

}  // namespace headrace
