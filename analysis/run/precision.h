// Precision: when a point of a sweep has replications enough.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "scenarios/loader/run_result.h"
#include "scenarios/loader/sweep/sweep_spec.h"

namespace headrace {

// "jobs.train.au_percent", "resources.scratch: OST devices.utilisation_mean": as in the view sweep_result.
std::optional<double> run_figure(const RunResult& run, std::string_view path);

// Alike: whether the replications of a point are one, event by event, and nothing could have made them
// differ.
class Alike {
 public:
  void add(const RunResult& run);
  void add(std::uint64_t fingerprint);  // Of one that is stored.
  // `runs`: of the point; those that were not added may have been others.
  bool are_all(std::int64_t runs) const { return alike_ && added_ == runs; }

 private:
  bool alike_ = true;
  std::int64_t added_ = 0;
  std::uint64_t fingerprint_ = 0;  // Of the first.
};

inline constexpr std::int64_t kAlike =
    3;  // Replications after which a point is said to have no chance in it.

// Says whether one more is needed after `runs` replications with figures `values`: until the 95 % interval
// is that narrow (statistics/stopping.h, equal values as any others), but `least` at least, and no more than
// the spec allows. Figures that are missing end it, and so do runs that are all alike.
bool needs_more(const PrecisionSpec& spec, std::int64_t least, std::int64_t runs,
                std::span<const double> values, const Alike& alike = {});

}  // namespace headrace
