#include "models/storage/lustre/space.h"

#include <algorithm>
#include <cmath>

namespace headrace {

Space::Space(const OstSpec& spec, RandomStream fill) : capacity_(spec.capacity.count()) {
  if (capacity_ == 0) return;
  for (std::int64_t i = 0; i < spec.count; ++i) {
    const bool newer = i >= spec.count - spec.newer;
    const double off = spec.fill_spread * (2 * fill.uniform() - 1);
    const double share = newer ? spec.newer_fill : std::clamp(spec.fill + off, 0.0, 1.0);
    used_.push_back(std::llround(share * static_cast<double>(capacity_)));
    free_.push_back(capacity_ - used_.back());
  }
}

std::optional<Bytes> Space::size_of(const FileId& file) const {
  const auto found = created_.find(file);
  if (found == created_.end()) return std::nullopt;
  return found->second;
}

void Space::take(const FileInfo& file, const Layout& layout) {
  created_[file.id] = file.size;
  change(layout, file.size, 1);
}

// Gives back the space of a file. One that was there before the run frees what it has of the initial fill.
void Space::give(const FileInfo& file, const Layout& layout) {
  created_.erase(file.id);
  change(layout, file.size, -1);
}

void Space::change(const Layout& layout, Bytes size, std::int64_t sign) {
  for (std::int64_t stripe = 0; stripe < layout.stripe_count(); ++stripe) {
    if (layout.is_on_mdt(stripe)) continue;
    const auto target = static_cast<std::size_t>(layout.target_of_stripe(stripe));
    const std::int64_t bytes = sign * layout.bytes_on(stripe, Bytes(), size).count();
    used_[target] = std::max<std::int64_t>(0, used_[target] + bytes);
    free_[target] = std::clamp<std::int64_t>(capacity_ - used_[target], 0, capacity_);
  }
}

}  // namespace headrace
