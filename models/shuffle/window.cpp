// Window: tf.data's shuffle buffer over the rank's block of samples.
//
// The buffer holds the next `buffer` samples; each step hands out one of them
// at random and takes in the next of the block. Which sample comes when is not
// known before it is drawn.

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "models/shuffle/policy.h"

namespace headrace {

namespace {

struct WindowSpec {
  std::int64_t buffer = 1024;
  void visit(Fields& f) {
    f.integer({"buffer", "samples in the buffer of a rank", "DLIO's shuffle_size [read]"}, buffer, 1,
              1'000'000'000);
  }
};

class WindowOrder final : public SampleOrder {
 public:
  WindowOrder(SampleId begin, std::int64_t size, std::int64_t buffer, std::int64_t lag, RandomStream draws)
      : next_(begin), end_(begin + size), size_(size), wanted_(buffer), lag_(lag), draws_(draws) {}

  std::int64_t size() const override { return size_; }
  SampleId at(std::int64_t position) override {
    HEADRACE_CHECK(position >= 0 && position < size_);
    while (drawn_ <= position) draw();
    const std::int64_t kept = position - (drawn_ - static_cast<std::int64_t>(recent_.size()));
    HEADRACE_CHECK(kept >= 0);
    return recent_[static_cast<std::size_t>(kept)];
  }

 private:
  void draw() {
    while (static_cast<std::int64_t>(buffer_.size()) < wanted_ && next_ < end_) buffer_.push_back(next_++);
    SampleId& chosen = buffer_[draws_.below(buffer_.size())];
    recent_.push_back(chosen);
    chosen = buffer_.back();
    buffer_.pop_back();
    ++drawn_;
    if (static_cast<std::int64_t>(recent_.size()) > lag_) recent_.pop_front();
  }

  SampleId next_, end_;
  std::int64_t size_, wanted_, lag_;
  RandomStream draws_;
  std::vector<SampleId> buffer_;
  std::deque<SampleId> recent_;  // The last that were drawn.
  std::int64_t drawn_ = 0;
};

class Window final : public ShufflePolicy {
 public:
  Window(const Context& context, const WindowSpec& spec)
      : blocks_(context.samples, context.ranks),
        buffer_(spec.buffer),
        lag_(context.lag),
        draws_(context.seed, "shuffle/window") {}

  std::unique_ptr<SampleOrder> order(std::int64_t epoch, RankId rank) const override {
    const RandomStream own =
        draws_.at(static_cast<std::uint64_t>(epoch)).at(static_cast<std::uint64_t>(rank));
    return std::make_unique<WindowOrder>(blocks_.begin(rank), blocks_.size(rank), buffer_, lag_, own);
  }
  std::optional<Place> find(std::int64_t, SampleId) const override { return std::nullopt; }
  bool known_ahead() const override { return false; }
  // Each step chooses among `buffer` samples, the last ones among those that are left.
  double log_orders() const override {
    return blocks_.sum([this](std::int64_t size) {
      const std::int64_t last = std::min(size, buffer_);
      return static_cast<double>(size - last) * std::log(static_cast<double>(buffer_)) + log_factorial(last);
    });
  }

 private:
  Blocks blocks_;
  std::int64_t buffer_, lag_;
  RandomStream draws_;
};

}  // namespace

std::unique_ptr<Recipe<ShufflePolicy>> shuffle_window() {
  return recipe<ShufflePolicy, Window>(WindowSpec());
}

}  // namespace headrace
