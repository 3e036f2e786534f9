// The table of shuffle policies: one line each.

#include "models/shuffle/policy.h"

namespace headrace {

std::unique_ptr<Recipe<ShufflePolicy>> shuffle_sequential();
std::unique_ptr<Recipe<ShufflePolicy>> shuffle_global();
std::unique_ptr<Recipe<ShufflePolicy>> shuffle_local();
std::unique_ptr<Recipe<ShufflePolicy>> shuffle_partial();
std::unique_ptr<Recipe<ShufflePolicy>> shuffle_window();
std::unique_ptr<Recipe<ShufflePolicy>> shuffle_bundles_reversed();
std::unique_ptr<Recipe<ShufflePolicy>> shuffle_shards();

PolicyTable<ShufflePolicy> ShufflePolicy::table() {
  static constexpr Registration<ShufflePolicy> kTable[] = {
      {"sequential", "every rank reads its block of samples in ascending order", shuffle_sequential},
      {"global", "all samples in a new random order each epoch, dealt to the ranks in turn", shuffle_global},
      {"local", "every rank keeps its block of samples and puts it in a new random order", shuffle_local},
      {"partial", "a share of every rank's samples changes hands, the rest is shuffled locally",
       shuffle_partial},
      {"window", "a buffer of a rank's next samples, from which one is drawn at random", shuffle_window},
      {"bundles_reversed", "fixed bundles of samples, read in the opposite order in every other epoch",
       shuffle_bundles_reversed},
      {"shards", "files in a new random order each epoch, the samples of each in ascending order",
       shuffle_shards},
  };
  return kTable;
}

}  // namespace headrace
