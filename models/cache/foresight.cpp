#include "models/cache/foresight.h"

namespace headrace {

void refuse_foresight(Check& check, std::string_view field, const Chosen<CachePolicy>& policy) {
  CachePolicy::Context cache;
  cache.capacity = 1_MiB;
  if (!policy.make(cache)->needs_future()) return;
  check.error({.field = field,
               .code = "E0326",
               .sentence = "'" + std::string(policy.name()) +
                           "' looks ahead, and a file system does not know what will be read",
               .help = "it is for the cache of a job, whose order is known"});
}

}  // namespace headrace
