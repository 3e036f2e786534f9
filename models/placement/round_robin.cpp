// Round robin: a file's number times its stripe count, modulo the targets: what
// an allocator deals that creates files in order.

#include "models/placement/policy.h"

namespace headrace {

namespace {

class RoundRobin final : public PlacementPolicy {
 public:
  explicit RoundRobin(const Context& context) : targets_(context.targets) {}
  std::int32_t existing(FileId file, std::int64_t stripe_count) const override {
    return in_turn(file, stripe_count, targets_);
  }
  std::int32_t created(FileId file, std::int64_t stripe_count, std::span<const std::int64_t>) override {
    return in_turn(file, stripe_count, targets_);
  }

 private:
  std::int64_t targets_;
};

}  // namespace

std::unique_ptr<Recipe<PlacementPolicy>> placement_round_robin() {
  return recipe<PlacementPolicy, RoundRobin>();
}

}  // namespace headrace
