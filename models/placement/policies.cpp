// The table of placement policies: one line each.

#include "models/placement/policy.h"

namespace headrace {

std::unique_ptr<Recipe<PlacementPolicy>> placement_round_robin();

PolicyTable<PlacementPolicy> PlacementPolicy::table() {
  static constexpr Registration<PlacementPolicy> kTable[] = {
      {"round_robin", "by number, in turn", placement_round_robin},
  };
  return kTable;
}

}  // namespace headrace
