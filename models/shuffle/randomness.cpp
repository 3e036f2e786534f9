#include "models/shuffle/randomness.h"

#include <cmath>
#include <set>
#include <vector>

namespace headrace {

namespace {

using Place = ShufflePolicy::Place;
constexpr Place kNowhere = {-1, 0};

std::vector<Place> places_of(const ShufflePolicy& policy, const ShufflePolicy::Context& context,
                             std::int64_t epoch) {
  std::vector<Place> places(static_cast<std::size_t>(context.samples), kNowhere);
  for (RankId rank = 0; rank < context.ranks; ++rank) {
    const auto order = policy.order(epoch, rank);
    for (std::int64_t i = 0; i < order->size(); ++i)
      places[static_cast<std::size_t>(order->at(i))] = {rank, i};
  }
  return places;
}

double batch_diversity(const ShufflePolicy& policy, const ShufflePolicy::Context& context,
                       std::int64_t epoch) {
  std::int64_t batches = 0;
  std::size_t places = 0;
  for (RankId rank = 0; rank < context.ranks; ++rank) {
    const auto order = policy.order(epoch, rank);
    for (std::int64_t i = 0; i + context.batch_size <= order->size(); i += context.batch_size, ++batches) {
      std::set<std::int64_t> seen;
      for (std::int64_t k = i; k < i + context.batch_size; ++k)
        seen.insert(order->at(k) / context.batch_size);
      places += seen.size();
    }
  }
  if (batches == 0) return 0;
  return static_cast<double>(places) / static_cast<double>(batches * context.batch_size);
}

}  // namespace

Randomness randomness_of(const ShufflePolicy& policy, const ShufflePolicy::Context& context,
                         std::int64_t epoch) {
  const std::vector<Place> before = places_of(policy, context, epoch - 1);
  const std::vector<Place> now = places_of(policy, context, epoch);
  double distance = 0;
  std::int64_t moved = 0;
  std::int64_t read_twice = 0;
  for (std::size_t sample = 0; sample < now.size(); ++sample) {
    if (before[sample].rank < 0 || now[sample].rank < 0) continue;
    ++read_twice;
    distance += static_cast<double>(std::abs(now[sample].position - before[sample].position));
    moved += now[sample].rank != before[sample].rank ? 1 : 0;
  }
  Randomness found;
  found.batch_diversity = batch_diversity(policy, context, epoch);
  if (read_twice == 0) return found;
  const auto both = static_cast<double>(read_twice);
  const double epoch_length = static_cast<double>(context.samples) / static_cast<double>(context.ranks);
  found.displacement = distance / both / epoch_length;
  found.moved = static_cast<double>(moved) / both;
  return found;
}

}  // namespace headrace
