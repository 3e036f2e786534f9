// Surrogates: how probable it is, by what is known of some designs, that others
// meet each target. One Gaussian process a target, over its margin bent so that
// what lies far from the bound does not hide what lies near it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/planning/gaussian_process.h"
#include "analysis/planning/trials.h"

namespace headrace {

class Surrogates {
 public:
  Surrogates(const DesignSpace& space, std::size_t targets);

  void learn(std::span<const Trial> trials);

  // [target][i]: the natural logarithm of the probability that points[i] meets the target.
  std::vector<std::vector<double>> log_probabilities(std::span<const std::size_t> points) const;

 private:
  struct Surrogate {
    GaussianProcess process;
    double scale = 0;          // Margins of that size are bent by little; 0: nothing learnt yet.
    std::size_t searched = 0;  // With so many points the length scales were looked for last.
    bool usable = false;
  };

  void learn_target(std::span<const Trial> trials, std::size_t target);

  std::vector<Surrogate> surrogates_;
};

// The logarithm of the share of Student's t below `t`, with the 5 degrees of freedom [assumed] that stand for
// what a surrogate does not know of its own errors: of designs believed to be 4 deviations below a bound one
// in 200 is not.
double log_share_below(double t);

}  // namespace headrace
