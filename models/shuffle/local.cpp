// Local: each rank keeps its block of samples and permutes it anew in each epoch.

#include "models/shuffle/policy.h"

namespace headrace {

namespace {

class Local final : public ShufflePolicy {
 public:
  explicit Local(const Context& context)
      : blocks_(context.samples, context.ranks), reshuffles_(context.seed, "local") {}

  std::unique_ptr<SampleOrder> order(std::int64_t epoch, RankId rank) const override {
    const auto at = [this, epoch, rank](std::int64_t position) {
      return blocks_.begin(rank) + reshuffles_.forward(position, blocks_.size(rank), epoch, rank);
    };
    return order_of(blocks_.size(rank), at);
  }
  std::optional<Place> find(std::int64_t epoch, SampleId sample) const override {
    const std::int64_t rank = blocks_.rank_of(sample);
    const std::int64_t item = sample - blocks_.begin(rank);
    return Place{static_cast<RankId>(rank), reshuffles_.back(item, blocks_.size(rank), epoch, rank)};
  }
  double log_orders() const override { return blocks_.sum(log_factorial); }

 private:
  Blocks blocks_;
  Reshuffles reshuffles_;
};

}  // namespace

std::unique_ptr<Recipe<ShufflePolicy>> shuffle_local() { return recipe<ShufflePolicy, Local>(); }

}  // namespace headrace
