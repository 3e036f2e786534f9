// Reads the recording that a job replays (scenarios/loader/recordings/), and checks that it is the one meant.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "models/jobs/job_spec.h"
#include "models/jobs/replay/recording.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {

// RecordingsRead: recordings that the arms and points of a scenario share, from any thread.
class RecordingsRead {
 public:
  struct Kept {
    std::shared_ptr<const Recording> recording;
    std::string digest;
  };

  std::optional<Kept> find(const std::string& path);
  void keep(const std::string& path, const Kept& kept);

 private:
  std::mutex mutex_;
  std::map<std::string, Kept> kept_;
};

// Fills in the operations and the digest of a job that names a recording. What is wrong with it is told where
// the job names it. `kept` may be null: nothing is kept then.
void read_replay_recording(const std::string& job_name, JobSpec& job, const Places& places,
                           const FileFinder& files, Problems& problems, RecordingsRead* kept = nullptr);

}  // namespace headrace
