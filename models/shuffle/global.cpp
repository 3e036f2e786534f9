// Global: one permutation of all samples in each epoch, dealt to the ranks one by one.
//
// Rank r of P reads the places r, r + P, r + 2P, … of it, as PyTorch's
// DistributedSampler does. The permutation is a function: nothing is stored.

#include "models/shuffle/policy.h"

namespace headrace {

namespace {

class Global final : public ShufflePolicy {
 public:
  explicit Global(const Context& context) : context_(context), reshuffles_(context.seed, "global") {}

  std::unique_ptr<SampleOrder> order(std::int64_t epoch, RankId rank) const override {
    const auto at = [this, epoch, rank](std::int64_t position) {
      return reshuffles_.forward(rank + position * context_.ranks, context_.samples, epoch);
    };
    return order_of(Blocks(context_.samples, context_.ranks).size(rank), at);
  }
  std::optional<Place> find(std::int64_t epoch, SampleId sample) const override {
    const std::int64_t place = reshuffles_.back(sample, context_.samples, epoch);
    return Place{static_cast<RankId>(place % context_.ranks), place / context_.ranks};
  }
  double log_orders() const override { return log_factorial(context_.samples); }

 private:
  Context context_;
  Reshuffles reshuffles_;
};

}  // namespace

std::unique_ptr<Recipe<ShufflePolicy>> shuffle_global() { return recipe<ShufflePolicy, Global>(); }

}  // namespace headrace
