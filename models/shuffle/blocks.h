// Blocks: items dealt to ranks in consecutive blocks, as evenly as can be.
//
// The first items % ranks blocks hold one item more than the others. So every
// item is somebody's, and everybody has at least floor(items / ranks).
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/check.h"

namespace headrace {

class Blocks {
 public:
  Blocks(std::int64_t items, std::int64_t ranks)
      : ranks_(ranks), least_(items / ranks), longer_(items % ranks) {
    HEADRACE_CHECK(items >= 0 && ranks > 0);
  }

  std::int64_t begin(std::int64_t rank) const { return rank * least_ + std::min(rank, longer_); }
  std::int64_t size(std::int64_t rank) const { return least_ + (rank < longer_ ? 1 : 0); }
  // Finds the rank in whose block an item is.
  std::int64_t rank_of(std::int64_t item) const {
    const std::int64_t in_longer = longer_ * (least_ + 1);
    return item < in_longer ? item / (least_ + 1) : longer_ + (item - in_longer) / least_;
  }
  // The sum over all blocks of a function of their size.
  template <class OfSize>
  double sum(OfSize of_size) const {
    return static_cast<double>(longer_) * of_size(least_ + 1) +
           static_cast<double>(ranks_ - longer_) * of_size(least_);
  }

 private:
  std::int64_t ranks_;
  std::int64_t least_;
  std::int64_t longer_;
};

}  // namespace headrace
