// Digest: what a scenario would run, in a line a job, without running it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/loader/scenario.h"

namespace headrace {

struct JobDigest {
  std::string name;
  std::string model;
  std::int64_t nodes = 0;
  std::int64_t ranks = 0;
  std::int64_t epochs = 0;             // 0: the job does not train.
  std::int64_t steps_per_epoch = 0;    // Of each rank.
  std::int64_t checkpoint_writes = 0;  // Of a job that does not train.
  std::int64_t checkpoint_reads = 0;
  std::string manner;  // "streaming inference"; may be empty.

  std::string text() const;
};

std::vector<JobDigest> digest(const Scenario& scenario);

}  // namespace headrace
