// Reshuffles: the permutations of n things that a policy draws, one for each epoch and part.
//
// They are functions of the seed, the policy's name, the epoch and the part, so
// any of them is there at once, in any order. The last few are kept, because an
// order is asked for item by item.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/random.h"

namespace headrace {

class Reshuffles {
 public:
  Reshuffles(std::uint64_t seed, std::string_view policy) : stream_(seed, "shuffle/" + std::string(policy)) {}

  // Gives the permutation of [0, n). `part` tells apart what an epoch permutes: a rank's block, a bundle.
  const KeyedPermutation& of(std::int64_t n, std::int64_t epoch, std::int64_t part = 0) const {
    Kept& kept = kept_[static_cast<std::size_t>(epoch * kApart + part) % kept_.size()];
    if (!kept.permutation || kept.n != n || kept.epoch != epoch || kept.part != part) {
      RandomStream key = stream_.at(static_cast<std::uint64_t>(epoch)).at(static_cast<std::uint64_t>(part));
      kept.n = n;
      kept.epoch = epoch;
      kept.part = part;
      kept.permutation.emplace(static_cast<std::uint64_t>(n), key.bits());
    }
    return *kept.permutation;
  }
  std::int64_t forward(std::int64_t i, std::int64_t n, std::int64_t epoch, std::int64_t part = 0) const {
    return static_cast<std::int64_t>(of(n, epoch, part)(static_cast<std::uint64_t>(i)));
  }
  std::int64_t back(std::int64_t i, std::int64_t n, std::int64_t epoch, std::int64_t part = 0) const {
    return static_cast<std::int64_t>(of(n, epoch, part).inverse(static_cast<std::uint64_t>(i)));
  }

 private:
  // Places between the permutations of an epoch and those of the next, which are asked for in turns: those of
  // sixteen ranks and four epochs do not drive each other out.
  static constexpr std::int64_t kApart = 16;

  struct Kept {
    std::int64_t n = 0, epoch = 0, part = 0;
    std::optional<KeyedPermutation> permutation;
  };

  RandomStream stream_;
  mutable std::array<Kept, 64> kept_;  // What is kept changes no answer.
};

}  // namespace headrace
