// DlioRun: the figures of a run of the real DLIO, from the files that it writes into its folder.
//
//   const auto wait = figure_of_dlio_run("run17/summary.json", "step_wait_ms.p50", mark, problems);
//
// Rates and accelerator utilisation stand in summary.json; waits are taken from the `load` times of all
// ranks, in RANK_output.json beside it: of the first step of an epoch's first block, and of all others.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/loader/text/problems.h"

namespace headrace {

// Returns a figure of a job that trains by the path that the table of figures has for it; nothing, with a
// problem at `named`, where the files have no such figure.
std::optional<double> figure_of_dlio_run(const std::string& summary, std::string_view figure,
                                         const Mark& named, Problems& problems);

}  // namespace headrace
