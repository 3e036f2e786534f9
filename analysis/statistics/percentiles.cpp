#include "analysis/statistics/percentiles.h"

#include <cstddef>
#include <cstdint>

#include "sim/check.h"

namespace headrace {

Estimate pooled_quantile(std::span<const Histogram* const> replications, double share,
                         const BootstrapPlan& plan) {
  for (const Histogram* one : replications) HEADRACE_CHECK(one->count() > 0);
  const auto statistic = [&](std::span<const std::int64_t> times) {
    Histogram pooled;
    for (std::size_t r = 0; r < replications.size(); ++r)
      for (std::int64_t drawn = 0; drawn < times[r]; ++drawn) pooled.merge(*replications[r]);
    return static_cast<double>(pooled.quantile(share));
  };
  return bootstrap(replications.size(), statistic, plan);
}

}  // namespace headrace
