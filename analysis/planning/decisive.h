// Decisive: which few of many changes make most of what all of them do together.
//
//   const auto few = find_decisive(61, -15.2, effects);   // Those that make more than half of -15.2.
//
// Changes that do little one by one may do much together: a smaller window and a later answer, of which
// either alone is hidden. So they are not tried singly: with the first k of them made, and then one less, the
// effect is lost somewhere; the change that is lost with is one of those looked for, and with it made the
// search begins again.
//
// Leaves out that another few might do as well: one answer is found, in the order of the changes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace headrace {

using ChangeSet = std::vector<std::size_t>;  // Numbers of changes, rising.

// ChangeEffects: what sets of changes do to a figure.
class ChangeEffects {
 public:
  virtual ~ChangeEffects() = default;
  // Returns what the figure changes by with each set, NaN where it has none; nothing where it was stopped.
  virtual std::optional<std::vector<double>> effects(std::span<const ChangeSet> sets) = 0;
};

struct DecisiveChanges {
  static constexpr double kShare = 0.5;    // Part of the whole effect that they have to make.
  static constexpr std::size_t kMost = 4;  // More are not few.

  ChangeSet changes;  // Empty: no few of them make so much.
  double effect = 0;  // What they make alone.
  bool stopped = false;
};

// `whole` is what all `count` changes do together. Asks for three sets at once, some log4(count) times for
// each change that is found.
DecisiveChanges find_decisive(std::size_t count, double whole, ChangeEffects& effects);

}  // namespace headrace
