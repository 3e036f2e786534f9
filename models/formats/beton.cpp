#include "models/formats/beton.h"

#include <algorithm>

namespace headrace {

Bytes BetonContainer::size_of(const BetonSpec& spec, Bytes sample, std::int64_t samples) {
  return filled(sample * samples, spec.page);
}

void BetonContainer::opened(Bytes sample, std::int64_t, FileReads&) {
  sample_ = sample;
  held_.clear();
}

void BetonContainer::sample(std::int64_t place, FileReads& reads) {
  const std::int64_t page = (sample_ * (place + 1) - 1_B) / spec_.page;
  const auto found = std::find(held_.begin(), held_.end(), page);
  if (found != held_.end()) {
    std::rotate(found, found + 1, held_.end());
    return;
  }
  reads.reads.push_back({spec_.page * page, spec_.page});
  if (std::ssize(held_) == spec_.held_pages) held_.erase(held_.begin());
  held_.push_back(page);
}

}  // namespace headrace
