#include "models/jobs/training/federation.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "sim/distribution.h"

namespace headrace {

Federation::Federation(const Scope& scope, const FederatedSpec& spec, std::int64_t clients)
    : participants_(spec.participants < 0 ? clients : spec.participants), rounds_(scope.random("rounds")) {
  RandomStream links = scope.random("links");
  const Duration mean = spec.model_size / spec.bandwidth;
  const Duration deviation =
      Duration::nanoseconds(std::llround(spec.spread * static_cast<double>(mean.ns())));
  const Distribution time =
      spec.spread > 0 ? Distribution(Law::lognormal, mean, deviation) : Distribution(mean);
  for (std::int64_t client = 0; client < clients; ++client)
    transfers_.push_back(spec.latency + time.draw(links));
}

bool Federation::takes_part(RankId client, std::int64_t round) {
  if (drawn_ != round) draw(round);
  return chosen_[static_cast<std::size_t>(client)];
}

// Draws the clients of a round: the first ones of a shuffle of all.
void Federation::draw(std::int64_t round) {
  std::vector<std::size_t> clients(transfers_.size());
  std::iota(clients.begin(), clients.end(), std::size_t{0});
  chosen_.assign(clients.size(), false);
  RandomStream stream = rounds_.at(static_cast<std::uint64_t>(round));
  for (std::size_t i = 0; i < static_cast<std::size_t>(participants_); ++i) {
    std::swap(clients[i], clients[i + stream.below(clients.size() - i)]);
    chosen_[clients[i]] = true;
  }
  drawn_ = round;
}

}  // namespace headrace
