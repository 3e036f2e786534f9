#include "models/storage/layout.h"

#include <algorithm>
#include <limits>

#include "sim/check.h"
#include "sim/units_text.h"

namespace headrace {

namespace {

constexpr std::int64_t kMostStripes = 2000;  // Objects of a file that drives can tell apart (models/io.h).
constexpr Bytes kUsualOnMdt = 1_MiB;         // Most of a file there, lod.*.dom_stripesize [read].
constexpr Bytes kEndless = Bytes::count(std::numeric_limits<std::int64_t>::max());

std::int32_t in_turn(std::int64_t first, std::int64_t stripe, std::int64_t targets) {
  return static_cast<std::int32_t>((first + stripe) % targets);
}

}  // namespace

void LayoutSpec::check(Check& check) const {
  if (mdt_size > kUsualOnMdt)
    check.warn({.field = "mdt_size",
                .code = "W0062",
                .sentence = "Lustre keeps at most " + text_of(kUsualOnMdt) +
                            " of a file on its metadata server, unless its servers are told otherwise",
                .help = "their limit is lod.*.dom_stripesize: 1 MiB by default, 1 GiB at most"});
  for (std::size_t i = 1; i < components.size(); ++i) {
    if (components[i].until > components[i - 1].until) continue;
    const std::string field = "components[" + std::to_string(i) + "].until";
    check.error({.field = field,
                 .code = "E0316",
                 .sentence = "the component ends no later than the one before it",
                 .help = "each begins where the one before it ends"});
  }
}

Layout::Layout(const FileLayout& file, std::int32_t first_target, std::int64_t targets)
    : stripe_count_(std::min(file.stripe_count, targets)),
      stripe_size_(file.stripe_size),
      targets_(targets),
      first_target_(first_target) {
  HEADRACE_CHECK(first_target >= 0 && first_target < targets);
}

Layout::Layout(const LayoutSpec& spec, Bytes size, const LayoutPlace& place)
    : stripe_count_(0),
      stripe_size_(spec.stripe_size),
      targets_(place.targets),
      first_target_(0),
      parts_(std::make_unique<Parts>()) {
  parts_->place = place;
  const auto objects = [&](std::int64_t wanted) {
    return spec.overstriping ? wanted : std::min(wanted, place.targets);
  };
  const auto is_behind = [&] { return !parts_->list.empty() && parts_->list.back().end >= size; };
  if (spec.mdt_size > Bytes()) {
    add_part(spec.mdt_size, 1);
    parts_->mdt_objects = 1;
  }
  for (const LayoutComponent& component : spec.components) {
    if (is_behind()) break;
    if (component.until > spec.mdt_size) add_part(component.until, objects(component.stripe_count));
  }
  if (spec.components.empty() && !is_behind()) add_part(kEndless, objects(spec.stripe_count));
  if (parts_->list.empty()) add_part(kEndless, 1);
  parts_->list.back().end = kEndless;  // What is written behind a file's size lies where its end does.
}

void Layout::add_part(Bytes end, std::int64_t stripe_count) {
  Part part;
  if (!parts_->list.empty()) part.begin = parts_->list.back().end;
  if (end <= part.begin) return;
  part.end = end;
  part.first_stripe = stripe_count_;
  part.stripe_count = std::clamp<std::int64_t>(kMostStripes - stripe_count_, 1, stripe_count);
  stripe_count_ += part.stripe_count;
  parts_->list.push_back(part);
}

std::int32_t Layout::target_of_stripe(std::int64_t stripe) const {
  if (parts_ == nullptr) return in_turn(first_target_, stripe, targets_);
  if (is_on_mdt(stripe)) return parts_->place.mdt;
  return parts_->place.pool_first + in_turn(first_target_, stripe - parts_->mdt_objects, targets_);
}

Extent Layout::cut(Bytes offset, Bytes most, std::int64_t stripe_count) const {
  const Bytes unit = stripe_count == 1 ? most : std::min(most, stripe_size_);
  const std::int64_t stripe = stripe_count == 1 ? 0 : offset / stripe_size_ % stripe_count;
  Extent extent;
  extent.target = in_turn(first_target_, stripe, targets_);
  extent.stripe = static_cast<std::int32_t>(stripe);
  extent.offset = offset;
  extent.length = unit - offset % unit;
  if (stripe_count > 1) extent.length = std::min(extent.length, stripe_size_ - offset % stripe_size_);
  return extent;
}

Extent Layout::cut_part(Bytes offset, Bytes most) const {
  const Part* part = parts_->list.data();
  while (offset >= part->end) ++part;
  Extent extent = cut(offset, most, part->stripe_count);
  extent.stripe += static_cast<std::int32_t>(part->first_stripe);
  extent.target = target_of_stripe(extent.stripe);
  extent.length = std::min(extent.length, part->end - offset);
  return extent;
}

Bytes Layout::bytes_on(std::int64_t stripe, Bytes begin, Bytes end) const {
  if (parts_ == nullptr) return bytes_of(stripe, stripe_count_, begin, end);
  const Part* part = parts_->list.data();
  while (stripe >= part->first_stripe + part->stripe_count) ++part;
  begin = std::max(begin, part->begin);
  end = std::min(end, part->end);
  if (begin >= end) return Bytes();
  return bytes_of(stripe - part->first_stripe, part->stripe_count, begin, end);
}

Bytes Layout::bytes_of(std::int64_t stripe, std::int64_t stripe_count, Bytes begin, Bytes end) const {
  if (stripe_count == 1) return end - begin;
  const Bytes row = stripe_size_ * stripe_count;
  const auto below = [&](Bytes at) {
    return stripe_size_ * (at / row) + std::clamp(at % row - stripe_size_ * stripe, Bytes(), stripe_size_);
  };
  return below(end) - below(begin);
}

}  // namespace headrace
