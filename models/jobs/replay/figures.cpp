#include "models/jobs/replay/figures.h"

#include <algorithm>

#include "models/jobs/figure_value.h"
#include "models/jobs/replay/replay_result.h"

namespace headrace {

namespace {

using enum FigureNeeds;

FigureValue speedup(const JobResult& job) {
  const auto* const replay = job.find<ReplayResult>();
  if (replay == nullptr) return {};
  return ratio_or_zero(replay->recorded.in_seconds(), replay->span.in_seconds());
}

FigureValue gb_per_second(const JobResult& job) {
  const auto* const replay = job.find<ReplayResult>();
  if (replay == nullptr) return {};
  const Bytes moved = replay->bytes_read + replay->bytes_written;
  return ratio_or_zero(figure_number(moved) * 1e-9, replay->span.in_seconds());
}

// Returns a sum of times over the processes, in seconds of one of them in the mean.
template <auto sum>
FigureValue of_process(const JobResult& job) {
  const auto* const replay = job.find<ReplayResult>();
  if (replay == nullptr) return {};
  return (replay->*sum).in_seconds() / static_cast<double>(std::max<std::int64_t>(1, replay->processes));
}

constexpr FigureRow kReplayFigures[] = {
    {kReplaySeconds,
     "s",
     "from the begin of the first operation to the end of the last",
     Better::less,
     nothing,
     found<&ReplayResult::span>,
     {"seconds"}},
    {"replay.recorded_seconds", "s", "the same in the recording", Better::neither, nothing,
     found<&ReplayResult::recorded>},
    {"replay.speedup", "count", "how often the time here goes into that of the recording", Better::more,
     nothing, speedup},
    {"replay.processes", "count", "processes of all copies of the recording", Better::neither, nothing,
     found<&ReplayResult::processes>},
    {"replay.reads", "count", "reads that were repeated", Better::neither, nothing,
     found<&ReplayResult::reads>},
    {"replay.writes", "count", "writes that were repeated", Better::neither, nothing,
     found<&ReplayResult::writes>},
    {"replay.names", "count", "opens, closes, stats, removals, listings and syncs that were repeated",
     Better::neither, nothing, found<&ReplayResult::names>},
    {"replay.added_opens", "count", "opens of files that the recording reads or writes without an open",
     Better::neither, nothing, found<&ReplayResult::added_opens>},
    {"replay.bytes_read", "B", "bytes that were read", Better::neither, nothing,
     found<&ReplayResult::bytes_read>},
    {"replay.bytes_written", "B", "bytes that were written", Better::neither, nothing,
     found<&ReplayResult::bytes_written>},
    {"replay.gb_per_second",
     "GB/s",
     "bytes read and written over the time of the replay",
     Better::more,
     nothing,
     gb_per_second,
     {"probe.gb_per_second", "seconds"}},
    {"replay.read_seconds", "s", "reads of a process, one after another, mean", Better::less, nothing,
     of_process<&ReplayResult::reading>},
    {"replay.write_seconds", "s", "writes, likewise", Better::less, nothing,
     of_process<&ReplayResult::writing>},
    {"replay.name_seconds", "s", "opens, closes, stats and the like, likewise", Better::less, nothing,
     of_process<&ReplayResult::naming>},
    {"replay.recorded_read_seconds", "s", "reads of a process in the recording, mean", Better::neither,
     nothing, of_process<&ReplayResult::recorded_reading>},
    {"replay.recorded_write_seconds", "s", "writes, likewise", Better::neither, nothing,
     of_process<&ReplayResult::recorded_writing>},
    {"replay.recorded_name_seconds", "s", "opens, closes, stats and the like, likewise", Better::neither,
     nothing, of_process<&ReplayResult::recorded_naming>},
    {"replay.latency_ms.mean",
     "ms",
     "time of a read or a write, mean",
     Better::less,
     nothing,
     {found_histogram<&ReplayResult::latency>, FigureSource::kMean},
     {"probe.latency_ms.mean", "seconds"}},
    {"replay.latency_ms.p50",
     "ms",
     "the same, median",
     Better::less,
     nothing,
     {found_histogram<&ReplayResult::latency>, 0.5},
     {"probe.latency_ms.p50", "seconds"}},
    {"replay.latency_ms.p99",
     "ms",
     "the same, 99th percentile",
     Better::less,
     nothing,
     {found_histogram<&ReplayResult::latency>, 0.99},
     {"probe.latency_ms.p99", "seconds"}},
};

}  // namespace

std::span<const FigureRow> replay_figures() { return kReplayFigures; }

}  // namespace headrace
