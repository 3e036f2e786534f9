#include "analysis/run/precision.h"

#include <algorithm>
#include <functional>

#include "analysis/figures/figures.h"
#include "analysis/statistics/stopping.h"

namespace headrace {

namespace {

bool are_equal(std::span<const double> values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

}  // namespace

std::optional<double> run_figure(const RunResult& run, std::string_view path) {
  for (std::size_t i = 0; i < run.jobs.size(); ++i) {
    const std::string prefix = "jobs." + run.jobs[i].name + ".";
    if (!path.starts_with(prefix)) continue;
    if (const auto found = find_job_figure(run, i, path.substr(prefix.size()))) return found;
  }
  for (const ResourceResult& resource : run.resources) {
    const std::string prefix = "resources." + resource.name + ".utilisation_";
    if (path == prefix + "mean") return resource.utilisation_mean;
    if (path == prefix + "max") return resource.utilisation_max;
  }
  return {};
}

void Alike::add(std::uint64_t fingerprint) {
  if (added_++ == 0) fingerprint_ = fingerprint;
  alike_ = alike_ && fingerprint == fingerprint_;
}

void Alike::add(const RunResult& run) {
  add(run.outcome.fingerprint);
  alike_ = alike_ && !run.disturbed && run.outcome.end == RunEnd::finished;
}

bool needs_more(const PrecisionSpec& spec, std::int64_t least, std::int64_t runs,
                std::span<const double> values, const Alike& alike) {
  if (runs >= spec.at_most) return false;
  if (runs < least) return true;
  if (static_cast<std::int64_t>(values.size()) < runs) return false;
  if (runs >= kAlike && alike.are_all(runs) && are_equal(values)) return false;
  return stopping_of(values, {spec.half_width, false, static_cast<std::size_t>(spec.at_most)}).go_on;
}

}  // namespace headrace
