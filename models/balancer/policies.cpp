// The table of balancer policies: one line each.

#include "models/balancer/policy.h"

namespace headrace {

std::unique_ptr<Recipe<Balancer>> balancer_round_robin();
std::unique_ptr<Recipe<Balancer>> balancer_random();
std::unique_ptr<Recipe<Balancer>> balancer_least_loaded();
std::unique_ptr<Recipe<Balancer>> balancer_power_of_two();

PolicyTable<Balancer> Balancer::table() {
  static constexpr Registration<Balancer> kTable[] = {
      {"round_robin", "in turn", balancer_round_robin},
      {"random", "any, each as likely", balancer_random},
      {"least_loaded", "the one with the fewest requests", balancer_least_loaded},
      {"power_of_two", "of two at random the less loaded", balancer_power_of_two},
  };
  return kTable;
}

}  // namespace headrace
