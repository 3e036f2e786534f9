#include "models/jobs/probe/figures.h"

#include "models/jobs/figure_value.h"
#include "models/jobs/probe/probe_result.h"

namespace headrace {

namespace {

using enum FigureNeeds;

FigureValue operations_per_second(const JobResult& job) {
  const auto* const probe = job.find<ProbeResult>();
  if (probe == nullptr) return {};
  return ratio_or_zero(figure_number(probe->operations), probe->window.in_seconds());
}

FigureValue gb_per_second(const JobResult& job) {
  const auto* const probe = job.find<ProbeResult>();
  if (probe == nullptr || probe->bytes == Bytes()) return {};
  return ratio_or_zero(figure_number(probe->bytes) * 1e-9, probe->window.in_seconds());
}

constexpr FigureRow kProbeFigures[] = {
    {"probe.processes", "count", "ranks of the benchmark", Better::neither, nothing,
     found<&ProbeResult::processes>},
    {"probe.operations",
     "count",
     "transfers, files or messages",
     Better::neither,
     nothing,
     found<&ProbeResult::operations>,
     {"seconds"}},
    {"probe.bytes", "B", "bytes that were moved", Better::neither, nothing, found<&ProbeResult::bytes>},
    {"probe.seconds", "s", "from when all ranks were ready to the last end", Better::less, nothing,
     found<&ProbeResult::window>},
    {"probe.operations_per_second",
     "1/s",
     "operations over that time",
     Better::more,
     nothing,
     operations_per_second,
     {"samples_per_second", "seconds"}},
    {"probe.gb_per_second",
     "GB/s",
     "bytes over that time",
     Better::more,
     moved_bytes,
     gb_per_second,
     {"mib_per_second", "seconds"}},
    {"probe.latency_ms.mean",
     "ms",
     "time of an operation, mean",
     Better::less,
     nothing,
     {found_histogram<&ProbeResult::latency>, FigureSource::kMean},
     {"inference.latency_ms.mean", "seconds"}},
    {"probe.latency_ms.p50",
     "ms",
     "the same, median",
     Better::less,
     nothing,
     {found_histogram<&ProbeResult::latency>, 0.5},
     {"inference.latency_ms.p50", "seconds"}},
    {"probe.latency_ms.p90",
     "ms",
     "the same, 90th percentile",
     Better::less,
     nothing,
     {found_histogram<&ProbeResult::latency>, 0.9},
     {"inference.latency_ms.p90", "seconds"}},
    {"probe.latency_ms.p99",
     "ms",
     "the same, 99th percentile",
     Better::less,
     nothing,
     {found_histogram<&ProbeResult::latency>, 0.99},
     {"inference.latency_ms.p99", "seconds"}},
    {"probe.latency_ms.p999",
     "ms",
     "the same, 99.9th percentile",
     Better::less,
     nothing,
     {found_histogram<&ProbeResult::latency>, 0.999},
     {"inference.latency_ms.p999", "seconds"}},
    {"probe.latency_ms.max",
     "ms",
     "the same, longest",
     Better::less,
     nothing,
     {found_histogram<&ProbeResult::latency>, FigureSource::kGreatest},
     {"inference.latency_ms.max", "seconds"}},
};

}  // namespace

std::span<const FigureRow> probe_figures() { return kProbeFigures; }

}  // namespace headrace
