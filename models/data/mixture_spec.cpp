#include "models/data/mixture_spec.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headrace {

std::vector<double> MixtureSpec::weights() const {
  std::vector<double> all;
  for (const auto& [name, set] : sets) all.push_back(set.weight);
  return all;
}

// Counts as many samples as the set that decides has, over its share. What a share in binary lacks is no
// sample less.
std::int64_t MixtureSpec::samples_of_epoch() const {
  constexpr double kRounding = 1e-9;
  constexpr double kMost = 4e18;
  if (sets.empty()) return 0;
  const std::vector<double> all = weights();
  const double sum = std::accumulate(all.begin(), all.end(), 0.0);
  std::vector<double> lasts;
  for (const auto& [name, set] : sets)
    lasts.push_back(static_cast<double>(set.data.files) * static_cast<double>(set.data.samples_per_file) *
                    sum / set.weight);
  const auto [least, most] = std::minmax_element(lasts.begin(), lasts.end());
  const double samples = epoch_ends == EpochEnd::first_exhausted ? std::floor(*least * (1 + kRounding))
                                                                 : std::ceil(*most * (1 - kRounding));
  return static_cast<std::int64_t>(std::min(samples, kMost));
}

}  // namespace headrace
