// Traces as texts, and the recording that is made of one.
#pragma once

#include <string>
#include <string_view>

#include "scenarios/loader/recordings/trace_form.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {

// Darshan's text of two ranks on two hosts, with a row that is none and one of MPI-IO.
inline constexpr std::string_view kDxtText = R"(# darshan log version: 3.21
# exe: ./reader
# nprocs: 2
# start_time: 1600000000

# DXT, file_id: 7, file_name: /scratch/a.h5
# DXT, rank: 0, hostname: node7
# DXT, write_count: 1, read_count: 2
# DXT, mnt_pt: /scratch, fs_type: lustre
# DXT, Lustre stripe_size: 1048576, Lustre stripe_count: 4
# Module    Rank  Wt/Rd  Segment          Offset          Length    Start(s)      End(s)   Pthread-ID [OST]
 X_POSIX       0  write        0               0            1000      0.5000      0.7500   N/A  [  3]
 X_POSIX       0   read        0            1000            2000      1.0000      1.5000   140  [  3] [  5]
 X_POSIX       0   read        1            3000            4000      1.2500      1.5000   141

# DXT, file_id: 8, file_name: /scratch/b.h5
# DXT, rank: 1, hostname: node8
# DXT, write_count: 0, read_count: 2
 X_MPIIO       1   read        0               0              10      2.0000      2.1000
 X_POSIX       1   read        0               0              10      2.0000      2.1000   N/A
 X_POSIX       1   read        one             0              10      2.0000      2.1000   N/A
 X_POSIX       1   read        1               0             ten      2.0000      2.1000   N/A
 X_POSIX       1   read        1               0              10      2.5000      2.1000   N/A
)";

// Makes a recording of a text in a folder.
class TraceBench {
 public:
  explicit TraceBench(std::string_view text, void (*read)(TraceInput&, RecordingWriter&, ImportReport&),
                      const std::string& columns = {}) {
    RecordingWriter writer(folder_ / "made.recording");
    TraceInput input{"trace.txt", TextLines::of_text(text), "", columns};
    read(input, writer, report);
    writer.finish(report);
    made = read_recording(folder_ / "made.recording");
  }

  const std::vector<RecordedOperation>& operations(std::size_t process = 0) const {
    return made.recording.processes.at(process).operations;
  }
  std::int64_t dropped() const {
    std::int64_t all = 0;
    for (const auto& [why, what] : report.dropped) all += what.count;
    return all;
  }

  ImportReport report;
  RecordingRead made;

 private:
  ScratchFolder folder_{ScratchFolder::Where::memory};
};

}  // namespace headrace
