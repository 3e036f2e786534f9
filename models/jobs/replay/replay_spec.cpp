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

// Counts the copies that read from the storage: of those that share files and lie on one node, whose memory
// keeps what one of them has read, one.
double copies_that_read(const ReplaySpec& spec, const JobFacts::Ground& ground) {
  if (!spec.share_files || ground.data.front().pages == Bytes()) return static_cast<double>(spec.copies);
  const std::vector<std::size_t> hosts = spec.recorded->host_numbers();
  const auto count = static_cast<std::int64_t>(*std::max_element(hosts.begin(), hosts.end())) + 1;
  return static_cast<double>(std::clamp<std::int64_t>(ground.nodes / count, 1, spec.copies));
}

double events_of_replay(const JobSpec& job, const JobFacts::Ground& ground) {
  constexpr double kEventsOfOperation = 12;  // As of a probe; replay.yaml is held to it within a factor of 2.
  const auto* const spec = job.work.find<ReplaySpec>();
  if (recording_of(job) == nullptr || spec->recorded->processes.empty()) return 0;
  const JobFacts::Ground::Reading& reading = ground.data.front();
  double operations = 0, bytes = 0;
  for (const RecordedProcess& process : spec->recorded->processes) {
    operations += static_cast<double>(process.operations.size());
    for (const RecordedOperation& operation : process.operations)
      bytes += static_cast<double>(operation.length.count());
  }
  return kEventsOfOperation * operations * static_cast<double>(spec->copies) +
         reading.of_request * bytes / static_cast<double>(reading.request.count()) *
             copies_that_read(*spec, ground);
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
