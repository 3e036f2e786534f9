// RecordingAccessPlots: the figures of a recording that are not over its time: sizes and order of accesses,
// the files that were used most, gaps between samples, and the loader behind it.
//
//   for (const Plot& plot : recording_access_plots(recording)) …
//
// A figure of which the recording has nothing is left out.
#pragma once

#include <vector>

#include "analysis/report/plot.h"
#include "scenarios/loader/recordings/recording_file.h"

namespace headrace {

std::vector<Plot> recording_access_plots(const Recording& recording);

}  // namespace headrace
