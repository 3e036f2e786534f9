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

// Whether one more is needed after `runs` replications, whose figures are `values`: until the 95 % interval
// is that narrow (statistics/stopping.h, equal values as any others), but `least` at least, and no more than
// the spec allows. Figures that are missing end it.
bool needs_more(const PrecisionSpec& spec, std::int64_t least, std::int64_t runs,
                std::span<const double> values);

}  // namespace headrace
