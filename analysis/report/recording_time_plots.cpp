#include "analysis/report/recording_time_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "analysis/text.h"
#include "scenarios/loader/recordings/process_times.h"
#include "scenarios/loader/recordings/recording_spans.h"
#include "scenarios/loader/recordings/recording_timeline.h"

namespace headrace {

namespace {

constexpr std::size_t kMostRows = 64;      // Of processes, as of ranks (run_plots.cpp).
constexpr std::int64_t kTimeBins = 200;    // Of lines: one for some four dots of a page [assumed].
constexpr std::int64_t kStackedBins = 64;  // Of bars.
constexpr std::size_t kFewProcesses = 8;   // As many as there are colours.
constexpr std::size_t kLongestName = 60;

std::vector<std::string> row_names(const std::vector<std::string>& labels, const RecordingSpans& drawn) {
  std::vector<std::string> names;
  for (std::size_t row = 0; row < drawn.rows; ++row) {
    const std::size_t first = row * drawn.processes_a_row;
    const std::size_t last = std::min(first + drawn.processes_a_row, labels.size()) - 1;
    names.push_back(first == last ? labels[first] : labels[first] + " to " + labels[last]);
  }
  return names;
}

std::string says_of_spans(const RecordingSpans& drawn, std::size_t processes) {
  std::string says =
      "When each process read, wrote and asked for names (opens, closes, stats), each kind in a lane of its "
      "own. Gaps are of computing or waiting; a row that is longer at work than the others is of a "
      "straggler.";
  if (drawn.processes_a_row > 1)
    says += fmt::format(" A row is of {} neighbours of {} processes.", drawn.processes_a_row, processes);
  if (drawn.bin > Duration())
    says += fmt::format(
        " {} operations are joined to {} spans: those of a row and a kind that begin within the same {} are "
        "one, from the first begin to the last end, and pauses in it are not seen.",
        drawn.operations, drawn.spans.size(), span_text(drawn.bin));
  return says;
}

Plot operations_plot(const Recording& recording, const std::vector<std::string>& labels) {
  RecordingSpans drawn = recording_spans(recording, kMostRows, kMostSpans);
  std::stable_sort(drawn.spans.begin(), drawn.spans.end(), [](const auto& one, const auto& other) {
    return std::pair(one.row, one.kind) < std::pair(other.row, other.kind);
  });
  const std::vector<std::string> names = row_names(labels, drawn);
  Plot plot{"operations",
            "Who read and wrote when",
            says_of_spans(drawn, labels.size()),
            PlotKind::spans,
            {{"process", ""}, {"kind", ""}, {"begin", "s"}, {"end", "s"}, {"operations", ""}},
            {}};
  for (const RecordedSpan& span : drawn.spans)
    plot.rows.push_back({names[span.row], std::string(kSpanKinds[static_cast<std::size_t>(span.kind)]),
                         span.begin.in_seconds(), span.end.in_seconds(), span.operations});
  return plot;
}

double middle_of(std::size_t bin, const RecordingTimeline& timeline) {
  return (static_cast<double>(bin) + 0.5) * timeline.width.in_seconds();
}

double megabytes_per_second(Bytes bytes, Duration width) {
  return (bytes / width).in_bytes_per_second() / 1e6;
}

// Adds a line of a value of each bin, unless it is zero in all.
template <class Value>
void add_line(Plot& plot, const std::string& name, const RecordingTimeline& timeline, Value value) {
  const auto& bins = timeline.bins;
  if (std::none_of(bins.begin(), bins.end(), [&](const TimelineBin& bin) { return value(bin) > 0; })) return;
  for (std::size_t bin = 0; bin < bins.size(); ++bin)
    plot.rows.push_back({name, middle_of(bin, timeline), value(bins[bin]), {}, {}});
}

Plot bandwidth_plot(const RecordingTimeline& timeline) {
  Plot plot{
      "bandwidth",
      "Bandwidth over time",
      fmt::format("Bytes that were read and written in each {}, by all processes together. An operation "
                  "gives each part of its time an equal share of its bytes.",
                  span_text(timeline.width)),
      PlotKind::lines,
      {{"direction", ""}, {"time", "s"}, {"bandwidth", "MB/s"}, {"low", ""}, {"high", ""}},
      {}};
  add_line(plot, "read", timeline,
           [&](const TimelineBin& bin) { return megabytes_per_second(bin.read, timeline.width); });
  add_line(plot, "written", timeline,
           [&](const TimelineBin& bin) { return megabytes_per_second(bin.written, timeline.width); });
  return plot;
}

Plot shared_bandwidth_plot(const Recording& recording, const std::vector<std::string>& labels) {
  Plot plot{
      "bandwidth-processes",
      "Bandwidth of each process",
      "What is read and written together, stacked by processes: who has the storage for itself, and who "
      "shares it.",
      PlotKind::bars,
      {{"time", "s"}, {"process", ""}, {"bandwidth", "MB/s"}},
      {}};
  if (labels.size() < 2 || labels.size() > kFewProcesses) return plot;
  const std::span<const RecordedProcess> processes = recording.processes;
  for (std::size_t p = 0; p < processes.size(); ++p) {
    const RecordingTimeline one = recording_timeline(processes.subspan(p, 1), recording.span(), kStackedBins);
    for (std::size_t bin = 0; bin < one.bins.size(); ++bin)
      plot.rows.push_back({middle_of(bin, one), labels[p],
                           megabytes_per_second(one.bins[bin].read + one.bins[bin].written, one.width)});
  }
  return plot;
}

Plot at_once_plot(const RecordingTimeline& timeline) {
  Plot plot{
      "at-once",
      "Operations under way at once",
      fmt::format("Means over each {}, and the most of all together. A level line at the number of "
                  "workers says that storage is always asked by all of them; many at once that bring no "
                  "more bandwidth wait for each other.",
                  span_text(timeline.width)),
      PlotKind::lines,
      {{"kind", ""}, {"time", "s"}, {"under way", ""}, {"low", ""}, {"high", ""}},
      {}};
  add_line(plot, "reads", timeline, [&](const TimelineBin& bin) { return bin.reading / timeline.width; });
  add_line(plot, "writes", timeline, [&](const TimelineBin& bin) { return bin.writing / timeline.width; });
  add_line(plot, "names", timeline, [&](const TimelineBin& bin) { return bin.naming / timeline.width; });
  add_line(plot, "most of all", timeline,
           [](const TimelineBin& bin) { return static_cast<double>(bin.most_at_once); });
  return plot;
}

std::string says_of_times(const std::vector<ProcessTimes>& times, const std::vector<std::string>& labels) {
  std::string says =
      "Time of the clock in which a process read, else wrote, else asked for names; in the rest it computed "
      "or "
      "waited for others. Those that were longest at files come first: the stragglers.";
  if (times.size() > 1)
    says +=
        fmt::format(" {} was at files for {}, the one in the middle for {}.", labels[times.front().process],
                    span_text(times.front().busy()), span_text(times[times.size() / 2].busy()));
  if (times.size() > kMostRows)
    says += fmt::format(" These are the {} slowest of {} processes.", kMostRows, times.size());
  return says;
}

Plot process_time_plot(const Recording& recording, const std::vector<std::string>& labels) {
  const std::vector<ProcessTimes> times = process_times(recording);
  Plot plot{"process-time",
            "Where the time of processes went",
            says_of_times(times, labels),
            PlotKind::bars,
            {{"process", ""}, {"what", ""}, {"time", "s"}},
            {}};
  for (std::size_t p = 0; p < std::min(times.size(), kMostRows); ++p) {
    const ProcessTimes& one = times[p];
    const std::string& label = labels[one.process];
    plot.rows.push_back({label, "reading", one.reading.in_seconds()});
    plot.rows.push_back({label, "writing", one.writing.in_seconds()});
    plot.rows.push_back({label, "names", one.naming.in_seconds()});
    plot.rows.push_back({label, "none", one.none.in_seconds()});
  }
  return plot;
}

}  // namespace

std::vector<std::string> process_labels(const Recording& recording) {
  std::set<std::string> names;
  for (const RecordedProcess& process : recording.processes) names.insert(process.name);
  const bool are_unique = names.size() == recording.processes.size();
  std::vector<std::string> labels;
  for (const RecordedProcess& process : recording.processes)
    labels.push_back(
        shortened(are_unique ? process.name : process.name + " on " + process.host, kLongestName));
  return labels;
}

std::vector<Plot> recording_time_plots(const Recording& recording) {
  if (recording.operations() == 0) return {};
  const std::vector<std::string> labels = process_labels(recording);
  const RecordingTimeline timeline = recording_timeline(recording.processes, recording.span(), kTimeBins);
  std::vector<Plot> plots = {operations_plot(recording, labels), bandwidth_plot(timeline),
                             shared_bandwidth_plot(recording, labels), at_once_plot(timeline),
                             process_time_plot(recording, labels)};
  std::erase_if(plots, [](const Plot& plot) { return plot.rows.empty(); });
  return plots;
}

}  // namespace headrace
