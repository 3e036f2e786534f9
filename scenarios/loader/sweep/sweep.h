// Sweep: one question at many points: the scenarios that differ in some fields.
//
//   SweepRead read = read_sweep_file("study.yaml", {"jobs.train.loader.read_threads=1,2,4"});
//   if (!read.sweep) fail(read.problems.text());
//   for (std::int64_t i = 0; i < read.sweep->size(); ++i) run(read.sweep->scenario(read.sweep->point(i)));
//
// Words are overrides and axes, mixed; axes stand in the scenario's `sweep:` as well. Every value of every
// axis has been tried by itself on the scenario; what only a combination makes wrong is found by scenario().
// Const calls are safe from several threads. Nothing runs here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/scenario.h"
#include "scenarios/loader/sweep/sweep_axis.h"
#include "scenarios/loader/sweep/sweep_point.h"
#include "scenarios/loader/sweep/sweep_spec.h"

namespace headrace {

struct SweepParts;

class Sweep {
 public:
  explicit Sweep(std::shared_ptr<const SweepParts> parts) : parts_(std::move(parts)) {}

  const std::string& name() const;  // The scenario's.
  const std::string& hash() const;  // 16 hexadecimal digits over the base's resolved text and design_text().
  const std::string& design_text() const;
  const std::vector<SweepAxis>& axes() const;
  const SweepSpec& spec() const;
  const Scenario& base() const;  // Without its `sweep:`.

  std::int64_t size() const;                   // Points that meet the constraints.
  SweepPoint point(std::int64_t index) const;  // From 0; the same for every shard and thread.
  // Returns where a point stands on each axis, from 0 to 1: its value's place in a list, or between the ends
  // of a range.
  std::vector<double> coordinates(const SweepPoint& point) const;
  // The base with the point's values. Parses no text again but that of workloads.
  ScenarioRead scenario(const SweepPoint& point) const;

 private:
  std::shared_ptr<const SweepParts> parts_;
};

struct SweepRead {
  std::optional<Sweep> sweep;  // Absent when there are errors.
  Problems problems;
};

SweepRead read_sweep_file(const std::string& path, const std::vector<std::string>& words);
SweepRead read_sweep(std::string_view text, const std::string& file, const std::vector<std::string>& words);

}  // namespace headrace
