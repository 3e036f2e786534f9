// DlioOrder: which samples a rank reads, in which order, by DLIO's rules.
//
// New DLIO gives rank r the contiguous block [r ceil(N/P), (r+1) ceil(N/P)) and
// reads it in ascending order whatever the shuffle settings say. Old DLIO
// shuffles all samples with a seed that all ranks share and gives each rank
// floor(N/P) consecutive entries. TensorFlow's per-thread list keeps the block
// and shuffles inside it. A generator: no order is ever stored.
#pragma once

#include <cstdint>
#include <optional>

#include "models/io.h"
#include "models/loaders/loader_spec.h"
#include "sim/random.h"

namespace headrace {

struct DlioOrderSpec {
  std::int64_t samples = 0;
  std::int64_t ranks = 1;
  RankId rank = 0;
  bool old_dlio = false;
  bool shuffle_in_block = false;  // The per-thread list.
  Shuffle shuffle = Shuffle::off;
  std::int64_t seed = 0;
  bool seed_change_epoch = true;
  std::int64_t epoch = 1;
};

class DlioOrder {
 public:
  explicit DlioOrder(const DlioOrderSpec& spec);

  std::int64_t size() const { return size_; }        // Samples of this rank.
  SampleId operator()(std::int64_t position) const;  // position in [0, size()).

 private:
  std::int64_t begin_ = 0;
  std::int64_t size_ = 0;
  bool over_all_ = false;  // The permutation ranges over all samples, not over the block.
  std::optional<KeyedPermutation> permutation_;
};

}  // namespace headrace
