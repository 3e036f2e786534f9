// Random: each file on a target of its own draw, whatever the others do: balls in bins, as where many clients
// create at once and nobody coordinates them.

#include "models/placement/policy.h"

namespace headrace {

namespace {

class Random final : public PlacementPolicy {
 public:
  explicit Random(const Context& context)
      : targets_(static_cast<std::uint64_t>(context.targets)), random_(context.random) {}
  std::int32_t existing(FileId file, std::int64_t) const override {
    RandomStream own =
        random_.at(static_cast<std::uint64_t>(file.set)).at(static_cast<std::uint64_t>(file.index));
    return static_cast<std::int32_t>(own.below(targets_));
  }
  std::int32_t created(FileId file, std::int64_t stripe_count, std::span<const std::int64_t>) override {
    return existing(file, stripe_count);
  }

 private:
  std::uint64_t targets_;
  RandomStream random_;
};

}  // namespace

std::unique_ptr<Recipe<PlacementPolicy>> placement_random() { return recipe<PlacementPolicy, Random>(); }

}  // namespace headrace
