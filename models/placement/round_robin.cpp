// Round robin: an allocator deals stripes to the targets in the order in which files are created. Files that
// were there before the run were created in the order of their numbers.

#include "models/placement/policy.h"

namespace headrace {

namespace {

class RoundRobin final : public PlacementPolicy {
 public:
  explicit RoundRobin(const Context& context) : targets_(context.targets) {}
  std::int32_t existing(FileId file, std::int64_t stripe_count) const override {
    return in_turn(file, stripe_count, targets_);
  }
  std::int32_t created(FileId, std::int64_t stripe_count, std::span<const std::int64_t>) override {
    const std::int64_t first = turn_;
    turn_ = (turn_ + stripe_count) % targets_;
    return static_cast<std::int32_t>(first);
  }

 private:
  std::int64_t targets_;
  std::int64_t turn_ = 0;  // The target after those of the last file.
};

}  // namespace

std::unique_ptr<Recipe<PlacementPolicy>> placement_round_robin() {
  return recipe<PlacementPolicy, RoundRobin>();
}

}  // namespace headrace
