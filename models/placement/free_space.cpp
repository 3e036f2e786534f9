// Free space: what Lustre's metadata server does: files take turns while all targets have about as much
// free, and are drawn by free space where they have not. No file begins so that one of its stripes would lie
// on a full target, unless there is no other place. Without free space to look at they take turns. Files that
// were there before the run lie as round robin deals them. Leaves out that Lustre draws each stripe of a file
// by itself, and how its penalties for targets that were just used fade with time: here the rest of the
// priority is an equal share for each target.

#include <algorithm>
#include <vector>

#include "models/placement/policy.h"

namespace headrace {

namespace {

struct FreeSpaceSpec {
  double qos_threshold_rr = 0.17;
  double qos_prio_free = 0.9;

  void visit(Fields& f) {
    f.number({"qos_threshold_rr",
              "files take turns while the free space of targets differs by less, and always where nobody "
              "counts it (ost.capacity)",
              "Lustre default 17 % [read]"},
             qos_threshold_rr, 0.0, 1.0);
    f.number({"qos_prio_free", "share of a target's weight that is its free space; the rest is equal for all",
              "Lustre default 90 % [read]; that the rest is equal [assumed]"},
             qos_prio_free, 0.0, 1.0);
  }
};

class FreeSpace final : public PlacementPolicy {
 public:
  FreeSpace(const Context& context, const FreeSpaceSpec& spec)
      : targets_(context.targets), random_(context.random), free_(context.free), spec_(spec) {
    HEADRACE_CHECK(free_.empty() || static_cast<std::int64_t>(free_.size()) == targets_);
  }

  std::int32_t existing(FileId file, std::int64_t stripe_count) const override {
    return in_turn(file, stripe_count, targets_);
  }

  std::int32_t created(FileId, std::int64_t stripe_count, std::span<const std::int64_t>) override {
    if (free_.empty()) return next_turn(stripe_count);
    const auto [least, most] = std::minmax_element(free_.begin(), free_.end());
    const bool alike =
        static_cast<double>(*least) > (1 - spec_.qos_threshold_rr) * static_cast<double>(*most);
    if (alike && *least > 0) return next_turn(stripe_count);
    return draw(stripe_count);
  }

 private:
  std::int32_t next_turn(std::int64_t stripe_count) {
    const std::int64_t first = turn_;
    turn_ = (turn_ + stripe_count) % targets_;
    return static_cast<std::int32_t>(first);
  }

  // Draws where a file begins. The weight of a place is that of its targets together, and none where one of
  // them is full.
  std::int32_t draw(std::int64_t stripe_count) {
    weigh();
    places_.assign(free_.size(), 0.0);
    double all = 0;
    for (std::int64_t first = 0; first < targets_; ++first) {
      double& place = places_[static_cast<std::size_t>(first)];
      for (std::int64_t i = 0; i < stripe_count; ++i) {
        const double weight = weights_[static_cast<std::size_t>((first + i) % targets_)];
        if (weight == 0) {
          place = 0;
          break;
        }
        place += weight;
      }
      all += place;
    }
    if (all == 0) return next_turn(stripe_count);
    double left = random_.uniform() * all;
    std::size_t chosen = 0;
    for (std::size_t first = 0; first < places_.size(); ++first) {
      if (places_[first] == 0) continue;
      chosen = first;
      if (left < places_[first]) break;
      left -= places_[first];
    }
    return static_cast<std::int32_t>(chosen);
  }

  // Weighs the targets by the space they have free; one that is full has no weight.
  void weigh() {
    double sum = 0, open = 0;
    for (const std::int64_t free : free_) {
      sum += static_cast<double>(std::max<std::int64_t>(free, 0));
      open += free > 0 ? 1 : 0;
    }
    weights_.assign(free_.size(), 0.0);
    for (std::size_t i = 0; i < free_.size(); ++i)
      if (free_[i] > 0)
        weights_[i] =
            spec_.qos_prio_free * static_cast<double>(free_[i]) / sum + (1 - spec_.qos_prio_free) / open;
  }

  std::int64_t targets_;
  RandomStream random_;
  std::span<const std::int64_t> free_;
  FreeSpaceSpec spec_;
  std::int64_t turn_ = 0;  // The target after those of the last file that took its turn.
  std::vector<double> weights_, places_;
};

}  // namespace

std::unique_ptr<Recipe<PlacementPolicy>> placement_free_space() {
  return recipe<PlacementPolicy, FreeSpace, FreeSpaceSpec>();
}

}  // namespace headrace
