// The table of placement policies: one line each.

#include "models/placement/policy.h"

namespace headrace {

std::unique_ptr<Recipe<PlacementPolicy>> placement_round_robin();
std::unique_ptr<Recipe<PlacementPolicy>> placement_random();
std::unique_ptr<Recipe<PlacementPolicy>> placement_least_loaded();
std::unique_ptr<Recipe<PlacementPolicy>> placement_free_space();

PolicyTable<PlacementPolicy> PlacementPolicy::table() {
  static constexpr Registration<PlacementPolicy> kTable[] = {
      {"round_robin", "by number, in turn", placement_round_robin},
      {"random", "on any target, each as likely", placement_random},
      {"least_loaded", "new files where the fewest bytes are on their way", placement_least_loaded},
      {"free_space",
       "new files in turn, and by free space where that differs: Lustre's own allocator; files of before the "
       "run in turn",
       placement_free_space},
  };
  return kTable;
}

}  // namespace headrace
