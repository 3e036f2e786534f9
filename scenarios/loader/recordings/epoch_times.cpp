#include "scenarios/loader/recordings/epoch_times.h"

#include <algorithm>
#include <map>
#include <vector>

namespace headrace {

namespace {

// EpochSpan: the reading of all processes in an epoch.
struct EpochSpan {
  Duration begin = Duration::max(), end;
  std::map<std::size_t, Duration> first_batches;  // Ends of the first batch of each process.
};

std::map<std::int64_t, EpochSpan> spans_of(const DataVisits& data, std::int64_t batch) {
  std::map<std::int64_t, EpochSpan> spans;
  for (const DataThread& thread : data.threads) {
    std::int64_t epoch = 0, samples = 0;
    for (const DataVisit& visit : thread.visits) {
      if (visit.epoch != epoch) samples = 0;
      epoch = visit.epoch;
      EpochSpan& span = spans[epoch];
      span.begin = std::min(span.begin, visit.begin);
      span.end = std::max(span.end, visit.end);
      if (++samples != batch) continue;
      const auto [first, is_new] = span.first_batches.emplace(thread.process, visit.end);
      if (!is_new) first->second = std::min(first->second, visit.end);
    }
  }
  return spans;
}

Duration median_of(std::vector<Duration>& all) {
  if (all.empty()) return {};
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end());
  return *middle;
}

}  // namespace

Duration EpochTimes::step_of(std::int64_t steps, std::int64_t ahead) const {
  if (period <= first_batch || steps < 1) return {};
  const Duration step = Duration::nanoseconds((period - first_batch).ns() / steps);
  const double behind = (period - reading).in_seconds() / step.in_seconds();  // Steps behind the last read.
  // A step is always behind it; half of one is a margin [assumed].
  return behind > 1.5 && behind < static_cast<double>(ahead) + 1.5 ? step : Duration();
}

EpochTimes epoch_times(const DataVisits& data, std::int64_t batch) {
  EpochTimes times;
  std::vector<Duration> periods, readings, firsts;
  const EpochSpan* before = nullptr;
  const std::map<std::int64_t, EpochSpan> spans = spans_of(data, batch);
  for (const auto& [epoch, span] : spans) {
    if (before != nullptr) periods.push_back(span.begin - before->begin);
    before = &span;
    readings.push_back(span.end - span.begin);
    times.epochs.push_back({span.begin, span.end});
    Duration last;
    for (const auto& [process, end] : span.first_batches) last = std::max(last, end - span.begin);
    if (!span.first_batches.empty()) firsts.push_back(last);
  }
  times.period = median_of(periods);
  times.first_batch = median_of(firsts);
  times.reading = median_of(readings);
  return times;
}

std::int64_t epoch_before(const EpochTimes& times, Duration at) {
  for (std::size_t e = times.epochs.size(); e > 0; --e)
    if (at >= times.epochs[e - 1].begin)
      return at >= times.epochs[e - 1].end ? static_cast<std::int64_t>(e) : 0;
  return 0;
}

}  // namespace headrace
