#include "scenarios/loader/recordings/recording_similarity.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scenarios/loader/recordings/data_visits.h"

namespace headrace {

namespace {

// Traits: what is compared of a recording.
struct Traits {
  double throughput = 0, concurrency = 0, burst = 0, order = 0;
  std::vector<double> sizes, gaps;
};

// Returns the coefficient of variation of the bytes in a hundred equal intervals of the recording.
double burst_of(const std::vector<const RecordedOperation*>& reads, Duration span) {
  constexpr std::size_t kIntervals = 100;
  std::vector<double> bytes(kIntervals);
  for (const RecordedOperation* const read : reads) {
    const double share = span > Duration() ? read->end.in_seconds() / span.in_seconds() : 0;
    const auto at = std::min(kIntervals - 1, static_cast<std::size_t>(share * kIntervals));
    bytes[at] += static_cast<double>(read->length.count());
  }
  double sum = 0, squares = 0;
  for (const double one : bytes) {
    sum += one;
    squares += one * one;
  }
  const double mean = sum / kIntervals;
  return mean > 0 ? std::sqrt(std::max(0.0, squares / kIntervals - mean * mean)) / mean : 0;
}

// Returns the share of a thread's samples that lie behind the one before them.
double order_of(const DataVisits& data) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < data.files.size(); ++i) {
    if (data.files[i] >= places.size()) places.resize(data.files[i] + 1);
    places[data.files[i]] = i;
  }
  double up = 0, all = 0;
  for (const DataThread& thread : data.threads) {
    for (std::size_t i = 1; i < thread.visits.size(); ++i) {
      const auto key = [&](const DataVisit& visit) { return std::pair(places[visit.file], visit.offset); };
      up += key(thread.visits[i - 1]) < key(thread.visits[i]) ? 1 : 0;
      ++all;
    }
  }
  return all > 0 ? up / all : 0;
}

Traits traits_of(const Recording& recording) {
  Traits traits;
  const Duration span = recording.span();
  std::vector<const RecordedOperation*> reads;
  double bytes = 0, busy = 0;
  for (const RecordedProcess& process : recording.processes) {
    for (const RecordedOperation& operation : process.operations) {
      if (operation.operation != IoOperation::read || operation.layer == RecordedLayer::mpi) continue;
      reads.push_back(&operation);
      bytes += static_cast<double>(operation.length.count());
      busy += (operation.end - operation.begin).in_seconds();
      traits.sizes.push_back(static_cast<double>(operation.length.count()));
    }
  }
  const double seconds = span.in_seconds();
  traits.throughput = seconds > 0 ? bytes / seconds : 0;
  traits.concurrency = seconds > 0 ? busy / seconds : 0;
  traits.burst = burst_of(reads, span);
  const DataVisits data = data_visits(recording);
  traits.order = order_of(data);
  for (const DataThread& thread : data.threads)
    for (std::size_t i = 1; i < thread.visits.size(); ++i)
      traits.gaps.push_back((thread.visits[i].begin - thread.visits[i - 1].end).in_seconds());
  std::sort(traits.sizes.begin(), traits.sizes.end());
  std::sort(traits.gaps.begin(), traits.gaps.end());
  return traits;
}

double ratio(double one, double other) {
  const double larger = std::max(one, other);
  return larger > 0 ? std::min(one, other) / larger : 1;
}

// Returns 1 less the greatest distance between two empirical distributions. Values that differ by no more
// than a twentieth count as one: clocks and draws differ by that much.
double overlap(const std::vector<double>& one, const std::vector<double>& other) {
  if (one.empty() || other.empty()) return one.empty() == other.empty() ? 1 : 0;
  constexpr double kAlike = 1.05;
  const auto share = [](const std::vector<double>& all, double below) {
    return static_cast<double>(std::upper_bound(all.begin(), all.end(), below) - all.begin()) /
           static_cast<double>(all.size());
  };
  double distance = 0;
  for (const auto* const values : {&one, &other}) {
    for (const double value : *values) {
      distance = std::max(distance, share(one, value) - share(other, value * kAlike));
      distance = std::max(distance, share(other, value) - share(one, value * kAlike));
    }
  }
  return 1 - distance;
}

}  // namespace

RecordingSimilarity similarity(const Recording& one, const Recording& other) {
  const Traits a = traits_of(one), b = traits_of(other);
  RecordingSimilarity found;
  found.throughput = ratio(a.throughput, b.throughput);
  found.read_sizes = overlap(a.sizes, b.sizes);
  found.gaps = overlap(a.gaps, b.gaps);
  found.concurrency = ratio(a.concurrency, b.concurrency);
  found.bursts = 1 - std::min(1.0, std::abs(a.burst - b.burst) / std::max(1.0, std::max(a.burst, b.burst)));
  found.order = 1 - std::abs(a.order - b.order);
  return found;
}

}  // namespace headrace
