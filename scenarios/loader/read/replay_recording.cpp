#include "scenarios/loader/read/replay_recording.h"

#include <memory>
#include <utility>

#include "models/jobs/replay/replay_spec.h"
#include "scenarios/loader/recordings/recording_file.h"
#include "scenarios/loader/text/errors.h"
#include "scenarios/loader/text/words.h"

namespace headrace {

namespace {

std::optional<RecordingsRead::Kept> read_at(const FileFinder::File& file, const Mark& mark,
                                            const std::string& path, Problems& problems) {
  constexpr const char* kHelp = "`headrace import` makes a recording of a trace";
  try {
    RecordingRead read = read_recording(file.path);
    if (read.recording.operations() > 0)
      return RecordingsRead::Kept{std::make_shared<const Recording>(std::move(read.recording)), read.digest};
    problems.add(mark, "E0377", in_quotes(file.name) + " has not one operation").at(path).with_help(kHelp);
  } catch (const std::runtime_error&) {  // It names a path of the disk, which no message tells.
    problems.add(mark, "E0377", in_quotes(file.name) + " is no recording that can be read")
        .at(path)
        .with_help(kHelp);
  }
  return std::nullopt;
}

}  // namespace

std::optional<RecordingsRead::Kept> RecordingsRead::find(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(path);
  return found == kept_.end() ? std::nullopt : std::optional(found->second);
}

void RecordingsRead::keep(const std::string& path, const Kept& kept) {
  const std::lock_guard lock(mutex_);
  kept_.emplace(path, kept);
}

void read_replay_recording(const std::string& job_name, JobSpec& job, const Places& places,
                           const FileFinder& files, Problems& problems, RecordingsRead* kept) {
  const std::string path = "jobs." + job_name + ".replay";
  const auto named = places.find(path + ".recording");
  auto* const spec = job.work.find<ReplaySpec>();
  if (spec == nullptr || named == places.end()) return;
  const auto file = files.locate(spec->recording, named->second, problems);
  if (!file) return;
  auto read = kept == nullptr ? std::nullopt : kept->find(file->path);
  if (!read) read = read_at(*file, named->second, path + ".recording", problems);
  if (!read) return;
  if (kept != nullptr) kept->keep(file->path, *read);
  const auto wanted = places.find(path + ".recording_digest");
  if (wanted != places.end() && spec->recording_digest != read->digest)
    problems
        .add(wanted->second, "E0378",
             in_quotes(spec->recording) + " is not the recording that this scenario was for")
        .at(path + ".recording_digest")
        .with_help("its digest is " + read->digest + "; leave 'recording_digest' out to take it as it is");
  spec->recording_digest = read->digest;
  spec->recorded = read->recording;
}

}  // namespace headrace
