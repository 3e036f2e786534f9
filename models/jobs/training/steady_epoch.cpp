#include "models/jobs/training/steady_epoch.h"

#include <algorithm>
#include <cmath>

namespace headrace {

namespace {

// The quantile of Student's t that 97.5 % lie below, of seven degrees of freedom: eight stretches.
constexpr double kStudent = 2.3646243;

bool is_power_of_two(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

}  // namespace

void SteadyEpoch::begin(const Plan& plan, Time now) {
  plan_ = plan;
  begun_ = now;
  ends_.clear();
  stock_.clear();
  taken_.clear();
  if (plan.half_width) taken_.resize(static_cast<std::size_t>(plan.ranks));
  late_ = 0;
  most_used_ = 0;
  rest_is_like_it_ = false;
}

// A batch may be begun when the loop has taken the one `ahead` places before it: there is room then.
void SteadyEpoch::take(std::int64_t rank, Time made, Time asked, Time taken) {
  if (!plan_.half_width) return;
  std::deque<Time>& before = taken_[static_cast<std::size_t>(rank)];
  const bool from_start = static_cast<std::int64_t>(before.size()) < plan_.ahead;
  const Time room = from_start || before.empty() ? begun_ : before.front();
  if (made > asked || plan_.ahead == 0) {
    ++late_;
  } else if (made > room) {
    most_used_ = std::max(most_used_, (made - room).in_seconds() / (asked - room).in_seconds());
  }
  before.push_back(taken);
  if (static_cast<std::int64_t>(before.size()) > plan_.ahead) before.pop_front();
}

void SteadyEpoch::end_step(Time now) {
  ends_.push_back(now);
  if (!plan_.half_width) return;
  rest_is_like_it_ =
      is_look() && half_width().value_or(1) <= *plan_.half_width && keeps_its_stock() && lateness_is_known();
  if (!is_mark() || rest_is_like_it_) return;
  late_ = 0;
  most_used_ = 0;
}

bool SteadyEpoch::is_mark() const { return done() >= kFirstLook / 2 && is_power_of_two(done()); }

// Looks where what is in hand has been taken four times over, and can still end before the epoch does.
bool SteadyEpoch::is_look() const {
  return is_mark() && done() >= std::max(kFirstLook, 4 * plan_.ahead) && left() > plan_.ahead;
}

std::optional<double> SteadyEpoch::half_width() const {
  const std::int64_t length = done() / 2 / kStretches;
  if (length == 0) return {};
  const std::int64_t first = done() - kStretches * length;
  const double mean = (end_of(done()) - end_of(first)).in_seconds() / kStretches;
  double squares = 0;
  for (std::int64_t k = 0; k < kStretches; ++k) {
    const Time begun = end_of(first + k * length);
    const double off = (end_of(first + (k + 1) * length) - begun).in_seconds() - mean;
    squares += off * off;
  }
  if (mean <= 0) return 0.0;
  return kStudent * std::sqrt(squares / (kStretches * (kStretches - 1))) / mean;
}

// Returns the mean of what a rank had in hand at the counts from one to before another.
double SteadyEpoch::stock_of(std::int64_t rank, std::int64_t from, std::int64_t until) const {
  std::int64_t sum = 0;
  for (std::int64_t count = from; count < until; ++count)
    sum += stock_[static_cast<std::size_t>(count * plan_.ranks + rank)];
  return static_cast<double>(sum) / static_cast<double>(until - from);
}

// Compares the first quarter of the last half with its last quarter. A rank that makes fewer batches than it
// takes gets slower by that share once it has used up what it has in hand.
bool SteadyEpoch::keeps_its_stock() const {
  const std::int64_t counts = done() / kSampled;
  const std::int64_t quarter = counts / 8;
  const double batches = *plan_.half_width * static_cast<double>(done()) * 3 / 8;
  double lost = 0;
  for (std::int64_t rank = 0; rank < plan_.ranks; ++rank) {
    const double own =
        stock_of(rank, counts / 2, counts / 2 + quarter) - stock_of(rank, counts - quarter, counts);
    if (own > batches + 1) return false;
    lost += own;
  }
  return lost <= batches * static_cast<double>(plan_.ranks);
}

Duration SteadyEpoch::time_of_rest() const {
  return scaled(end_of(done()) - end_of(done() - sample()), left(), sample());
}

StepTime SteadyEpoch::step_time() const {
  StepTime found;
  found.simulated = done();
  found.ahead = plan_.ahead;
  found.half_width = half_width();
  return found;
}

}  // namespace headrace
