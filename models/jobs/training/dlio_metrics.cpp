#include "models/jobs/training/dlio_metrics.h"

#include <algorithm>

namespace headrace {

void DlioMeter::begin_block(Time now) {
  begun_ = now;
  steps_ = 0;
  counted_compute_ = excluded_time_ = Duration();
  last_.clear();
}

void DlioMeter::step(Duration load, Duration compute) {
  const std::int64_t skipped = old_ ? 1 : metric_.exclude_start_steps;
  const std::int64_t tail = old_ ? 0 : metric_.exclude_end_steps;
  if (++steps_ <= skipped) {
    excluded_time_ += load + compute;
    return;
  }
  last_.push_back({load, compute});
  if (static_cast<std::int64_t>(last_.size()) <= tail) return;
  counted_compute_ += last_.front().compute;
  last_.pop_front();
}

void DlioMeter::repeat(const DlioMeter& then, std::int64_t steps, std::int64_t sample) {
  steps_ += steps;
  counted_compute_ += scaled(counted_compute_ - then.counted_compute_, steps, sample);
}

void DlioMeter::end_block(Time now) {
  if (steps_ == 0) return;
  for (const Step& step : last_) excluded_time_ += step.load + step.compute;
  const double block = (now - begun_).in_seconds();
  const double counted_time = block - excluded_time_.in_seconds();
  const auto batch = static_cast<double>(samples_of_step_);
  const std::int64_t left_out = metric_.exclude_end_steps + metric_.exclude_start_steps;
  const std::int64_t counted_steps = old_          ? steps_
                                     : one_window_ ? std::max<std::int64_t>(0, steps_ - left_out)
                                                   : steps_ - 1 - left_out;
  const double rate_time = old_ ? block : counted_time;
  const auto weight = static_cast<double>(steps_);
  // As in DLIO, a block of which no step is counted weighs with nothing.
  if (counted_compute_ > Duration())
    weighted_au_ += weight * 100 * counted_compute_.in_seconds() / counted_time;
  if (counted_steps < 0) rate_is_defined_ = false;
  if (counted_steps > 0) weighted_rate_ += weight * static_cast<double>(counted_steps) * batch / rate_time;
  epoch_steps_ += steps_;
  steps_ = 0;
}

DlioMeter::Epoch DlioMeter::take_epoch() {
  Epoch epoch;
  epoch.steps = epoch_steps_;
  if (epoch_steps_ > 0) {
    const auto steps = static_cast<double>(epoch_steps_);
    if (weighted_au_ > 0) epoch.au_percent = weighted_au_ / steps;
    if (rate_is_defined_ && weighted_rate_ > 0) epoch.samples_per_second = weighted_rate_ / steps;
  }
  epoch_steps_ = 0;
  weighted_au_ = weighted_rate_ = 0;
  rate_is_defined_ = true;
  return epoch;
}

}  // namespace headrace
