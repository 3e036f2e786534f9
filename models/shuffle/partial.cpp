// Partial: each epoch a share of every rank's samples changes hands, the rest stays.
//
// Nguyen et al. 2022. A rank shuffles what it holds (L) and reads it; what it
// read first, a share `exchange` of it, is then dealt anew among all ranks (X).
// A slot's sample in epoch e is therefore L1 X1 L2 X2 … Le of the slot, each a
// keyed permutation: nothing is stored, and a sample of epoch e costs e steps.
// What ranks hold of it is sent to its next readers by sample_exchange.h.

#include <cmath>

#include "models/shuffle/policy.h"

namespace headrace {

namespace {

struct PartialSpec {
  double exchange = 0.1;
  void visit(Fields& f) {
    f.number({"exchange", "share of a rank's samples that are dealt anew after each epoch",
              "prior [assumed]: Nguyen et al. try 0.1 and 0.3"},
             exchange, 0, 1);
  }
};

class Partial final : public ShufflePolicy {
 public:
  Partial(const Context& context, const PartialSpec& spec)
      : blocks_(context.samples, context.ranks),
        exchange_(spec.exchange),
        short_(exchanged(context.samples / context.ranks)),
        long_(exchanged(context.samples / context.ranks + 1)),
        ranks_(context.ranks),
        long_blocks_(context.samples % context.ranks),
        all_(long_blocks_ * long_ + (context.ranks - long_blocks_) * short_),
        locals_(context.seed, "partial/local"),
        exchanges_(context.seed, "partial/exchange") {}

  std::unique_ptr<SampleOrder> order(std::int64_t epoch, RankId rank) const override {
    const auto at = [this, epoch, rank](std::int64_t position) {
      std::int64_t slot = in_block(rank, position, epoch);
      for (std::int64_t before = epoch - 1; before >= 1; --before) slot = back_an_epoch(slot, before);
      return slot;
    };
    return order_of(blocks_.size(rank), at);
  }
  std::optional<Place> find(std::int64_t epoch, SampleId sample) const override {
    std::int64_t slot = sample;
    for (std::int64_t now = 1;; ++now) {
      const std::int64_t rank = blocks_.rank_of(slot);
      const std::int64_t begin = blocks_.begin(rank);
      const std::int64_t position = locals_.back(slot - begin, blocks_.size(rank), now, rank);
      if (now == epoch) return Place{static_cast<RankId>(rank), position};
      slot = begin + position;
      if (position >= exchanged_by(rank)) continue;
      slot = slot_of(exchanges_.back(ticket_of(rank, position), all_, now));
    }
  }
  std::int64_t handed_on(RankId rank) const override { return exchanged_by(rank); }
  // Returns the logarithm of how many orders there are: of which samples a rank is dealt, in any order, and
  // then of every order of what it holds.
  double log_orders() const override {
    const double within = static_cast<double>(long_blocks_) * log_factorial(long_) +
                          static_cast<double>(ranks_ - long_blocks_) * log_factorial(short_);
    return log_factorial(all_) - within + blocks_.sum(log_factorial);
  }

 private:
  std::int64_t exchanged(std::int64_t held) const {
    return std::llround(exchange_ * static_cast<double>(held));
  }
  std::int64_t exchanged_by(std::int64_t rank) const { return rank < long_blocks_ ? long_ : short_; }

  // L: the slot from which a position of the epoch is read.
  std::int64_t in_block(std::int64_t rank, std::int64_t position, std::int64_t epoch) const {
    return blocks_.begin(rank) + locals_.forward(position, blocks_.size(rank), epoch, rank);
  }
  // X, then L: where an epoch had, before it shuffled, what a slot holds after the exchange at its end.
  std::int64_t back_an_epoch(std::int64_t slot, std::int64_t epoch) const {
    std::int64_t rank = blocks_.rank_of(slot);
    std::int64_t position = slot - blocks_.begin(rank);
    if (position < exchanged_by(rank)) {
      const std::int64_t from = slot_of(exchanges_.forward(ticket_of(rank, position), all_, epoch));
      rank = blocks_.rank_of(from);
      position = from - blocks_.begin(rank);
    }
    return in_block(rank, position, epoch);
  }

  // Samples that change hands are numbered over the ranks.
  std::int64_t ticket_of(std::int64_t rank, std::int64_t position) const {
    const std::int64_t long_before = std::min(rank, long_blocks_);
    return long_before * long_ + (rank - long_before) * short_ + position;
  }
  std::int64_t slot_of(std::int64_t ticket) const {
    const std::int64_t in_long = long_blocks_ * long_;
    if (ticket < in_long) return blocks_.begin(ticket / long_) + ticket % long_;
    const std::int64_t rest = ticket - in_long;
    return blocks_.begin(long_blocks_ + rest / short_) + rest % short_;
  }

  Blocks blocks_;
  double exchange_;
  std::int64_t short_, long_;  // Samples that a short and a long block exchange.
  std::int64_t ranks_, long_blocks_;
  std::int64_t all_;
  Reshuffles locals_, exchanges_;
};

}  // namespace

std::unique_ptr<Recipe<ShufflePolicy>> shuffle_partial() {
  return recipe<ShufflePolicy, Partial>(PartialSpec());
}

}  // namespace headrace
