// MixedOrders: the orders of several data sets, mixed by weight, in the form of a shuffle policy.
//
//   MixedOrders orders(std::move(parts), {.length = steps * batch_size, .batch_size = 4, .lag = 32});
//
// Each rank takes its own samples of a set in the order that the set's policy gives it, epoch after epoch of
// that set, and the mixture (data/mixture.h) says which set is next. Ranks begin a batch apart. The samples
// of the sets are numbered through: those of the first set come first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/data/mixture.h"
#include "models/shuffle/policy.h"

namespace headrace {

class MixedOrders final : public ShufflePolicy {
 public:
  struct Part {
    double weight = 1;
    std::int64_t samples = 0;
    std::unique_ptr<ShufflePolicy> orders;
  };
  struct Plan {
    std::int64_t length = 0;  // Samples of a rank and epoch of the job.
    std::int64_t batch_size = 1;
    std::int64_t lag = 1;  // As of ShufflePolicy::Context.
  };

  MixedOrders(std::vector<Part> parts, const Plan& plan);

  std::unique_ptr<SampleOrder> order(std::int64_t epoch, RankId rank) const override;
  // Epochs of the job hold some samples more than once, or not at all, and nobody asks who reads them next.
  bool covers() const override { return false; }
  std::optional<Place> find(std::int64_t, SampleId) const override { return std::nullopt; }
  bool known_ahead() const override { return false; }
  // Returns the logarithm of the number of orders of a pass over every set.
  double log_orders() const override;

  // Returns how many of the first so many samples of a rank are of each set.
  std::vector<std::int64_t> drawn(RankId rank, std::int64_t samples) const;

 private:
  class Order;

  Mixture mixture_of(RankId rank) const;

  std::vector<Part> parts_;
  std::vector<double> weights_;
  Plan plan_;
};

}  // namespace headrace
