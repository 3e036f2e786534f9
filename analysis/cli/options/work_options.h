// WorkOptions: how a verb that runs something does its work: threads, progress, limits of the machine.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/cli/machine_limits.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/run/progress.h"

namespace headrace {

struct WorkOptions {
  std::int64_t threads = 0;  // 0: as many as there are cores.
  ProgressMode progress = ProgressMode::text;
  Duration wall_limit = kNoWallLimit;
  Bytes memory_limit = kNoMemoryLimit;

  void declare(Options& options);
  // Makes values of what was read. An answer alone has no progress.
  void finish(const AnswerForm& form);

  struct Text {
    std::string threads, progress = "text", wall_limit, memory_limit;
  };
  Text text;  // Words of the command line.
};

}  // namespace headrace
