// Least loaded: a new file goes where the fewest bytes were on their way to its targets when last sampled;
// equals take turns. All that is created between two samples sees the same load, so old samples send
// everybody to the same target. Files that were there before the run lie as round robin deals them.

#include "models/placement/policy.h"

namespace headrace {

namespace {

struct LeastLoadedSpec {
  Duration staleness = 1_s;

  void visit(Fields& f) {
    f.duration({"staleness", "most age of the load that a new file is placed by",
                "prior [assumed]: servers report their state about once a second or less often"},
               staleness, 1_ns, Duration::seconds(86'400));
  }
};

class LeastLoaded final : public PlacementPolicy {
 public:
  LeastLoaded(const Context& context, const LeastLoadedSpec& spec)
      : targets_(context.targets), staleness_(spec.staleness) {}

  std::int32_t existing(FileId file, std::int64_t stripe_count) const override {
    return in_turn(file, stripe_count, targets_);
  }

  // Returns where the targets of a file begin that have the least load together: that of a window which
  // slides over all of them, from where the last file ended.
  std::int32_t created(FileId, std::int64_t stripe_count, std::span<const std::int64_t> load) override {
    HEADRACE_CHECK(static_cast<std::int64_t>(load.size()) == targets_);
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < stripe_count; ++i) sum += at(load, turn_ + i);
    std::int64_t best = turn_, least = sum;
    for (std::int64_t first = turn_ + 1; first < turn_ + targets_; ++first) {
      sum += at(load, first + stripe_count - 1) - at(load, first - 1);
      if (sum >= least) continue;
      least = sum;
      best = first;
    }
    turn_ = (best + stripe_count) % targets_;
    return static_cast<std::int32_t>(best % targets_);
  }

  Duration sampled_every() const override { return staleness_; }

 private:
  std::int64_t at(std::span<const std::int64_t> load, std::int64_t target) const {
    return load[static_cast<std::size_t>(target % targets_)];
  }

  std::int64_t targets_;
  Duration staleness_;
  std::int64_t turn_ = 0;  // The target after those of the last file.
};

}  // namespace

std::unique_ptr<Recipe<PlacementPolicy>> placement_least_loaded() {
  return recipe<PlacementPolicy, LeastLoaded, LeastLoadedSpec>();
}

}  // namespace headrace
