#include "models/jobs/probe/figures.h"

namespace headrace {

namespace {

using enum FigureNeeds;

constexpr FigureRow kRows[] = {
    {"probe.processes", "count", "processes of the benchmark", Better::neither, probe},
    {"probe.operations", "count", "transfers, files or messages", Better::neither, probe, {"seconds"}},
    {"probe.bytes", "B", "bytes that were moved", Better::neither, probe},
    {"probe.seconds", "s", "from when all processes were ready to the last end", Better::less, probe},
    {"probe.operations_per_second",
     "1/s",
     "operations over that time",
     Better::more,
     probe,
     {"samples_per_second", "seconds"}},
    {"probe.gb_per_second",
     "GB/s",
     "bytes over that time",
     Better::more,
     probe_bytes,
     {"mib_per_second", "seconds"}},
    {"probe.latency_ms.mean",
     "ms",
     "time of an operation, mean",
     Better::less,
     probe,
     {"inference.latency_ms.mean", "seconds"}},
    {"probe.latency_ms.p50",
     "ms",
     "the same, median",
     Better::less,
     probe,
     {"inference.latency_ms.p50", "seconds"}},
    {"probe.latency_ms.p90",
     "ms",
     "the same, 90th percentile",
     Better::less,
     probe,
     {"inference.latency_ms.p90", "seconds"}},
    {"probe.latency_ms.p99",
     "ms",
     "the same, 99th percentile",
     Better::less,
     probe,
     {"inference.latency_ms.p99", "seconds"}},
    {"probe.latency_ms.p999",
     "ms",
     "the same, 99.9th percentile",
     Better::less,
     probe,
     {"inference.latency_ms.p999", "seconds"}},
    {"probe.latency_ms.max",
     "ms",
     "the same, longest",
     Better::less,
     probe,
     {"inference.latency_ms.max", "seconds"}},
};

}  // namespace

std::span<const FigureRow> probe_figures() { return kRows; }

}  // namespace headrace
