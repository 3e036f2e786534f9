#include "scenarios/loader/recordings/batch_waits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "scenarios/loader/recordings/sample_gaps.h"

namespace headrace {

namespace {

// TwoKinds: gaps of which some are long.
struct TwoKinds {
  double least_long = 0;
  double median_short = 0;
};

// Tells short gaps from long ones; nothing where gaps are of one kind. Otsu's threshold over
// the logarithms of the gaps: where the two kinds lie furthest apart for their numbers [Otsu 1979].
std::optional<TwoKinds> two_kinds(std::vector<double> gaps, double apart_at_least) {
  if (gaps.size() < 8) return std::nullopt;
  std::sort(gaps.begin(), gaps.end());
  // A gap below a tenth of the median is no measure: the clock's step, or no work at all.
  const double floor = std::max(1e-6, gaps[gaps.size() / 2] / 10);
  std::vector<double> sums = {0};
  for (const double gap : gaps) sums.push_back(sums.back() + std::log(std::max(gap, floor)));
  const auto count = static_cast<double>(gaps.size());
  double most = 0;
  std::size_t split = 0;
  for (std::size_t i = 1; i < gaps.size(); ++i) {
    const auto below = static_cast<double>(i);
    const double apart = (sums.back() - sums[i]) / (count - below) - sums[i] / below;
    const double between = below * (count - below) * apart * apart;
    if (between <= most) continue;
    most = between;
    split = i;
  }
  const double lower = std::max(gaps[split / 2], floor), upper = gaps[(split + gaps.size()) / 2];
  if (split == 0 || upper < apart_at_least * lower) return std::nullopt;
  return TwoKinds{gaps[split], gaps[split / 2]};
}

// Returns the largest number of whose multiples nine of ten long gaps lie apart, and how many do.
std::pair<std::int64_t, double> batch_of(const std::vector<WorkerEpoch>& all, double least) {
  std::map<std::int64_t, std::int64_t> apart;
  std::int64_t count = 0, gaps = 0;
  for (const WorkerEpoch& one : all) {
    std::int64_t before = 0;
    for (const SampleGap& gap : one.gaps) {
      ++gaps;
      if (gap.seconds < least) continue;
      ++apart[gap.behind - std::exchange(before, gap.behind)];
      ++count;
    }
  }
  std::int64_t batch = 0;
  double share = 0;
  const std::int64_t most = apart.empty() ? 0 : apart.rbegin()->first;
  for (std::int64_t candidate = 1; candidate <= most; ++candidate) {
    std::int64_t multiples = 0;
    for (const auto& [distance, times] : apart) multiples += distance % candidate == 0 ? times : 0;
    const double of_all = static_cast<double>(multiples) / static_cast<double>(count);
    if (of_all < 0.9) continue;
    batch = candidate;
    share = of_all;
  }
  // Long gaps at any distance are of one sample only where they lie behind nearly each.
  if (batch == 1 && count * 10 < gaps * 8) return {0, 0};
  return {batch, count < 4 ? share / 2 : share};
}

// Sums of the logarithms of gaps, and of their squares.
struct GapSums {
  double count = 0, sum = 0, squares = 0;

  void add(const GapSums& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
  }
  GapSums without(const GapSums& part) const {
    return {count - part.count, sum - part.sum, squares - part.squares};
  }
  double mean() const { return sum / count; }
  double variance_of_mean() const { return std::max(0.0, squares / count - mean() * mean()) / count; }
};

// Returns the number of whose multiples the gaps stand out most, for loaders that hardly ever wait, whose
// gaps behind batches are only somewhat longer: by Welch's t of the logarithms. Behind every second batch
// they stand out as much, but not from the rest. 0: none stands out.
std::int64_t period_of(const std::vector<WorkerEpoch>& all) {
  constexpr std::int64_t kMostPlaces = 20'000, kMostBatch = 4'096;
  constexpr double kStandsOut = 12;  // Deviations, as thousands of candidates are tried [assumed].
  std::vector<GapSums> places;       // By the samples before the gap.
  GapSums total;
  for (const WorkerEpoch& one : all) {
    for (const SampleGap& gap : one.gaps) {
      if (gap.behind >= kMostPlaces) break;
      const double log = std::log(std::max(gap.seconds, 1e-6));
      if (places.size() <= static_cast<std::size_t>(gap.behind))
        places.resize(static_cast<std::size_t>(gap.behind) + 1);
      const GapSums here{1, log, log * log};
      places[static_cast<std::size_t>(gap.behind)].add(here);
      total.add(here);
    }
  }
  const std::int64_t most = std::min<std::int64_t>(kMostBatch, static_cast<std::int64_t>(places.size()) / 2);
  std::int64_t best = 0;
  double furthest = kStandsOut;
  for (std::int64_t candidate = 2; candidate <= most; ++candidate) {
    GapSums behind;
    for (auto at = static_cast<std::size_t>(candidate); at < places.size();
         at += static_cast<std::size_t>(candidate))
      behind.add(places[at]);
    const GapSums within = total.without(behind);
    if (behind.count < 8 || within.count < 8 || behind.mean() <= within.mean()) continue;
    const double deviation = std::sqrt(behind.variance_of_mean() + within.variance_of_mean());
    const double apart = (behind.mean() - within.mean()) / std::max(deviation, 1e-9);
    if (apart <= furthest) continue;
    furthest = apart;
    best = candidate;
  }
  return best;
}

// Times of the gaps behind batches and within them.
struct Kinds {
  double shortest_behind = 0;     // Of a gap behind a batch.
  double behind = 0, within = 0;  // Medians.
  double longest_within = 0;      // But for one of 500.

