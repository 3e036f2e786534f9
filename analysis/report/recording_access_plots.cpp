#include "analysis/report/recording_access_plots.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/page/inferred_page.h"
#include "analysis/text.h"
#include "scenarios/loader/recordings/batch_waits.h"
#include "scenarios/loader/recordings/data_visits.h"
#include "scenarios/loader/recordings/file_activity.h"
#include "scenarios/loader/recordings/inferred_loader.h"
#include "scenarios/loader/recordings/inferred_workload.h"
#include "scenarios/loader/recordings/recording_profile.h"
#include "scenarios/loader/recordings/sample_gaps.h"

namespace headrace {

namespace {

constexpr std::size_t kMostFiles = 20;
constexpr std::size_t kLongestPath = 120;

double megabytes(Bytes bytes) { return static_cast<double>(bytes.count()) / 1e6; }

double percent_of(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

Plot sizes_plot(const RecordingProfile& profile) {
  Plot plot{
      "access-sizes",
      "Sizes of accesses",
      "Reads and writes by their length, in the bins of Darshan's counters. Many small ones cost a file "
      "system more than few large ones of as many bytes.",
      PlotKind::bars,
      {{"size", ""}, {"direction", ""}, {"accesses", ""}},
      {}};
  for (std::size_t s = 0; s < std::size(kAccessSizes); ++s) {
    if (profile.reads.sizes[s] + profile.writes.sizes[s] == 0) continue;
    plot.rows.push_back({std::string(kAccessSizes[s]), "reads", profile.reads.sizes[s]});
    plot.rows.push_back({std::string(kAccessSizes[s]), "writes", profile.writes.sizes[s]});
  }
  return plot;
}

Plot accesses_plot(const RecordingProfile& profile) {
  Plot plot{
      "accesses",
      "Order of accesses",
      "An access is sequential where it begins at or behind the end of the one before it, of the same "
      "process in the same file, and consecutive where it begins right there: then reading ahead helps. "
      "Time is of all operations together.",
      PlotKind::table,
      {{"accesses", ""},
       {"count", ""},
       {"bytes", "MB"},
       {"time", "s"},
       {"sequential", "%"},
       {"consecutive", "%"}},
      {}};
  const auto add = [&](const std::string& name, const AccessProfile& one) {
    if (one.count == 0) return;
    plot.rows.push_back({name, one.count, megabytes(one.bytes), one.time.in_seconds(),
                         percent_of(one.sequential, one.count), percent_of(one.consecutive, one.count)});
  };
  add("reads", profile.reads);
  add("writes", profile.writes);
  return plot;
}

Plot files_plot(const Recording& recording) {
  const std::vector<FileActivity> all = file_activities(recording);
  const std::vector<std::size_t> most = most_active_files(all, kMostFiles);
  Plot plot{
      "files",
      "The files that were used most",
      fmt::format("The {0} of {1} files of which most bytes were moved, and the {0} whose operations took "
                  "the longest together. A file of few bytes and much time is worth a look.",
                  std::min(kMostFiles, all.size()), all.size()),
      PlotKind::table,
      {{"file", ""},
       {"read", "MB"},
       {"written", "MB"},
       {"time", "s"},
       {"accesses", ""},
       {"sequential", "%"},
       {"consecutive", "%"},
       {"names", ""},
       {"processes", ""}},
      {}};
  for (const std::size_t file : most) {
    const FileActivity& one = all[file];
    plot.rows.push_back({shortened(recording.files[file].path, kLongestPath), megabytes(one.read),
                         megabytes(one.written), one.time.in_seconds(), one.accesses,
                         percent_of(one.sequential, one.accesses), percent_of(one.consecutive, one.accesses),
                         one.names, one.processes});
  }
  return plot;
}

std::string says_of_gaps(const BatchWaits& found) {
  const std::string says =
      "How long a worker was not reading, from the end of a sample to the begin of the next one. ";
  if (found.batch == 0)
    return says + "They show no batch: they are of one kind, or the long ones lie nowhere regularly.";
  return says + fmt::format(
                    "A batch of {} shows in them ({} confidence): within a batch samples are decoded; "
                    "behind one it is put together, and the worker waits where enough are ready. Waits "
                    "that are missing say that the training waits for the loader.",
                    found.batch, confidence_word(found.batch_confidence));
}

Plot gaps_plot(const DataVisits& data) {
  const BatchWaits found = batch_waits(data);
  Plot plot{"sample-gaps",  "Gaps between the samples of a worker",     says_of_gaps(found),
            PlotKind::bars, {{"gap", ""}, {"place", ""}, {"gaps", ""}}, {}};
  for (const GapBin& bin : gap_histogram(worker_epochs(data), found.batch)) {
    const std::string name = span_text(bin.from) + " to " + span_text(bin.until);
    plot.rows.push_back({name, found.batch > 0 ? "within a batch" : "gaps", bin.within});
    if (found.batch > 0) plot.rows.push_back({name, "behind a batch", bin.behind});
  }
  return plot;
}

Plot loader_plot(const Recording& recording) {
  Plot plot{"loader",
            "The loader behind it",
            "What was found of the loader from what its threads read and when, how sure it is, and why. "
            "`headrace infer` makes a scenario of it.",
            PlotKind::table,
            {{"what", ""}, {"value", ""}, {"confidence", ""}, {"why", ""}},
            {}};
  for (const auto& [name, value, confidence, why] : inferred_words(inferred_loader(recording, {})))
    plot.rows.push_back({name, shortened(value, kLongestPath), confidence, why});
  return plot;
}

}  // namespace

std::vector<Plot> recording_access_plots(const Recording& recording) {
  const RecordingProfile profile = profile_of(recording);
  const DataVisits data = data_visits(recording);
  std::vector<Plot> plots = {sizes_plot(profile), accesses_plot(profile), files_plot(recording),
                             gaps_plot(data)};
  if (data.visits() > 0) plots.push_back(loader_plot(recording));
  std::erase_if(plots, [](const Plot& plot) { return plot.rows.empty(); });
  return plots;
}

}  // namespace headrace
