// DlioOrder: which samples a rank reads, in which order, by DLIO's rules.
//
// DLIO v2.0 gives rank r the contiguous block [r ceil(N/P), (r+1) ceil(N/P)) and
// reads it in ascending order whatever the shuffle settings say. Versions before,
// and MLPerf Storage's v3.0, shuffle all samples together and give each rank
// floor(N/P) consecutive entries (v3.0 deals files anew between ranks and
// shuffles each rank's own, which reads the same in another order). TensorFlow's
// per-thread list keeps the block
// and shuffles inside it. Blocks may be padded, as PyTorch's DistributedSampler
// pads. A generator: no order is ever stored. DlioOrders are
// the orders of all ranks and epochs, in the form of a shuffle policy.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "models/io.h"
#include "models/loaders/loader_spec.h"
#include "models/shuffle/policy.h"
#include "sim/random.h"

namespace headrace {

struct DlioOrderSpec {
  std::int64_t samples = 0;
  std::int64_t ranks = 1;
  RankId rank = 0;
  bool shuffles_all = false;
  bool shuffle_in_block = false;  // The per-thread list.
  bool pads = false;              // Ranks that the blocks leave too little get samples from the first on.
  Shuffle shuffle = Shuffle::off;
  std::int64_t seed = 0;
  bool seed_change_epoch = true;
  std::int64_t epoch = 1;
};

class DlioOrder final : public SampleOrder {
 public:
  explicit DlioOrder(const DlioOrderSpec& spec);

  std::int64_t size() const override { return size_; }  // Samples of this rank.
  SampleId at(std::int64_t position) override;
  // Returns where the sample stands among all that any rank may read: rank r has the slots from begin() on.
  std::int64_t slot_of(SampleId sample) const;
  std::int64_t begin() const { return begin_; }

 private:
  std::int64_t begin_ = 0;
  std::int64_t size_ = 0;
  std::int64_t samples_ = 0;  // Of all ranks.
  bool over_all_ = false;     // The permutation ranges over all samples, not over the block.
  std::optional<KeyedPermutation> permutation_;
};

class DlioOrders final : public ShufflePolicy {
 public:
  explicit DlioOrders(const DlioOrderSpec& spec) : spec_(spec) {}  // Whose rank and epoch are ignored.

  std::unique_ptr<SampleOrder> order(std::int64_t epoch, RankId rank) const override;
  std::optional<Place> find(std::int64_t epoch, SampleId sample) const override;
  // Some leave out what floor(N/P) does; v2.0 gives the last ranks less than the others.
  bool covers() const override { return spec_.samples % spec_.ranks == 0; }
  double log_orders() const override;

 private:
  DlioOrder order_of_rank(std::int64_t epoch, std::int64_t rank) const;

  DlioOrderSpec spec_;
};

}  // namespace headrace
