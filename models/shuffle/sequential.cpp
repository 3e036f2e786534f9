// Sequential: rank r reads its block of samples in ascending order, in every epoch.

#include "models/shuffle/policy.h"

namespace headrace {

namespace {

class Sequential final : public ShufflePolicy {
 public:
  explicit Sequential(const Context& context) : blocks_(context.samples, context.ranks) {}

  std::unique_ptr<SampleOrder> order(std::int64_t, RankId rank) const override {
    const std::int64_t begin = blocks_.begin(rank);
    return order_of(blocks_.size(rank), [begin](std::int64_t position) { return begin + position; });
  }
  std::optional<Place> find(std::int64_t, SampleId sample) const override {
    const std::int64_t rank = blocks_.rank_of(sample);
    return Place{static_cast<RankId>(rank), sample - blocks_.begin(rank)};
  }
  double log_orders() const override { return 0; }

 private:
  Blocks blocks_;
};

}  // namespace

std::unique_ptr<Recipe<ShufflePolicy>> shuffle_sequential() { return recipe<ShufflePolicy, Sequential>(); }

}  // namespace headrace
