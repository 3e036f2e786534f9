// Summary: the answer on a terminal.
//
// The first line answers the question. Below it stand the evidence (epochs,
// where the ranks' time went, how busy each resource was, latencies) and the
// limits of the answer. Plain ASCII, no line longer than kWidth columns.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scenarios/loader/run_result.h"

namespace headrace {

struct SummaryOptions {
  bool colour = false;
  bool verbose = false;            // All rows of every table and every note in full.
  bool quiet = false;              // The answer alone.
  std::string question;            // The scenario's own words.
  std::string fidelity;            // "request level"
  std::string calibration;         // What a note says of what was calibrated; empty: nothing was.
  std::vector<std::string> notes;  // What the caller has to say: where results are.
};

// `runs` are the replications of one scenario, at least one.
std::string summary_text(std::span<const RunResult> runs, const SummaryOptions& options);

}  // namespace headrace