  // Returns what putting a batch together takes; zero where that is lost beside the decoding of samples.
  Duration time_of_batch() const {
    return shortest_behind > longest_within ? Duration::seconds(shortest_behind - within) : Duration();
  }
};

Kinds kinds_of(const std::vector<WorkerEpoch>& all, std::int64_t batch) {
  std::vector<double> behind, within;
  for (const WorkerEpoch& one : all)
    for (const SampleGap& gap : one.gaps) (gap.behind % batch == 0 ? behind : within).push_back(gap.seconds);
  const auto at = [](std::vector<double>& gaps, std::size_t place) {
    if (gaps.empty()) return 0.0;
    std::nth_element(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(place), gaps.end());
    return gaps[place];
  };
  const double shortest = at(behind, behind.size() / 200);
  const double longest = within.empty() ? 0 : at(within, within.size() - 1 - within.size() / 500);
  return {shortest, at(behind, behind.size() / 2), at(within, within.size() / 2), longest};
}

// Rank: the workers of a process in an epoch.
using Rank = std::pair<std::size_t, std::int64_t>;

Duration median(std::vector<Duration>& spans) {
  const auto middle = spans.begin() + static_cast<std::ptrdiff_t>(spans.size() / 2);
  std::nth_element(spans.begin(), middle, spans.end());
  return *middle;
}

// Finds the time of a step between the ends of waits, and how many of the later gaps behind batches are
// waits.
void find_step(const std::vector<WorkerEpoch>& all, double least, BatchWaits& found) {
  std::map<Rank, std::vector<Duration>> ends;
  std::int64_t late = 0, late_waits = 0;
  for (const WorkerEpoch& one : all) {
    for (const SampleGap& gap : one.gaps) {
      if (gap.behind % found.batch != 0) continue;
      const bool waits = gap.seconds >= least;
      if (waits) ends[{one.process, one.epoch}].push_back(gap.ended);
      if (gap.behind * 2 < one.samples) continue;
      ++late;
      late_waits += waits ? 1 : 0;
    }
  }
  found.waiting = late == 0 ? 0 : static_cast<double>(late_waits) / static_cast<double>(late);
  std::vector<Duration> steps;
  for (auto& [of, times] : ends) {
    std::sort(times.begin(), times.end());
    for (std::size_t i = 1; i < times.size(); ++i) steps.push_back(times[i] - times[i - 1]);
  }
  if (steps.empty()) return;
  found.step_confidence = found.waiting < 0.5 ? 0.2 : steps.size() < 8 ? 0.4 : 0.85;
  found.step = median(steps);
}

// Returns how many batches a single worker had ahead at its first wait: those that it had made, less those
// that the loop had taken by then, of which the first one as soon as it was there.
std::int64_t ahead_of_one(const WorkerEpoch& one, const SampleGap& wait, const BatchWaits& found) {
  const auto begin_of = [](const SampleGap& gap) { return gap.ended.in_seconds() - gap.seconds; };
  const auto first = std::find_if(one.gaps.begin(), one.gaps.end(),
                                  [&](const SampleGap& gap) { return gap.behind == found.batch; });
  const double since = begin_of(wait) - begin_of(*first);
  return wait.behind / found.batch - 1 - static_cast<std::int64_t>(since / found.step.in_seconds());
}

// Returns the least number that is not a stray one: each of 32 workers has its share.
std::int64_t least_common(const std::map<std::int64_t, std::int64_t>& counts) {
  constexpr double kStray = 0.03;  // [assumed]
  double all = 0;
  for (const auto& [number, count] : counts) all += static_cast<double>(count);
  for (const auto& [number, count] : counts)
    if (static_cast<double>(count) > kStray * all) return number;
  return counts.begin()->first;
}

// Finds how many batches a worker makes before it waits: of several in a rank, the least that one of them
// does, as the loop takes the batches of the first ones before they have to wait.
void find_ahead(const std::vector<WorkerEpoch>& all, double least, bool has_others, BatchWaits& found) {
  std::map<Rank, std::int64_t> workers;
  for (const WorkerEpoch& one : all) ++workers[{one.process, one.epoch}];
  std::map<std::int64_t, std::int64_t> ahead;
  bool is_alone = false;
  for (const WorkerEpoch& one : all) {
    const auto first = std::find_if(one.gaps.begin(), one.gaps.end(), [&](const SampleGap& gap) {
      return gap.behind % found.batch == 0 && gap.seconds >= least;
    });
    if (first == one.gaps.end()) continue;
    is_alone = !has_others && workers[{one.process, one.epoch}] == 1 && found.step > Duration();
    ++ahead[is_alone ? ahead_of_one(one, *first, found) : first->behind / found.batch];
  }
  if (ahead.empty()) return;
  const auto most_often =
      std::max_element(ahead.begin(), ahead.end(),
                       [](const auto& one, const auto& other) { return one.second < other.second; });
  found.ahead = std::max<std::int64_t>(1, is_alone ? most_often->first : least_common(ahead));
  found.ahead_confidence = found.waiting > 0.5 ? 0.85 : 0.4;
}

// Workers read whole batches, but for the last one of an epoch. Where that is not so of what was found, and
// epochs are too short for two waits, the samples before a wait are of several batches.
void take_common_divisor(const std::vector<WorkerEpoch>& all, BatchWaits& found) {
  if (found.largest_divisor % found.batch == 0) return;
  const bool is_one_wait = std::all_of(all.begin(), all.end(),
                                       [&](const WorkerEpoch& one) { return one.samples < 2 * found.batch; });
  const std::int64_t common = std::gcd(found.largest_divisor, found.batch);
  const bool is_several = is_one_wait && common > 1;
  found.batch_confidence = std::min(found.batch_confidence, is_several ? 0.6 : 0.4);
  if (is_several) found.batch = common;
}

}  // namespace

BatchWaits batch_waits(const DataVisits& data, std::int64_t processes_of_rank) {
  constexpr double kApart = 3, kWaitApart = 2;  // Medians of short and long gaps; of those behind batches.
  // A wait is longer than the median of gaps behind batches without one by the first factor, or where those
  // are of one kind than the shortest of them by the second.
  constexpr double kBeyondShort = 1.5, kLonger = 1.3;
  constexpr double kOfPeriod = 0.7;  // Confidence of a batch that shows in longer gaps alone [assumed].
  BatchWaits found;
  const std::vector<WorkerEpoch> all = worker_epochs(data);
  for (const WorkerEpoch& one : all) found.largest_divisor = std::gcd(found.largest_divisor, one.samples);
  std::vector<double> gaps, behind;
  for (const WorkerEpoch& one : all)
    for (const SampleGap& gap : one.gaps) gaps.push_back(gap.seconds);
  if (const std::optional<TwoKinds> all_gaps = two_kinds(gaps, kApart))
    std::tie(found.batch, found.batch_confidence) = batch_of(all, all_gaps->least_long);
  if (found.batch == 0) {
    found.batch = period_of(all);
    if (found.batch == 0) return found;
    found.batch_confidence = kOfPeriod;
    const Kinds kinds = kinds_of(all, found.batch);
    found.of_batch = Duration::seconds(kinds.behind - kinds.within);
    return found;
  }
  take_common_divisor(all, found);
  const Kinds kinds = kinds_of(all, found.batch);
  if (found.batch > 1) found.of_batch = kinds.time_of_batch();
  for (const WorkerEpoch& one : all)
    for (const SampleGap& gap : one.gaps)
      if (gap.behind % found.batch == 0) behind.push_back(gap.seconds);
  // Waits of the first batches are short: less than one of the later ones, and longer than none.
  const std::optional<TwoKinds> of_batches = two_kinds(behind, kWaitApart);
  const double beyond_others =
      of_batches ? kBeyondShort * of_batches->median_short : kLonger * kinds.shortest_behind;
  const double least_wait = std::max(beyond_others, kinds.longest_within + found.of_batch.in_seconds());
  find_step(all, least_wait, found);
  found.step = Duration::nanoseconds(found.step.ns() / processes_of_rank);
  find_ahead(all, least_wait, processes_of_rank > 1, found);
  return found;
}

}  // namespace headrace
