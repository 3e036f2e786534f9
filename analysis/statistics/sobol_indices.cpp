#include "analysis/statistics/sobol_indices.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"

namespace headrace {

namespace {

// The figures of one axis, rows beside each other.
struct Columns {
  std::vector<double> a, b, mixed;
};

enum class Kind { first, total };

// Returns the index over rows drawn so often. Figures are taken from their mean: the first-order estimate is
// of products, whose error would grow with it.
double index_of(const Columns& columns, std::span<const std::int64_t> times, Kind kind) {
  double count = 0, sum = 0;
  for (std::size_t j = 0; j < times.size(); ++j) {
    count += static_cast<double>(times[j]);
    sum += static_cast<double>(times[j]) * (columns.a[j] + columns.b[j]);
  }
  const double mean = sum / (2 * count);
  double variance = 0, share = 0;
  for (std::size_t j = 0; j < times.size(); ++j) {
    const double weight = static_cast<double>(times[j]);
    const double a = columns.a[j] - mean, b = columns.b[j] - mean, mixed = columns.mixed[j] - mean;
    variance += weight * (a * a + b * b) / 2;
    share += weight * (kind == Kind::first ? b * (mixed - a) : (a - mixed) * (a - mixed) / 2);
  }
  return variance > 0 ? share / variance : 0;
}

Columns columns_of(std::size_t axis, std::size_t axes, std::span<const double> values) {
  Columns columns;
  for (std::size_t row = 0; row + axes + 2 <= values.size(); row += axes + 2) {
    const auto all = values.subspan(row, axes + 2);
    if (!std::all_of(all.begin(), all.end(), [](double value) { return std::isfinite(value); })) continue;
    columns.a.push_back(all.front());
    columns.mixed.push_back(all[1 + axis]);
    columns.b.push_back(all.back());
  }
  return columns;
}

}  // namespace

std::vector<SobolIndex> sobol_indices(std::size_t axes, std::span<const double> values,
                                      const BootstrapPlan& plan) {
  HEADRACE_CHECK(values.size() % (axes + 2) == 0);
  std::vector<SobolIndex> indices(axes);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const Columns columns = columns_of(axis, axes, values);
    if (columns.a.size() < 2) continue;
    const auto of = [&](Kind kind) {
      return bootstrap(
          columns.a.size(),
          [&](std::span<const std::int64_t> times) { return index_of(columns, times, kind); }, plan);
    };
    indices[axis] = {of(Kind::first), of(Kind::total)};
  }
  return indices;
}

}  // namespace headrace
