// Purpose: what the files of a job are for. A job may keep those of each purpose in another place.
//
//   Purposes uses = Purposes().with(Purpose::data).with(Purpose::checkpoints, spec.enabled);
//   uses.has(Purpose::data)
//
// Leaves out caches and the first level of two-level checkpoints, which lie on the job's local storage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace headrace {

enum class Purpose : std::uint8_t {
  data,  // The training set, the set of a sweep, or the files of a probe.
  evaluation,
  checkpoints,
  weights,
  predictions,
  software,  // Imports at the start.
  logs,      // Records of ranks that train.
};
inline constexpr std::string_view kPurposes[] = {"data",        "evaluation", "checkpoints", "weights",
                                                 "predictions", "software",   "logs"};
inline constexpr std::size_t kPurposeCount = std::size(kPurposes);

inline constexpr std::size_t index_of(Purpose purpose) { return static_cast<std::size_t>(purpose); }
inline constexpr Purpose purpose_at(std::size_t index) { return static_cast<Purpose>(index); }
inline constexpr std::string_view word(Purpose purpose) { return kPurposes[index_of(purpose)]; }

// Purposes: a set of them.
class Purposes {
 public:
  constexpr Purposes with(Purpose purpose, bool added = true) const {
    Purposes more = *this;
    if (added) more.bits_ |= 1u << index_of(purpose);
    return more;
  }
  constexpr bool none() const { return bits_ == 0; }
  constexpr bool has(Purpose purpose) const { return ((bits_ >> index_of(purpose)) & 1u) != 0; }

 private:
  unsigned bits_ = 0;
};

}  // namespace headrace
