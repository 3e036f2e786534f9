// ReplaySpec: a recording that is repeated on this machine (replay_job.h).
//
//   replay: {recording: run.recording, pace: think}
//
// Leaves out scaling the work of a process: a recording does not say what it depends on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "models/check.h"
#include "models/fields.h"
#include "models/jobs/job_facts.h"
#include "models/jobs/replay/recording.h"

namespace headrace {

// Pace of the operations: each as long after the end of the one before it as in the recording; at the time of
// the recording, or later where the one before it has not ended; or at once.
enum class ReplayPace : std::uint8_t { think, recorded, flat_out };
inline constexpr std::string_view kReplayPaces[] = {"think", "recorded", "flat_out"};

struct ReplaySpec {
  std::string recording, recording_digest;
  ReplayPace pace = ReplayPace::think;
  double think_factor = 1;
  std::int64_t copies = 1;
  bool share_files = false;
  Duration phase;
  // Operations of that file. They are not in the text: the reader fills them in.
  std::shared_ptr<const Recording> recorded;

  // Returns the name of the recording without folder and ending.
  std::string name() const;
  JobFacts facts() const;
  void check(Check& check) const;
  void visit(Fields& f) {
    f.text(required("recording", "a file that `headrace import` made of a trace"), recording);
    f.text({"recording_digest", "of its operations, filled in by the reader; where given it must fit"},
           recording_digest);
    f.choice(
        {"pace",
         "when an operation begins: as long after the one before it as in the recording; at the time of the "
         "recording, or when the one before it ends; or at once"},
        pace, kReplayPaces);
    f.number({"think_factor", "of the times between operations, as of faster or slower computation"},
             think_factor, 0, 1000);
    f.integer({"copies", "of all processes, each with files of its own"}, copies, 1, 100'000);
    f.flag({"share_files", "all copies use the same files, those that the run made excepted"}, share_files);
    f.duration({"phase", "a copy begins at a random time of so long a span"}, phase, Duration(),
               Duration::seconds(1e6));
  }
};

}  // namespace headrace
