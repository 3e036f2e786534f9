// Design: which combinations of the axes' values a sweep is made of.
//
// A design says of each of its points where it stands on each axis: a share of
// the axis from 0 to 1, which a list of n values takes as its value
// floor(share * n) or the last, a range as a place between its ends. A point is a function
// of the setting and its own index, so points need no order and no memory, and
// are the same on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headrace {

inline constexpr std::int64_t kMostPoints = 1'000'000;

struct DesignSetting {
  std::vector<std::string> names;    // Of the axes: draws are named by them.
  std::vector<std::int64_t> values;  // Of each axis; 0: a range.
  std::int64_t points = 0;           // As the scenario says.
  std::uint64_t seed = 1;
};

inline constexpr double kOfTheBase = -1;  // In place of a share: what the scenario itself has there.

struct DesignTraits {
  bool is_sampled = false;  // Takes `points`, and ranges without steps.
  bool is_endless = false;  // Points that miss a constraint are replaced by later ones.
  bool is_whole = false;    // A point means nothing without the others, so no constraint may remove it.
  bool has_base = false;    // Stands at the scenario's own values too.
};

struct Design {
  std::string_view name;
  std::string_view meaning;  // One sentence without a full stop.
  DesignTraits traits;
  std::int64_t (*size)(const DesignSetting& setting);
  void (*place)(const DesignSetting& setting, std::int64_t point, std::span<double> shares);
};

std::span<const Design> designs();

// The middle of a value's part of its axis.
inline double share_of(std::int64_t value, std::int64_t of) {
  return (static_cast<double>(value) + 0.5) / static_cast<double>(of);
}

}  // namespace headrace
