// Sequential: rank r reads its block of samples in ascending order, in every epoch.

#include "models/shuffle/policy.h"

namespace headrace {

namespace {

class Sequential final : public ShufflePolicy {
 public:
  explicit Sequential(const Context&) {}
  std::unique_ptr<SampleOrder> order(std::int64_t, RankId) const override { return nullptr; }
  std::optional<Place> find(std::int64_t, SampleId) const override { return std::nullopt; }
};

}  // namespace

std::unique_ptr<Recipe<ShufflePolicy>> sequential() { return recipe<ShufflePolicy, Sequential>(); }

}  // namespace headrace
