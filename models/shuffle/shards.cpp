// Shards: the files of a data set in a new random order each epoch, the samples of each in ascending order.
//
// WebDataset and other readers of streams order shards like that. Ranks have equal parts of the sequence, so
// a file at the border of two parts is read by both. What is left of the last file stands at the end. Leaves
// out the buffer from which a reader draws at random what it has read: it changes what a batch has, and not
// what is read.

#include "models/shuffle/policy.h"

namespace headrace {

namespace {

class Shards final : public ShufflePolicy {
 public:
  explicit Shards(const Context& context)
      : blocks_(context.samples, context.ranks),
        shard_(context.samples_per_file),
        whole_(context.samples / context.samples_per_file),
        reshuffles_(context.seed, "shards") {}

  std::unique_ptr<SampleOrder> order(std::int64_t epoch, RankId rank) const override {
    const auto at = [this, epoch, begin = blocks_.begin(rank)](std::int64_t position) {
      const std::int64_t place = begin + position, shard = place / shard_;
      if (shard == whole_) return place;
      return reshuffles_.forward(shard, whole_, epoch) * shard_ + place % shard_;
    };
    return order_of(blocks_.size(rank), at);
  }
  std::optional<Place> find(std::int64_t epoch, SampleId sample) const override {
    const std::int64_t shard = sample / shard_;
    const std::int64_t place =
        shard == whole_ ? sample : reshuffles_.back(shard, whole_, epoch) * shard_ + sample % shard_;
    const std::int64_t rank = blocks_.rank_of(place);
    return Place{static_cast<RankId>(rank), place - blocks_.begin(rank)};
  }
  double log_orders() const override { return log_factorial(whole_); }

 private:
  Blocks blocks_;
  std::int64_t shard_;  // Samples of a file.
  std::int64_t whole_;  // Files that have so many.
  Reshuffles reshuffles_;
};

}  // namespace

std::unique_ptr<Recipe<ShufflePolicy>> shuffle_shards() { return recipe<ShufflePolicy, Shards>(); }

}  // namespace headrace
