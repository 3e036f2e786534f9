// Mixture: which data set the i-th sample of a mixed sequence comes from, and which of that set's it is.
//
//   const Mixture mixture({0.7, 0.3}, 0);
//   const Mixture::Draw draw = mixture.at(i);   // the draw.index-th sample that is taken of draw.set
//
// A sample of a set with the share w is due every 1 / w samples, and samples come in the order in which they
// are due: of the first n, a set of K has n w, give or take less than 1 + (K - 2) w. Nothing is stored: a
// draw is a function of its number. A sequence may begin within the common one, so that ranks side by side
// take their batches from successive pieces of it. Leaves out sets that are drawn at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headrace {

class Mixture {
 public:
  struct Draw {
    std::size_t set = 0;
    std::int64_t index = 0;
  };
  static constexpr std::int64_t kMostSamples = std::int64_t{1} << 32;

  // Weights are above zero and need no sum; the sequence begins with that sample of the common one.
  Mixture(std::span<const double> weights, std::int64_t first);

  Draw at(std::int64_t sample) const;
  // Returns how many of the first so many samples are of each set.
  std::vector<std::int64_t> drawn(std::int64_t samples) const;
  std::size_t sets() const { return parts_.size(); }

 private:
  static constexpr std::int64_t kWhole = std::int64_t{1} << 30;  // The sum of all shares.

  struct Part {
    std::int64_t share = 0;   // Part of kWhole.
    std::int64_t before = 0;  // Samples of the common sequence before the first one of this.

    // Returns how many of its samples the common sequence has until the end of a tick.
    std::int64_t due(std::int64_t tick) const { return (share * tick + kWhole / 2) / kWhole; }
  };

  std::int64_t due(std::int64_t tick) const;
  std::int64_t tick_of(std::int64_t sample) const;
  std::size_t set_in_tick(std::int64_t tick, std::int64_t place) const;
  bool comes_before(std::size_t set, std::size_t other, std::int64_t tick) const;

  std::vector<std::int64_t> drawn_of_common(std::int64_t samples) const;

  std::vector<Part> parts_;
  std::int64_t first_;
};

}  // namespace headrace
