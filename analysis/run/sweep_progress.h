// SweepProgress: how far a sweep is, on stderr, as Progress does it for a run.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/output.h"
#include "analysis/run/progress.h"
#include "analysis/run/runner.h"

namespace headrace {

class SweepProgress {
 public:
  SweepProgress(Sink& err, bool terminal, ProgressMode mode, Progress::Clock clock,
                void* clock_context = nullptr);

  void update(const SweepState& state);
  void finish();  // Clears the line of a terminal.

 private:
  Sink& err_;
  bool terminal_;
  ProgressMode mode_;
  Progress::Clock clock_;
  void* clock_context_;
  double started_, shown_;
  bool line_open_ = false;
};

}  // namespace headrace
