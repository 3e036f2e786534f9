#include "models/jobs/checkpoint/rank_place.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <vector>

namespace headrace {
namespace {

ParallelismSpec spread(std::int64_t tensor, std::int64_t pipeline, RankOrder order) {
  ParallelismSpec spec;
  spec.tensor = tensor;
  spec.pipeline = pipeline;
  spec.order = order;
  return spec;
}

std::vector<RankId> stages_of_rank_0(RankOrder order) {
  const RankPlace first = place_of(spread(2, 4, order), 0, 16);
  std::vector<RankId> ranks;
  for (std::int64_t stage = 0; stage < 4; ++stage) ranks.push_back(rank_at(first.at_stage(stage)));
  return ranks;
}

// 16 ranks, tensor 2, pipeline 4, data 2: stages are tensor ranks apart, or tensor x data ranks.
TEST(RankPlace, SaysWhoStandsSideBySide) {
  EXPECT_EQ(stages_of_rank_0(RankOrder::tensor_pipeline_data), (std::vector<RankId>{0, 2, 4, 6}));
  EXPECT_EQ(stages_of_rank_0(RankOrder::tensor_data_pipeline), (std::vector<RankId>{0, 4, 8, 12}));
}

// Law: every rank has a place of its own, and the place has the rank.
TEST(RankPlace, EveryRankHasAPlaceOfItsOwn) {
  for (const RankOrder order : {RankOrder::tensor_pipeline_data, RankOrder::tensor_data_pipeline}) {
    for (const std::int64_t tensor : {1, 2, 3}) {
      for (const std::int64_t pipeline : {1, 2, 5}) {
        const std::int64_t ranks = 4 * tensor * pipeline;
        std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> places;
        for (RankId rank = 0; rank < ranks; ++rank) {
          const RankPlace place = place_of(spread(tensor, pipeline, order), rank, ranks);
          EXPECT_EQ(place.data, 4);
          EXPECT_LT(place.shard, tensor);
          EXPECT_LT(place.stage, pipeline);
          EXPECT_LT(place.replica, 4);
          EXPECT_EQ(rank_at(place), rank);
          places.insert({place.shard, place.stage, place.replica});
        }
        EXPECT_EQ(std::ssize(places), ranks);
      }
    }
  }
}

}  // namespace
}  // namespace headrace
