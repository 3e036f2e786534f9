// Statistics: what several runs of one scenario say together.
#pragma once

#include <cstddef>
#include <span>

namespace headrace {

struct Spread {
  std::size_t count = 0;
  double mean = 0;
  double stdev = 0;  // Of the sample (n - 1); 0 for fewer than two values.
  double low = 0;    // 95 % interval of the mean by Student's t; the mean itself for fewer than two values.
  double high = 0;
  double least = 0;
  double greatest = 0;
};

Spread spread_of(std::span<const double> values);

// Returns the middle value, or the mean of the two middle ones; of at least one value.
double median_of(std::span<const double> values);

// Compute mean and deviation as numpy does by default, and so DLIO: over the population (n).
double mean_of(std::span<const double> values);
double population_stdev_of(std::span<const double> values);

}  // namespace headrace
