#include "models/jobs/replay/replay_spec.h"

#include <algorithm>

#include "models/jobs/job_spec.h"
#include "models/jobs/replay/figures.h"
#include "models/jobs/replay/replay_result.h"

namespace headrace {

namespace {

const Recording* recording_of(const JobSpec& job) {
  const auto* const replay = job.work.find<ReplaySpec>();
  return replay == nullptr ? nullptr : replay->recorded.get();
}

double events_of_replay(const JobSpec& job, const JobFacts::Ground& ground) {
  constexpr double kEventsOfOperation = 12;  // Measured on shipped scenarios, as of probes.
  const Recording* const recording = recording_of(job);
  if (recording == nullptr) return 0;
  const JobFacts::Ground::Reading& reading = ground.data.front();
  double events = 0;
  for (const RecordedProcess& process : recording->processes)
    for (const RecordedOperation& operation : process.operations)
      events += kEventsOfOperation + reading.of_request * static_cast<double>(operation.length.count()) /
                                         static_cast<double>(reading.request.count());
  return events * static_cast<double>(job.work.find<ReplaySpec>()->copies);
}

JobFacts::Written written_by_replay(const JobSpec& job, std::int64_t) {
  const Recording* const recording = recording_of(job);
  JobFacts::Written written;
  if (recording == nullptr) return written;
  double bytes = 0;
  for (const RecordedFile& file : recording->files)
    if (file.created) bytes += static_cast<double>(file.size.count());
  written.any = bytes > 0;
  written.bytes = bytes * static_cast<double>(job.work.find<ReplaySpec>()->copies);
  return written;
}

}  // namespace

std::string ReplaySpec::name() const {
  const std::string file = recording.substr(recording.rfind('/') + 1);
  return file.substr(0, file.find('.'));
}

JobFacts ReplaySpec::facts() const {
  JobFacts facts;
  facts.kind = JobKind::replay;
  facts.does = "repeats recorded operations";
  facts.title = "replay of " + name();
  facts.moves_bytes = true;
  facts.starts_up = false;
  facts.processes_on_node = 1;
  facts.events = events_of_replay;
  facts.written = written_by_replay;
  facts.figures = replay_figures();
  facts.headline = kReplaySeconds;
  facts.headline_words = "s";
  facts.found = new_kind_result<ReplayResult>;
  return facts;
}

void ReplaySpec::check(Check& check) const {
  if (check.is_refused()) return;
  if (share_files && copies == 1)
    check.refuse("share_files", "E0376", "one copy has nobody to share files with", "give it 'copies'");
  if (think_factor != 1 && pace != ReplayPace::think)
    check.refuse("think_factor", "E0376",
                 "times between operations have no effect at the pace " +
                     in_quotes(kReplayPaces[static_cast<std::size_t>(pace)]),
                 "they are part of 'pace: think'");
}

}  // namespace headrace
