// MeasuredOutput: what one run of a benchmark was, and what it measured, as the benchmark's output says.
//
//   const BenchmarkRead read = read_benchmark_file("fio", "randread.json", {});
//   read.outputs[0].probe.queue_depth      // 32
//   read.outputs[0].figures[0].value       // 15253.87, of "probe.operations_per_second"
//
// The run is told as the probe that makes it again. Left out is what none does: trims.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/jobs/probe/probe_spec.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

struct OutputFigure {
  std::string_view name;  // Figure of a probe: "probe.gb_per_second".
  double value = 0;       // Above zero.
  Mark mark;              // Place of what it was read from.
  std::string words;      // What it was read from: "read.iops 15253.87".
  bool may_be_fitted = true;
};

struct MeasuredOutput {
  std::string program;  // "fio-3.33"
  std::string name;     // Name of the run in the output: "randread".
  Mark mark;            // Place of the run.
  ProbeSpec probe;      // What was run, of each node.
  std::int64_t nodes = 1;
  double seconds = 0;  // Time that was measured; 0: the output does not say.
  std::vector<OutputFigure> figures;
  std::vector<std::string> guesses;  // What the output does not say, and what was taken.
  std::vector<std::string> doubts;   // Why the figures may not be of the storage; none is fitted then.
};

// OutputPlace: a record of an output and why there is no measurement of it.
struct OutputPlace {
  Mark mark;
  std::string why;
};

// OutputPlaces: how many records there are, and the first of them.
struct OutputPlaces {
  static constexpr std::size_t kKept = 5;

  std::size_t count = 0;
  std::vector<OutputPlace> first;

  void add(const Mark& mark, std::string why) {
    ++count;
    if (first.size() < kKept) first.push_back({mark, std::move(why)});
  }
};

// OutputChoice: what a user says of the machine and of bad records.
struct OutputChoice {
  std::optional<Bandwidth> link;  // What a node's ports carry at most.
  bool is_strict = false;         // The first record that cannot be read is an error.
};

struct BenchmarkRead {
  std::vector<MeasuredOutput> outputs;
  OutputPlaces dropped;  // Records that cannot be read.
  OutputPlaces left;     // Records that can be read and that no probe makes again.
  Problems problems;     // With an error where nothing was measured.
};

}  // namespace headrace
