#include "models/jobs/inference/figures.h"

namespace headrace {

namespace {

using enum FigureNeeds;

constexpr FigureRow kRows[] = {
    {"inference.servers", "count", "servers of the job", Better::neither, inference},
    {"inference.arrived", "count", "requests, or samples of an offline job, that came", Better::neither,
     inference},
    {"inference.completed", "count", "requests that were answered", Better::more, inference},
    {"inference.dropped",
     "count",
     "requests that found the queue full",
     Better::less,
     inference,
     {"seconds"}},
    {"inference.held_back", "count", "requests that found the queue full and stopped their source",
     Better::less, inference},
    {"inference.offered_per_second", "1/s", "requests that came, in the window after the warm-up",
     Better::neither, inference},
    {"inference.requests_per_second",
     "1/s",
     "requests that were answered, in the window after the warm-up",
     Better::more,
     inference,
     {"samples_per_second", "checkpoint_seconds"}},
    {"inference.in_system",
     "count",
     "requests waiting, on their way and in service, mean over the window",
     Better::less,
     inference,
     {"seconds"}},
    {"inference.in_system_max", "count", "the most of them at once", Better::less, inference},
    {"inference.busy_share",
     "fraction",
     "share of the window that a server was in service, mean over servers",
     Better::neither,
     inference,
     {"au_percent", "seconds"}},
    {"inference.batches", "count", "batches that were answered", Better::neither, inference},
    {"inference.batch_mean", "count", "requests of a batch, mean", Better::neither, inference},
    {"inference.model_load_seconds",
     "s",
     "from the job's start until its slowest server could answer",
     Better::less,
     inference,
     {"first_batch_seconds", "checkpoint_seconds"}},
    {"inference.model_read", "B", "bytes of the model that all servers read", Better::less, inference},
    {"inference.bytes_read", "B", "bytes of the data set that an offline job read", Better::neither,
     inference},
    {"inference.predictions_written", "B", "bytes of answers that were written", Better::neither, inference},
    {"inference.latency_ms.mean", "ms", "from arrival to reply, mean", Better::less, requests, {"seconds"}},
    {"inference.latency_ms.p50", "ms", "the same, median", Better::less, requests, {"seconds"}},
    {"inference.latency_ms.p90", "ms", "the same, 90th percentile", Better::less, requests, {"seconds"}},
    {"inference.latency_ms.p99", "ms", "the same, 99th percentile", Better::less, requests, {"seconds"}},
    {"inference.latency_ms.p999", "ms", "the same, 99.9th percentile", Better::less, requests, {"seconds"}},
    {"inference.latency_ms.max", "ms", "the same, longest", Better::less, requests, {"seconds"}},
    {"inference.queue_wait_ms.mean", "ms", "from arrival to the start of its batch, mean", Better::less,
     requests},
    {"inference.queue_wait_ms.p50", "ms", "the same, median", Better::less, requests},
    {"inference.queue_wait_ms.p90", "ms", "the same, 90th percentile", Better::less, requests},
    {"inference.queue_wait_ms.p99", "ms", "the same, 99th percentile", Better::less, requests},
    {"inference.queue_wait_ms.p999", "ms", "the same, 99.9th percentile", Better::less, requests},
    {"inference.queue_wait_ms.max", "ms", "the same, longest", Better::less, requests},
};

}  // namespace

std::span<const FigureRow> inference_figures() { return kRows; }

}  // namespace headrace
