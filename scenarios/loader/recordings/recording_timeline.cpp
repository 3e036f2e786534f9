#include "scenarios/loader/recordings/recording_timeline.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace headrace {

namespace {

class TimelineMaker {
 public:
  TimelineMaker(Duration span, std::int64_t most_bins) {
    const std::int64_t ns = std::max<std::int64_t>(1, span.ns());
    const std::int64_t width = (ns + most_bins - 1) / most_bins;
    made_.width = Duration::nanoseconds(width);
    made_.bins.resize(static_cast<std::size_t>((ns + width - 1) / width));
  }

  void add(const RecordedOperation& operation) {
    if (operation.layer == RecordedLayer::mpi) return;
    if (operation.end > operation.begin) {
      begins_.push_back(operation.begin);
      ends_.push_back(operation.end);
    }
    Bytes told;
    for (std::size_t bin = bin_of(operation.begin);; ++bin) {
      const Duration from = std::max(operation.begin, begin_of(bin));
      const bool is_last = bin + 1 == made_.bins.size() || operation.end <= begin_of(bin + 1);
      const Duration until = is_last ? operation.end : begin_of(bin + 1);
      const Bytes upto = is_last ? operation.length : bytes_until(operation, until);
      give(made_.bins[bin], operation, upto - told, until - from);
      told = upto;
      if (is_last) return;
    }
  }

  RecordingTimeline take() {
    count_at_once();
    return std::move(made_);
  }

 private:
  Duration begin_of(std::size_t bin) const { return made_.width * static_cast<std::int64_t>(bin); }
  std::size_t bin_of(Duration at) const {
    return std::min(static_cast<std::size_t>(at.ns() / made_.width.ns()), made_.bins.size() - 1);
  }

  // Returns what an operation has moved until an instant between its begin and its end.
  static Bytes bytes_until(const RecordedOperation& operation, Duration at) {
    const double share = (at - operation.begin) / (operation.end - operation.begin);
    return std::min(share_of(operation.length, share), operation.length);
  }

  static void give(TimelineBin& bin, const RecordedOperation& operation, Bytes bytes, Duration time) {
    if (operation.operation == IoOperation::read) {
      bin.read += bytes;
      bin.reading += time;
    } else if (operation.operation == IoOperation::write) {
      bin.written += bytes;
      bin.writing += time;
    } else {
      bin.naming += time;
    }
  }

  // Goes through begins and ends in the order of time; what ends where another begins is no longer under way.
  void count_at_once() {
    std::sort(begins_.begin(), begins_.end());
    std::sort(ends_.begin(), ends_.end());
    std::size_t ended = 0;
    std::int64_t level = 0;
    Duration since;
    for (std::size_t begun = 0; ended < ends_.size();) {
      const bool begins = begun < begins_.size() && begins_[begun] < ends_[ended];
      const Duration now = begins ? begins_[begun++] : ends_[ended++];
      if (now > since) note_level(level, since, now);
      level += begins ? 1 : -1;
      since = now;
    }
  }

  void note_level(std::int64_t level, Duration from, Duration until) {
    for (std::size_t bin = bin_of(from); bin < made_.bins.size() && begin_of(bin) < until; ++bin)
      made_.bins[bin].most_at_once = std::max(made_.bins[bin].most_at_once, level);
  }

  RecordingTimeline made_;
  std::vector<Duration> begins_, ends_;
};

}  // namespace

RecordingTimeline recording_timeline(std::span<const RecordedProcess> processes, Duration span,
                                     std::int64_t most_bins) {
  TimelineMaker maker(span, most_bins);
  for (const RecordedProcess& process : processes)
    for (const RecordedOperation& operation : process.operations) maker.add(operation);
  return maker.take();
}

}  // namespace headrace
