// ReplayResult: what a recording did on this machine, beside what it did where it was made.
#pragma once

#include <cstdint>
#include <vector>

#include "models/jobs/kind_result.h"
#include "sim/metrics.h"
#include "sim/units.h"

namespace headrace {

inline constexpr std::string_view kReplaySeconds = "replay.seconds";

struct ReplayResult final : KindResultOf<ReplayResult> {
  std::int64_t processes = 0;
  std::int64_t reads = 0, writes = 0, names = 0;  // Operations; names: opens, stats, removals and the like.
  std::int64_t added_opens = 0;                   // Opens that the recording does not have.
  Bytes bytes_read, bytes_written;
  Duration recorded, span;  // From the first begin to the last end: in the recording, and here.
  // Times of all operations together, of reads, writes and names: in the recording, and here.
  Duration recorded_reading, recorded_writing, recorded_naming;
  Duration reading, writing, naming;
  Histogram latency;  // Of a read or a write.

  bool measured() const override { return reads + writes + names > 0; }
  std::vector<SaidFigure> headlines() const override {
    return {{kReplaySeconds, "s"},
            {"replay.recorded_seconds", "s where it was recorded"},
            {"replay.speedup", "times as fast"}};
  }
  void visit(Parts& p) override {
    p.part("processes", processes);
    p.part("reads", reads);
    p.part("writes", writes);
    p.part("names", names);
    p.part("added_opens", added_opens);
    p.part("bytes_read", bytes_read);
    p.part("bytes_written", bytes_written);
    p.part("recorded", recorded);
    p.part("span", span);
    p.part("recorded_reading", recorded_reading);
    p.part("recorded_writing", recorded_writing);
    p.part("recorded_naming", recorded_naming);
    p.part("reading", reading);
    p.part("writing", writing);
    p.part("naming", naming);
    p.part("latency", latency);
  }
};

}  // namespace headrace
