// The table of shuffle policies: one line each.

#include "models/shuffle/policy.h"

namespace headrace {

std::unique_ptr<Recipe<ShufflePolicy>> sequential();

PolicyTable<ShufflePolicy> ShufflePolicy::table() {
  static constexpr Registration<ShufflePolicy> kTable[] = {
      {"sequential", "every rank reads its block of samples in ascending order", sequential},
  };
  return kTable;
}

}  // namespace headrace
