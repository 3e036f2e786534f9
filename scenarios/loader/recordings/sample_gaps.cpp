#include "scenarios/loader/recordings/sample_gaps.h"

#include <algorithm>
#include <array>

namespace headrace {

namespace {

// Returns bins from nothing to 1 us, and on to two months.
std::vector<GapBin> all_gap_bins() {
  std::vector<GapBin> bins;
  Duration from;
  for (std::int64_t power = 1'000; power <= 1'000'000'000'000'000; power *= 10) {
    for (const std::int64_t times : std::array<std::int64_t, 3>{1, 2, 5}) {
      const Duration until = Duration::nanoseconds(power * times);
      bins.push_back({from, until, 0, 0});
      from = until;
    }
  }
  return bins;
}

}  // namespace

std::vector<WorkerEpoch> worker_epochs(const DataVisits& data) {
  std::vector<WorkerEpoch> all;
  for (const DataThread& thread : data.threads) {
    for (std::size_t i = 0; i < thread.visits.size(); ++i) {
      const DataVisit& now = thread.visits[i];
      if (i == 0 || thread.visits[i - 1].epoch != now.epoch) {
        all.push_back({thread.process, now.epoch, 0, {}});
      } else {
        all.back().gaps.push_back(
            {all.back().samples, (now.begin - thread.visits[i - 1].end).in_seconds(), now.begin});
      }
      ++all.back().samples;
    }
  }
  return all;
}

std::vector<GapBin> gap_histogram(const std::vector<WorkerEpoch>& epochs, std::int64_t batch) {
  std::vector<GapBin> bins = all_gap_bins();
  for (const WorkerEpoch& one : epochs) {
    for (const SampleGap& gap : one.gaps) {
      const auto found = std::find_if(bins.begin(), bins.end() - 1, [&](const GapBin& bin) {
        return Duration::seconds(gap.seconds) < bin.until;
      });
      ++(batch > 0 && gap.behind % batch == 0 ? found->behind : found->within);
    }
  }
  const auto is_used = [](const GapBin& bin) { return bin.within + bin.behind > 0; };
  const auto first = std::find_if(bins.begin(), bins.end(), is_used);
  const auto last = std::find_if(bins.rbegin(), bins.rend(), is_used).base();
  return first == bins.end() ? std::vector<GapBin>() : std::vector<GapBin>(first, last);
}

}  // namespace headrace
