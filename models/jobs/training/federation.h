// Federation: who takes part in which round, and how long each client's link takes.
//
//   if (federation.takes_part(client, round)) co_await sim.delay(federation.transfer(client));
#pragma once

#include <cstdint>
#include <vector>

#include "models/io.h"
#include "models/jobs/training/federated_spec.h"
#include "sim/scope.h"

namespace headrace {

class Federation {
 public:
  Federation(const Scope& scope, const FederatedSpec& spec, std::int64_t clients);

  std::int64_t participants() const { return participants_; }
  // Rounds count from 0. Each set of clients is as likely as any other of its size.
  bool takes_part(RankId client, std::int64_t round);
  // Returns how long the model takes one way.
  Duration transfer(RankId client) const { return transfers_[static_cast<std::size_t>(client)]; }

 private:
  void draw(std::int64_t round);

  std::int64_t participants_;
  RandomStream rounds_;
  std::int64_t drawn_ = -1;  // The round of `chosen_`.
  std::vector<bool> chosen_;
  std::vector<Duration> transfers_;  // By client.
};

}  // namespace headrace
