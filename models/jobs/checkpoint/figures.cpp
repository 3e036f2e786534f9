#include "models/jobs/checkpoint/figures.h"

namespace headrace {

namespace {

using enum FigureNeeds;

constexpr FigureRow kRows[] = {
    {"checkpoint_stall_percent",
     "percent",
     "share of all ranks' time in checkpoints of a job that trains",
     Better::less,
     training_checkpoints,
     {"checkpoint_all_seconds", "seconds"}},
    {"checkpoint_all_seconds",
     "s",
     "time until all ranks went on, in all checkpoints outside of epochs",
     Better::less,
     lone_checkpoints,
     {"checkpoint_stall_percent", "seconds"}},
    {"checkpoint_seconds",
     "s",
     "time of rank 0, as DLIO counts, in all checkpoints outside of epochs",
     Better::less,
     lone_checkpoints,
     {"checkpoint_stall_percent", "seconds"}},
    {"checkpoint_write_seconds",
     "s",
     "time of rank 0 to write one of them, mean",
     Better::less,
     lone_writes,
     {"checkpoint_seconds", "seconds"}},
    {"checkpoint_read_seconds",
     "s",
     "time of rank 0 to read one of them, mean",
     Better::less,
     lone_reads,
     {"checkpoint_seconds", "seconds"}},
};

}  // namespace

std::span<const FigureRow> checkpoint_figures() { return kRows; }

}  // namespace headrace
