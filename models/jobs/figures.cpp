#include "models/jobs/figures.h"

#include <algorithm>
#include <vector>

#include "models/jobs/checkpoint/figures.h"
#include "models/jobs/inference/figures.h"
#include "models/jobs/probe/figures.h"
#include "models/jobs/training/figures.h"

namespace headrace {

namespace {

using enum FigureNeeds;

constexpr FigureRow kOfAllJobs[] = {
    {"seconds", "s", "from the job's start to its end", Better::less, nothing},
    {"samples_per_second",
     "1/s",
     "samples a second: of training by the rule of its DLIO version, mean over epochs; of inference in the "
     "window after the warm-up",
     Better::more,
     samples,
     {"checkpoint_seconds"}},
    {"mib_per_second",
     "MiB/s",
     "the same in bytes, of the nominal length of a sample",
     Better::more,
     sizes,
     {"inference.requests_per_second", "checkpoint_seconds"}},
};

constexpr FigureRow kOfJobsBesideOthers[] = {
    {"interference.seconds_alone", "s", "time of the job by itself", Better::neither, alone},
    {"interference.time_ratio", "ratio", "time beside the other jobs over the time by itself", Better::less,
     alone},
    {"interference.au_percent_alone", "percent", "accelerator utilisation by itself", Better::neither,
     training_alone},
    {"interference.au_difference",
     "percent",
     "accelerator utilisation beside the others less that by itself",
     Better::more,
     training_alone,
     {"interference.latency_p99_ratio", "interference.time_ratio"}},
    {"interference.latency_p99_ratio",
     "ratio",
     "99th percentile of the latency beside the others over that by itself",
     Better::less,
     requests_alone,
     {"interference.time_ratio"}},
};

std::vector<FigureRow> gathered() {
  std::vector<FigureRow> rows;
  for (const std::span<const FigureRow> part :
       {std::span<const FigureRow>(kOfAllJobs), training_figures(), checkpoint_figures(), inference_figures(),
        probe_figures(), std::span<const FigureRow>(kOfJobsBesideOthers)})
    rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

}  // namespace

std::span<const FigureRow> figure_rows() {
  static const std::vector<FigureRow> kRows = gathered();
  return kRows;
}

const FigureRow* find_figure_row(std::string_view path) {
  const std::span<const FigureRow> rows = figure_rows();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const FigureRow& row) { return row.path == path; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace headrace
