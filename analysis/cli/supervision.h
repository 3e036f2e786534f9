// Supervision: what stands around the runs of a verb: progress, the limits of the machine, and signals.
//
//   Supervision supervision(work, streams, "points");
//   Runner runner(points, keeper, options, supervision.watch());
//   …run…
//   supervision.finish();
//   if (!supervision.why_stopped().empty()) …say it…
#pragma once

#include <string>

#include "analysis/cli/interrupt.h"
#include "analysis/cli/machine_limits.h"
#include "analysis/cli/options/work_options.h"
#include "analysis/run/progress.h"

namespace headrace {

class Supervision {
 public:
  // `points` is the word for what is counted.
  Supervision(const WorkOptions& work, const Streams& streams, std::string points);

  WorkWatch watch() { return {&Supervision::go_on, this}; }
  void finish() { progress_.finish(); }

  // Says "stopped by --wall-limit 60 s" or "interrupted"; empty where nothing ended the work.
  std::string why_stopped() const;

 private:
  static bool go_on(void* context, const WorkState& state);

  InterruptGuard guard_;
  Progress progress_;
  MachineLimits limits_;
};

}  // namespace headrace
