#include "analysis/planning/decisive.h"

#include <algorithm>

namespace headrace {

namespace {

constexpr std::size_t kAtOnce = 3;  // Sets that are asked for together, whatever the machine.

// Returns `made` and the first `count` of all changes.
ChangeSet with_first(std::size_t count, const ChangeSet& made) {
  ChangeSet set(count);
  for (std::size_t i = 0; i < count; ++i) set[i] = i;
  for (const std::size_t change : made)
    if (change >= count) set.push_back(change);
  return set;
}

class DecisiveSearch {
 public:
  DecisiveSearch(std::size_t count, double whole, ChangeEffects& effects)
      : open_(count), asked_(whole * DecisiveChanges::kShare), effects_(effects) {}

  DecisiveChanges find() {
    while (found_.changes.size() < DecisiveChanges::kMost && open_ > 0) {
      const auto last = last_needed();
      if (!last) break;
      found_.changes.insert(std::lower_bound(found_.changes.begin(), found_.changes.end(), *last), *last);
      open_ = *last;
      const auto alone = effects_.effects({&found_.changes, 1});
      found_.stopped = !alone;
      if (!alone) break;
      found_.effect = alone->front();
      if (does(found_.effect)) return found_;
    }
    found_.changes.clear();
    found_.effect = 0;
    return found_;
  }

 private:
  // Says whether an effect is what is asked for; none is not.
  bool does(double effect) const { return asked_ < 0 ? effect <= asked_ : effect >= asked_; }

  // Finds a k with which the first k open changes do it, beside those found, and the first k - 1 do not; the
  // last of those k. Absent: stopped.
  std::optional<std::size_t> last_needed() {
    std::size_t low = 0, high = open_;  // The first `low` do not do it, the first `high` do.
    while (high - low > 1) {
      std::vector<std::size_t> counts;
      for (std::size_t part = 1; part <= kAtOnce; ++part) {
        const std::size_t count = low + (high - low) * part / (kAtOnce + 1);
        if (count > low && count < high && (counts.empty() || counts.back() < count)) counts.push_back(count);
      }
      if (counts.empty()) counts.push_back(low + 1);
      std::vector<ChangeSet> sets;
      for (const std::size_t count : counts) sets.push_back(with_first(count, found_.changes));
      const auto found = effects_.effects(sets);
      if (!found) {
        found_.stopped = true;
        return std::nullopt;
      }
      for (std::size_t i = 0; i < counts.size(); ++i)
        if (does((*found)[i])) {
          high = counts[i];
          break;
        } else {
          low = counts[i];
        }
    }
    return low;
  }

  std::size_t open_;  // Changes before the first that was found: later ones are not needed beside it.
  double asked_;
  ChangeEffects& effects_;
  DecisiveChanges found_;
};

}  // namespace

DecisiveChanges find_decisive(std::size_t count, double whole, ChangeEffects& effects) {
  return DecisiveSearch(count, whole, effects).find();
}

}  // namespace headrace
