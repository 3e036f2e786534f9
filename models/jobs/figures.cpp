#include "models/jobs/figures.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "models/jobs/figure_value.h"
#include "models/jobs/job.h"

namespace headrace {

namespace {

using enum FigureNeeds;

FigureValue seconds_of(const JobResult& job) { return (job.end - job.start).in_seconds(); }

FigureValue samples_of(const JobResult& job) {
  const bool any = job.kind == JobKind::training || job.samples_per_second;
  return any ? FigureValue(job.samples_per_second) : FigureValue();
}

FigureValue mib_of(const JobResult& job) {
  const bool any = job.kind == JobKind::training || job.mib_per_second;
  return any ? FigureValue(job.mib_per_second) : FigureValue();
}

// Says for how long a process was at a part of the start, in the mean.
template <auto part>
FigureValue of_startup(const JobResult& job) {
  if (!job.startup) return {};
  const auto processes = static_cast<double>(std::max<std::int64_t>(1, job.startup->processes));
  return ((*job.startup).*part).in_seconds() / processes;
}

constexpr FigureRow kOfAllJobs[] = {
    {"seconds", "s", "from the job's start to its end", Better::less, nothing, seconds_of},
    {"samples_per_second",
     "1/s",
     "samples a second: of training by the rule of its DLIO version, mean over epochs; of inference in the "
     "window after the warm-up",
     Better::more,
     samples,
     samples_of,
     {"checkpoint_seconds"}},
    {"mib_per_second",
     "MiB/s",
     "the same in bytes, of the nominal length of a sample",
     Better::more,
     sizes,
     mib_of,
     {"inference.requests_per_second", "checkpoint_seconds"}},
    {"startup.seconds",
     "s",
     "from the job's start until the processes of its last rank had imported their software",
     Better::less,
     startup,
     of_part<&JobResult::startup, &StartupResult::span>,
     {"seconds"}},
    {"startup.lookup_seconds", "s", "looking up names in vain meanwhile, mean over processes", Better::less,
     startup, of_startup<&StartupResult::lookups>},
    {"startup.open_seconds", "s", "opening and closing files, likewise", Better::less, startup,
     of_startup<&StartupResult::opens>},
    {"startup.read_seconds", "s", "reading files, likewise", Better::less, startup,
     of_startup<&StartupResult::reads>},
    {"startup.module_seconds", "s", "running modules, likewise", Better::less, startup,
     of_startup<&StartupResult::modules>},
    {"startup.list_seconds", "s", "listing the data set, likewise", Better::less, startup,
     of_startup<&StartupResult::listing>},
    {"startup.manifest_seconds", "s", "reading manifests of the data set, likewise", Better::less, manifests,
     of_startup<&StartupResult::manifests>},
    {"startup.manifest_bytes_from_storage", "B",
     "bytes of manifests that came from beyond the memory of the nodes", Better::less, manifests,
     of_part<&JobResult::startup, &StartupResult::manifests_from_storage>},
    {"startup.bytes_from_storage", "B", "bytes of the software that came from beyond the memory of the nodes",
     Better::less, startup, of_part<&JobResult::startup, &StartupResult::from_storage>},
};

// Rows of what compares a job with itself alone, which analysis/figures computes.
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
     {},
     {"interference.latency_p99_ratio", "interference.time_ratio"}},
    {"interference.latency_p99_ratio",
     "ratio",
     "99th percentile of the latency beside the others over that by itself",
     Better::less,
     requests_alone,
     {},
     {"interference.time_ratio"}},
};

std::vector<FigureRow> gathered() {
  std::vector<FigureRow> rows(std::begin(kOfAllJobs), std::end(kOfAllJobs));
  for (const auto& kind : Job::table()) {
    const std::span<const FigureRow> own = kind.recipe()->facts().figures;
    rows.insert(rows.end(), own.begin(), own.end());
  }
  rows.insert(rows.end(), std::begin(kOfJobsBesideOthers), std::end(kOfJobsBesideOthers));
  return rows;
}

bool is_in(std::span<const FigureRow> rows, std::string_view path) {
  return std::any_of(rows.begin(), rows.end(), [&](const FigureRow& row) { return row.path == path; });
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

bool is_of_kind(const FigureRow& figure, const JobFacts& kind) {
  return is_in(kOfAllJobs, figure.path) || is_in(kOfJobsBesideOthers, figure.path) ||
         is_in(kind.figures, figure.path);
}

FigureValue value_of(const FigureRow& figure, const JobResult& job) {
  constexpr double kMilliseconds = 1e-6;
  const FigureSource& source = figure.source;
  if (source.value != nullptr) return source.value(job);
  const Histogram* const times = source.histogram == nullptr ? nullptr : source.histogram(job);
  if (times == nullptr || times->count() == 0) return {};
  if (source.share == FigureSource::kMean) return kMilliseconds * times->mean();
  const std::int64_t ns =
      source.share == FigureSource::kGreatest ? times->max() : times->quantile(source.share);
  return kMilliseconds * static_cast<double>(ns);
}

}  // namespace headrace
