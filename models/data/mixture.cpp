#include "models/data/mixture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/check.h"

namespace headrace {

// Gives each set its whole number of parts by largest remainder, at least one. The common sequence comes
// again after kWhole samples.
Mixture::Mixture(std::span<const double> weights, std::int64_t first)
    : parts_(weights.size()), first_(first % kWhole) {
  HEADRACE_CHECK(!weights.empty() && first >= 0);
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::int64_t left = kWhole;
  std::vector<double> remainders;
  for (std::size_t set = 0; set < parts_.size(); ++set) {
    HEADRACE_CHECK(weights[set] > 0);
    const double exact = weights[set] / all * static_cast<double>(kWhole);
    parts_[set].share = std::max<std::int64_t>(1, static_cast<std::int64_t>(exact));
    remainders.push_back(exact - static_cast<double>(parts_[set].share));
    left -= parts_[set].share;
  }
  while (left != 0) {
    const std::ptrdiff_t next =
        left > 0 ? std::max_element(remainders.begin(), remainders.end()) - remainders.begin()
                 : std::min_element(remainders.begin(), remainders.end()) - remainders.begin();
    const std::int64_t step = left > 0 ? 1 : -1;
    parts_[static_cast<std::size_t>(next)].share += step;
    remainders[static_cast<std::size_t>(next)] -= static_cast<double>(step);
    left -= step;
  }
  const std::vector<std::int64_t> before = drawn_of_common(first_);
  for (std::size_t set = 0; set < parts_.size(); ++set) parts_[set].before = before[set];
}

// Returns how many samples of all sets are due until the end of a tick, in which one is due in the mean.
std::int64_t Mixture::due(std::int64_t tick) const {
  std::int64_t all = 0;
  for (const Part& part : parts_) all += part.due(tick);
  return all;
}

// Returns the tick within which a sample is due. Of each set less than one more or less is due than its
// share.
std::int64_t Mixture::tick_of(std::int64_t sample) const {
  HEADRACE_CHECK(sample >= 0 && sample < kMostSamples + kWhole);
  const auto sets = static_cast<std::int64_t>(parts_.size());
  std::int64_t low = std::max<std::int64_t>(0, sample - sets), high = sample + sets + 1;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (due(middle) > sample ? high : low) = middle;
  }
  return high;
}

// Tells which of two sets has its sample of a tick first: the one that needs the smaller part of it until
// then.
bool Mixture::comes_before(std::size_t set, std::size_t other, std::int64_t tick) const {
  const auto to_go = [&](const Part& part) {
    return kWhole - (part.share * (tick - 1) + kWhole / 2) % kWhole;
  };
  const Part& one = parts_[set];
  const Part& two = parts_[other];
  const std::int64_t first = to_go(one) * two.share, second = to_go(two) * one.share;
  return first != second ? first < second : set < other;
}

// Returns the set of the sample with that place among those of a tick, in which no set has two.
std::size_t Mixture::set_in_tick(std::int64_t tick, std::int64_t place) const {
  const auto is_due = [&](std::size_t set) { return parts_[set].due(tick) > parts_[set].due(tick - 1); };
  for (std::size_t set = 0; set < parts_.size(); ++set) {
    if (!is_due(set)) continue;
    std::int64_t before = 0;
    for (std::size_t other = 0; other < parts_.size(); ++other)
      if (other != set && is_due(other) && comes_before(other, set, tick)) ++before;
    if (before == place) return set;
  }
  HEADRACE_CHECK(false);
}

Mixture::Draw Mixture::at(std::int64_t sample) const {
  const std::int64_t of_common = first_ + sample;
  const std::int64_t tick = tick_of(of_common);
  Draw draw;
  draw.set = set_in_tick(tick, of_common - due(tick - 1));
  draw.index = parts_[draw.set].due(tick - 1) - parts_[draw.set].before;
  return draw;
}

std::vector<std::int64_t> Mixture::drawn(std::int64_t samples) const {
  std::vector<std::int64_t> counts = drawn_of_common(first_ + samples);
  for (std::size_t set = 0; set < counts.size(); ++set) counts[set] -= parts_[set].before;
  return counts;
}

std::vector<std::int64_t> Mixture::drawn_of_common(std::int64_t samples) const {
  std::vector<std::int64_t> counts(parts_.size());
  if (samples == 0) return counts;
  const std::int64_t tick = tick_of(samples - 1);
  for (std::size_t set = 0; set < parts_.size(); ++set) counts[set] = parts_[set].due(tick - 1);
  const std::int64_t of_tick = samples - due(tick - 1);
  for (std::int64_t place = 0; place < of_tick; ++place) ++counts[set_in_tick(tick, place)];
  return counts;
}

}  // namespace headrace
