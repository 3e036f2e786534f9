#include "models/loaders/mixed_orders.h"

#include <map>
#include <utility>

#include "sim/check.h"

namespace headrace {

// Order of a rank in an epoch of the job: a piece of its sequence.
class MixedOrders::Order final : public SampleOrder {
 public:
  Order(const MixedOrders& all, std::int64_t epoch, RankId rank)
      : all_(all),
        rank_(rank),
        begin_((epoch - 1) * all.plan_.length),
        mixture_(all.mixture_of(rank)),
        sets_(all.parts_.size()) {
    SampleId first = 0;
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      sets_[set].first = first;
      sets_[set].size = all.parts_[set].orders->order(1, rank)->size();
      HEADRACE_CHECK(sets_[set].size > 0);
      first += all.parts_[set].samples;
    }
  }

  std::int64_t size() const override { return all_.plan_.length; }
  SampleId at(std::int64_t position) override {
    HEADRACE_CHECK(position >= 0 && position < size());
    const Mixture::Draw draw = mixture_.at(begin_ + position);
    Set& set = sets_[draw.set];
    const std::int64_t pass = draw.index / set.size;
    return set.first + order_of(set, draw.set, pass).at(draw.index % set.size);
  }

 private:
  // Set: where a set's samples begin among those of all, and the rank's orders of its latest epochs.
  struct Set {
    SampleId first = 0;
    std::int64_t size = 0;  // Samples of this rank, in each epoch of the set.
    std::map<std::int64_t, std::unique_ptr<SampleOrder>> passes;
  };

  // Keeps the orders that batches which are prepared at the same time may still ask.
  SampleOrder& order_of(Set& set, std::size_t number, std::int64_t pass) {
    const auto found = set.passes.find(pass);
    if (found != set.passes.end()) return *found->second;
    const std::int64_t oldest = pass - 1 - all_.plan_.lag / set.size;
    set.passes.erase(set.passes.begin(), set.passes.lower_bound(oldest));
    auto own = all_.parts_[number].orders->order(pass + 1, rank_);
    return *set.passes.emplace(pass, std::move(own)).first->second;
  }

  const MixedOrders& all_;
  RankId rank_;
  std::int64_t begin_;
  Mixture mixture_;
  std::vector<Set> sets_;
};

MixedOrders::MixedOrders(std::vector<Part> parts, const Plan& plan) : parts_(std::move(parts)), plan_(plan) {
  for (const Part& part : parts_) weights_.push_back(part.weight);
}

Mixture MixedOrders::mixture_of(RankId rank) const {
  return Mixture(weights_, static_cast<std::int64_t>(rank) * plan_.batch_size);
}

std::unique_ptr<SampleOrder> MixedOrders::order(std::int64_t epoch, RankId rank) const {
  return std::make_unique<Order>(*this, epoch, rank);
}

double MixedOrders::log_orders() const {
  double all = 0;
  for (const Part& part : parts_) all += part.orders->log_orders();
  return all;
}

std::vector<std::int64_t> MixedOrders::drawn(RankId rank, std::int64_t samples) const {
  return mixture_of(rank).drawn(samples);
}

}  // namespace headrace
