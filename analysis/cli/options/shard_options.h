// ShardOptions: the part of a verb's work that this process does, and the batch script that has others do the
// rest.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/cli/options/options.h"
#include "analysis/run/shard.h"
#include "sim/units.h"

namespace headrace {

struct ShardOptions {
  Shard shard;
  std::int64_t slurm = 0;  // Shards of a batch script; 0: none is written.
  Duration slurm_time;     // Time of a task of it; zero: made from the wall limit.

  void declare_shard(Options& options, const std::string& help);
  void declare_slurm(Options& options, const std::string& help);
  // Makes values of what was read.
  void finish();

  // Says whether this process is to do a part alone.
  bool is_given() const { return !text.shard.empty(); }

  struct Text {
    std::string shard, slurm, slurm_time;
  };
  Text text;  // Words of the command line.
};

// Declares the option --slurm-time of whatever has a --slurm.
void declare_slurm_time(Options& options, std::string& into);
// Reads it; zero where it is not given.
Duration slurm_time_of(const std::string& text);

}  // namespace headrace
