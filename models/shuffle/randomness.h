// Randomness: how far a shuffle is from reading the samples as it did before.
//
//   const Randomness found = randomness_of(*policy, context, 2);
//
// Training wants fresh orders and mixed batches, a cache the opposite: the
// measures say what a policy pays. They are of one epoch and the one before it,
// both of which are walked: memory grows with the samples, as in no policy.
#pragma once

#include "models/shuffle/policy.h"

namespace headrace {

struct Randomness {
  // Mean distance of a sample's positions in the two epochs, as a share of a rank's epoch. Of n positions
  // drawn independently (1 - 1/n^2) / 3; 0 where nothing moves; 1/2 where the order is reversed.
  double displacement = 0;
  // Mean share of a batch that comes from different places: the batch_size consecutive samples of a data set
  // are one place. 1 / batch_size for a batch of neighbours, 1 where no two samples were stored together.
  double batch_diversity = 0;
  // Share of the samples that another rank reads than in the epoch before: 1 - 1/P where all are dealt anew.
  double moved = 0;
};

Randomness randomness_of(const ShufflePolicy& policy, const ShufflePolicy::Context& context,
                         std::int64_t epoch);

}  // namespace headrace
