// Reads the recording that a job replays (scenarios/loader/recordings/), and checks that it is the one meant.
#pragma once

#include <string>

#include "models/jobs/job_spec.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {

// Fills in the operations and the digest of a job that names a recording. What is wrong with it is told where
// the job names it.
void read_replay_recording(const std::string& job_name, JobSpec& job, const Places& places,
                           const FileFinder& files, Problems& problems);

}  // namespace headrace
