#include "analysis/statistics/warm_up.h"

#include <cmath>
#include <vector>

namespace headrace {

namespace {

constexpr std::size_t kBatch = 5;

std::vector<double> batch_means(std::span<const double> values) {
  std::vector<double> means;
  for (std::size_t first = 0; first + kBatch <= values.size(); first += kBatch) {
    double sum = 0;
    for (const double value : values.subspan(first, kBatch)) sum += value;
    means.push_back(sum / static_cast<double>(kBatch));
  }
  return means;
}

}  // namespace

WarmUp warm_up_of(std::span<const double> values) {
  const std::vector<double> means = batch_means(values);
  WarmUp best;
  if (means.size() < 2) return best;
  // From the end, so that each cut's sums are those of the one after it and a batch more. A tail of few
  // batches may be flat by chance: the second half is summed, and no cut is made there.
  const std::size_t last = means.size() / 2;
  double mean = 0, squares = 0, count = 0;
  double least = -1;
  for (std::size_t cut = means.size(); cut-- > 0;) {
    ++count;
    const double off = means[cut] - mean;
    mean += off / count;
    squares += off * (means[cut] - mean);
    const double error = squares / (count * count);
    if (cut > last || (least >= 0 && error > least)) continue;
    least = error;
    best = {cut * kBatch, cut < last, std::sqrt(error)};
  }
  return best;
}

}  // namespace headrace
