// The table of balancer policies: one line each.

#include "models/balancer/policy.h"

namespace headrace {

std::unique_ptr<Recipe<Balancer>> balancer_round_robin();

PolicyTable<Balancer> Balancer::table() {
  static constexpr Registration<Balancer> kTable[] = {
      {"round_robin", "in turn", balancer_round_robin},
  };
  return kTable;
}

}  // namespace headrace
