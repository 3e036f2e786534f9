#include "scenarios/loader/benchmarks/fio_latency.h"

#include <map>

#include "scenarios/loader/benchmarks/output_json.h"
#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/text/numbers.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// Returns the latencies of a job: the whole ones, where fio was asked for their percentiles, or else those
// from when the system had the operation.
const Tree* latencies_of(const Tree& side) {
  const Tree* const whole = json_at(side, "lat_ns");
  if (whole != nullptr && (json_at(*whole, "percentile") != nullptr || json_at(*whole, "bins") != nullptr))
    return whole;
  return json_at(side, "clat_ns");
}

std::optional<FioPercentile> told_percentile(const Tree& side, double percent) {
  const Tree* const latencies = latencies_of(side);
  const Tree* const told = latencies == nullptr ? nullptr : json_at(*latencies, "percentile");
  if (told == nullptr || told->kind != Tree::Kind::map) return std::nullopt;
  for (const Tree::Entry& entry : told->entries) {
    const std::optional<double> value = finite_number(entry.value.scalar);
    if (finite_number(entry.key) == percent && value && *value > 0)
      return FioPercentile{*value, entry.key_mark, "percentile " + entry.key + ": " + entry.value.scalar};
  }
  return std::nullopt;
}

// Returns the percentile of all bins together: the first bin at which the share is reached.
std::optional<FioPercentile> joined_percentile(const std::vector<const Tree*>& sides, double percent) {
  std::map<double, double> bins;
  double all = 0;
  const Tree* last = nullptr;
  for (const Tree* const side : sides) {
    const Tree* const latencies = latencies_of(*side);
    const Tree* const own = latencies == nullptr ? nullptr : json_at(*latencies, "bins");
    if (own == nullptr || own->kind != Tree::Kind::map) return std::nullopt;
    last = own;
    for (const Tree::Entry& entry : own->entries) {
      const std::optional<double> bin = finite_number(entry.key), count = finite_number(entry.value.scalar);
      if (!bin || !count || *bin <= 0 || *count < 0) return std::nullopt;
      bins[*bin] += *count;
      all += *count;
    }
  }
  double below = 0;
  for (const auto& [bin, count] : bins) {
    below += count;
    if (all > 0 && below >= all * percent / 100)
      return FioPercentile{bin, last->mark, "bins of " + std::to_string(sides.size()) + " jobs"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<FioPercentile> fio_percentile(const std::vector<const Tree*>& sides, double percent) {
  if (sides.size() == 1) return told_percentile(*sides.front(), percent);
  return joined_percentile(sides, percent);
}

}  // namespace headrace
