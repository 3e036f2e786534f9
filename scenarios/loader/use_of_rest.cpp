#include "scenarios/loader/use_of_rest.h"

#include <algorithm>

namespace headrace {

UseOfRest::Sums UseOfRest::sums() const {
  const double span = sim_.now().since_start().in_seconds();
  Sums sums;
  for (const ResourceResult& one : measure_())
    sums[one.name] = {one.utilisation_mean * span, one.utilisation_max * span};
  return sums;
}

void UseOfRest::end_rest(double work) {
  within_ = false;
  for (const auto& [name, now] : sums()) {
    const Busy before = before_[name];
    more_[name].mean += (now.mean - before.mean) * work;
    more_[name].most += (now.most - before.most) * work;
  }
}

void UseOfRest::add_to(std::vector<ResourceResult>& resources) const {
  const double span = sim_.now().since_start().in_seconds();
  if (span <= 0) return;
  for (ResourceResult& one : resources) {
    const auto more = more_.find(one.name);
    if (more == more_.end()) continue;
    one.utilisation_mean = std::min(1.0, one.utilisation_mean + more->second.mean / span);
    one.utilisation_max = std::min(1.0, one.utilisation_max + more->second.most / span);
  }
}

}  // namespace headrace
