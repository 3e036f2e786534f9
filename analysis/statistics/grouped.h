// GroupedSpread: what values that come in groups say of one value of another group, as the errors of runs on
// some systems do of a run on another system.
//
//   const std::string_view groups[] = {"a", "a", "b"};
//   const auto spread = grouped_spread({{-0.02, -0.04, -0.05}}, groups);   // mean -0.04: a group counts once
//   spread->quantile(0.05);   // -0.20: two groups say little
//
// Groups weigh the same, however many values they have, and as many degrees of freedom are left as there are
// groups, less one: values of one group are alike. The new value is Student's t about the mean, with the
// variance s^2 (1 + 1 / groups), where s^2 is the weighted variance times groups / (groups - 1).
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace headrace {

struct GroupedSpread {
  double mean = 0, deviation = 0;  // Of the new value.
  double freedom = 1;

  // Returns the value below which that share lies.
  double quantile(double share) const;
  // Returns the probability of that value or more.
  double probability_above(double value) const;
};

// Returns nothing of fewer than two groups. Value i is of group i.
std::optional<GroupedSpread> grouped_spread(std::span<const double> values,
                                            std::span<const std::string_view> groups);

}  // namespace headrace
