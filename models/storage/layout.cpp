#include "models/storage/layout.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

Layout::Layout(const LayoutSpec& spec, std::int32_t first_target, std::int64_t targets)
    : stripe_count_(std::min(spec.stripe_count, targets)),
      stripe_size_(spec.stripe_size),
      targets_(targets),
      first_target_(first_target) {
  HEADRACE_CHECK(first_target >= 0 && first_target < targets);
}

std::int32_t Layout::target_of_stripe(std::int64_t stripe) const {
  return static_cast<std::int32_t>((first_target_ + stripe) % targets_);
}

Extent Layout::extent_at(Bytes offset, Bytes most) const {
  const Bytes unit = stripe_count_ == 1 ? most : std::min(most, stripe_size_);
  const std::int64_t stripe = stripe_count_ == 1 ? 0 : offset / stripe_size_ % stripe_count_;
  Extent extent;
  extent.target = target_of_stripe(stripe);
  extent.stripe = static_cast<std::int32_t>(stripe);
  extent.offset = offset;
  extent.length = unit - offset % unit;
  if (stripe_count_ > 1) extent.length = std::min(extent.length, stripe_size_ - offset % stripe_size_);
  return extent;
}

Bytes Layout::bytes_on(std::int64_t stripe, Bytes begin, Bytes end) const {
  if (stripe_count_ == 1) return end - begin;
  const Bytes row = stripe_size_ * stripe_count_;
  const auto below = [&](Bytes at) {
    return stripe_size_ * (at / row) + std::clamp(at % row - stripe_size_ * stripe, Bytes(), stripe_size_);
  };
  return below(end) - below(begin);
}

}  // namespace headrace
