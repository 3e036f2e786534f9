// The table of cache policies: one line each.

#include "models/cache/policy.h"

namespace headrace {

std::unique_ptr<Recipe<CachePolicy>> lru();

PolicyTable<CachePolicy> CachePolicy::table() {
  static constexpr Registration<CachePolicy> kTable[] = {
      {"lru", "gives up the object longest without a hit", lru},
  };
  return kTable;
}

}  // namespace headrace
