// Bundles reversed: fixed bundles of samples, read in the opposite order in every other epoch.
//
// Lee and Bahn 2023. The last bundles of an epoch are the first of the next, so
// a cache that keeps what was used last holds them. A bundle is a run of
// consecutive samples of a rank's block; its samples are permuted anew in each
// epoch.

#include "models/shuffle/policy.h"

namespace headrace {

namespace {

struct BundlesSpec {
  std::int64_t bundle = 64;
  void visit(Fields& f) {
    f.integer({"bundle", "samples of a bundle", "prior [assumed]"}, bundle, 1, 1'000'000'000);
  }
};

class BundlesReversed final : public ShufflePolicy {
 public:
  BundlesReversed(const Context& context, const BundlesSpec& spec)
      : blocks_(context.samples, context.ranks),
        bundle_(spec.bundle),
        bundles_of_rank_((context.samples / context.ranks + bundle_) / bundle_ + 1),
        reshuffles_(context.seed, "bundles_reversed") {}

  std::unique_ptr<SampleOrder> order(std::int64_t epoch, RankId rank) const override {
    const auto at = [this, epoch, rank](std::int64_t position) {
      const Bundle bundle = bundle_of(rank, turned(position, epoch, rank));
      const std::int64_t item = turned(position, epoch, rank) - bundle.begin;
      return blocks_.begin(rank) + bundle.begin + reshuffles_.forward(item, bundle.size, epoch, bundle.part);
    };
    return order_of(blocks_.size(rank), at);
  }
  std::optional<Place> find(std::int64_t epoch, SampleId sample) const override {
    const auto rank = static_cast<RankId>(blocks_.rank_of(sample));
    const std::int64_t in_block = sample - blocks_.begin(rank);
    const Bundle bundle = bundle_of(rank, in_block);
    const std::int64_t item = reshuffles_.back(in_block - bundle.begin, bundle.size, epoch, bundle.part);
    return Place{rank, turned(bundle.begin + item, epoch, rank)};
  }
  double log_orders() const override {
    return blocks_.sum([this](std::int64_t size) {
      const std::int64_t whole = size / bundle_;
      return static_cast<double>(whole) * log_factorial(bundle_) + log_factorial(size % bundle_);
    });
  }

 private:
  struct Bundle {
    std::int64_t begin, size;  // In the block.
    std::int64_t part;         // Its number over all ranks.
  };

  // Turns a position of an epoch that reads backward into one of an epoch that reads forward, and the
  // reverse. In an epoch that reads forward it stays.
  std::int64_t turned(std::int64_t position, std::int64_t epoch, std::int64_t rank) const {
    return epoch % 2 == 1 ? position : blocks_.size(rank) - 1 - position;
  }
  Bundle bundle_of(std::int64_t rank, std::int64_t in_block) const {
    const std::int64_t number = in_block / bundle_;
    const std::int64_t begin = number * bundle_;
    return {begin, std::min(bundle_, blocks_.size(rank) - begin), rank * bundles_of_rank_ + number};
  }

  Blocks blocks_;
  std::int64_t bundle_;
  std::int64_t bundles_of_rank_;  // At most.
  Reshuffles reshuffles_;
};

}  // namespace

std::unique_ptr<Recipe<ShufflePolicy>> shuffle_bundles_reversed() {
  return recipe<ShufflePolicy, BundlesReversed>(BundlesSpec());
}

}  // namespace headrace
