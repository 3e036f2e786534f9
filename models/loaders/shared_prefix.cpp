#include "models/loaders/shared_prefix.h"

namespace headrace {

bool SharedPrefix::begins(std::int64_t moment) {
  return samples_.try_emplace(moment, sim_, spec_.tasks).second;
}

void SharedPrefix::made(std::int64_t moment) {
  Sample& sample = samples_.at(moment);
  sample.is_made = true;
  sample.change.tell();
  take(moment, sample);
}

Task<> SharedPrefix::others(std::int64_t moment) {
  Sample& sample = samples_.at(moment);
  while (!sample.is_made) co_await sample.change.next();
  take(moment, sample);
}

void SharedPrefix::take(std::int64_t moment, Sample& sample) {
  if (--sample.left == 0) samples_.erase(moment);
}

}  // namespace headrace
