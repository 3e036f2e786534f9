#include "models/jobs/training/figures.h"

namespace headrace {

namespace {

using enum FigureNeeds;

constexpr FigureRow kRows[] = {
    {"au_percent",
     "percent",
     "accelerator utilisation by the rule of the job's DLIO version, mean over epochs",
     Better::more,
     training,
     {"inference.busy_share", "checkpoint_seconds"}},
    {"utilisation_percent",
     "percent",
     "share of all ranks' time from the job's start to its end that was spent computing",
     Better::more,
     training,
     {"inference.busy_share", "checkpoint_seconds"}},
    {"delivered_samples_per_second",
     "1/s",
     "samples of the steps that were done, over the time from the job's start to its end",
     Better::more,
     training,
     {"samples_per_second", "checkpoint_seconds"}},
    {"delivered_mib_per_second",
     "MiB/s",
     "the same in bytes, of the nominal length of a sample",
     Better::more,
     training,
     {"inference.requests_per_second", "checkpoint_seconds"}},
    {"first_batch_seconds",
     "s",
     "wait for the first batch of an epoch, mean over ranks and epochs",
     Better::less,
     training,
     {"inference.model_load_seconds", "seconds"}},
    {"goodput_percent",
     "percent",
     "share of all ranks' time spent in computation that no failure has undone",
     Better::more,
     training,
     {"inference.busy_share", "seconds"}},
    {"restarts.count", "count", "times that the job began again", Better::less, restarts, {"seconds"}},
    {"restarts.lost_seconds", "s", "work that failures undid", Better::less, restarts, {"seconds"}},
    {"restarts.down_seconds",
     "s",
     "time from failures to the next begin of the ranks",
     Better::less,
     restarts,
     {"seconds"}},
    {"failure.seconds", "s", "when the job lost a node and ended", Better::neither, failure, {"seconds"}},
    {"failure.lost_seconds", "s", "work that was lost with it", Better::less, failure, {"seconds"}},
    {"cache.caches", "count", "caches of the job", Better::neither, cache},
    {"cache.hits", "count", "lookups that found their sample", Better::more, cache},
    {"cache.misses", "count", "lookups that did not", Better::less, cache},
    {"cache.evictions", "count", "samples that were given up for others", Better::less, cache},
    {"cache.hit_rate", "fraction", "hits over lookups", Better::more, cache},
    {"cache.bytes_hit", "B", "bytes of the hits", Better::more, cache},
    {"cache.bytes_missed", "B", "bytes of the misses", Better::less, cache},
    {"cache.byte_hit_rate", "fraction", "bytes of hits over bytes of lookups", Better::more, cache},
    {"shuffle.randomness", "fraction",
     "choice that is left to an epoch's order of samples: the logarithm of the number of orders that it may "
     "have after the epoch before, over that of all orders",
     Better::more, shuffle},
    {"shuffle.bytes_exchanged", "B",
     "bytes that nodes sent each other of samples that changed hands between epochs", Better::less, shuffle},
    {"tiers.bytes_from_above", "B", "bytes of the training set that came from the upper tier of the storage",
     Better::more, tiers},
    {"tiers.bytes_from_below", "B",
     "bytes of the training set that came from the lower tier, copies into the upper one included",
     Better::less, tiers},
};

}  // namespace

std::span<const FigureRow> training_figures() { return kRows; }

}  // namespace headrace
