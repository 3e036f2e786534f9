// RecordingTimePlots: the figures of a recording over time: who read and wrote when, bandwidth, operations
// under way, and what the time of each process went to.
//
//   for (const Plot& plot : recording_time_plots(recording)) …
//
// A figure of which the recording has nothing is left out. However long a recording is, its figures keep
// within kMostSpans rows.
#pragma once

#include <string>
#include <vector>

#include "analysis/report/plot.h"
#include "scenarios/loader/recordings/recording_file.h"

namespace headrace {

inline constexpr std::size_t kMostSpans = 20'000;  // That a browser draws at once [assumed].

std::vector<Plot> recording_time_plots(const Recording& recording);

// Returns the names of processes, each once: with their hosts where the same name is on several.
std::vector<std::string> process_labels(const Recording& recording);

}  // namespace headrace
