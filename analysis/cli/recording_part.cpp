#include "analysis/cli/recording_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "analysis/report/recording_access_plots.h"
#include "analysis/report/recording_time_plots.h"
#include "analysis/text.h"
#include "scenarios/loader/recordings/process_times.h"
#include "scenarios/loader/recordings/recording_file.h"
#include "scenarios/loader/recordings/recording_profile.h"

namespace headrace {

namespace {

std::string bytes_text(Bytes bytes) { return gibibytes_text(static_cast<double>(bytes.count())); }

// Returns the share of the time of all processes together, in percent.
double share_of_time(Duration time, const Recording& recording) {
  const double all = recording.span().in_seconds() * static_cast<double>(recording.processes.size());
  return all > 0 ? 100 * time.in_seconds() / all : 0;
}

std::string sentence_of(const Recording& recording, const RecordingProfile& profile) {
  ProcessTimes all;
  for (const ProcessTimes& one : process_times(recording)) {
    all.reading += one.reading;
    all.writing += one.writing;
    all.naming += one.naming;
  }
  return fmt::format(
      "{} read {} and wrote {} of {} in {}. Of their time {:.1f} % went to reading, {:.1f} % to writing and "
      "{:.1f} % to names.",
      count_noun(profile.processes, "process"), bytes_text(profile.reads.bytes),
      bytes_text(profile.writes.bytes), count_noun(profile.files, "file"), span_text(profile.span),
      share_of_time(all.reading, recording), share_of_time(all.writing, recording),
      share_of_time(all.naming, recording));
}

std::int64_t calls_of_mpi(const Recording& recording) {
  std::int64_t calls = 0;
  for (const RecordedProcess& process : recording.processes)
    calls += std::count_if(process.operations.begin(), process.operations.end(),
                           [](const auto& one) { return one.layer == RecordedLayer::mpi; });
  return calls;
}

ReportAnswer answer_of_recording(const Recording& recording) {
  if (recording.operations() == 0) return {"", "Nothing was recorded: there are no operations in it.", {}};
  ReportAnswer answer{"", sentence_of(recording, profile_of(recording)), {}};
  if (recording.of_counters)
    answer.notes.emplace_back(
        "It was made of counters: operations and bytes are exact, but their times and offsets are guessed, "
        "and "
        "so is all that is told over time.");
  if (const std::int64_t calls = calls_of_mpi(recording); calls > 0)
    answer.notes.push_back(
        fmt::format("{} of MPI-IO are left out, as they are made of calls of POSIX that are in it as well.",
                    count_noun(calls, "call")));
  return answer;
}

}  // namespace

ReportPart recording_part(const std::string& file) {
  const RecordingRead read = read_recording(file);
  const Recording& recording = read.recording;
  ReportPart part;
  part.title = std::filesystem::path(file).filename().string();
  part.question = "A recording: what processes asked of their files, and when";
  part.answers.push_back(answer_of_recording(recording));
  ReportDetail detail;
  detail.plots = recording_time_plots(recording);
  std::ranges::move(recording_access_plots(recording), std::back_inserter(detail.plots));
  part.details.push_back(std::move(detail));
  const std::vector<std::size_t> hosts = recording.host_numbers();
  const std::size_t host_count = hosts.empty() ? 0 : *std::max_element(hosts.begin(), hosts.end()) + 1;
  part.provenance = {{"recording", file},
                     {"digest of its operations", read.digest},
                     {"operations", std::to_string(recording.operations())},
                     {"processes", std::to_string(recording.processes.size())},
                     {"hosts", std::to_string(host_count)},
                     {"files", std::to_string(recording.files.size())},
                     {"from the first begin to the last end", span_text(recording.span())},
                     {"step of its clock", span_text(recording.resolution)}};
  return part;
}

}  // namespace headrace
