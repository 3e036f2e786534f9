#include "analysis/cli/options/shard_options.h"

#include "analysis/cli/options/values.h"
#include "analysis/errors.h"

namespace headrace {

namespace {

// "2/4" is the second of four.
Shard shard_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos)
    throw UsageError("'" + text + "' is no value of --shard, which is I/N: 1/4 is the first of four");
  const Shard shard = {count_of("--shard I/N", text.substr(0, slash)),
                       count_of("--shard I/N", text.substr(slash + 1))};
  if (shard.index > shard.count)
    throw UsageError("--shard " + text + ": shards are counted from 1 to " + std::to_string(shard.count));
  return shard;
}

}  // namespace

void ShardOptions::declare_shard(Options& options, const std::string& help) {
  options.value("--shard", text.shard, help, "I/N");
}

void ShardOptions::declare_slurm(Options& options, const std::string& help) {
  options.value("--slurm", text.slurm, help, "N");
  declare_slurm_time(options, text.slurm_time);
}

void ShardOptions::finish() {
  if (!text.slurm.empty()) slurm = count_of("--slurm", text.slurm);
  if (slurm == 0 && !text.slurm_time.empty()) throw UsageError("--slurm-time is of no use without --slurm N");
  slurm_time = slurm_time_of(text.slurm_time);
  if (slurm > 0 && is_given()) throw UsageError("--slurm makes the shards itself; leave --shard out");
  if (is_given()) shard = shard_of(text.shard);
}

void declare_slurm_time(Options& options, std::string& into) {
  options.value("--slurm-time", into, "time of a task of it [--wall-limit and 10 min, or 4 h]", "TIME");
}

Duration slurm_time_of(const std::string& text) { return duration_of("--slurm-time", text, Duration()); }

}  // namespace headrace
