// SlurmArray: a sweep as a batch script: an array of shards, and a job behind it that merges them.
//
//   write_file("study.sbatch", script_of(array), slurm_kind());   // then, on the cluster: sh study.sbatch
//
// A task that Slurm ends or moves begins again where its shard stands. The
// script asks for cores, time and memory of a task and says where both come from; what a site wants
// beside that is given to sbatch on the line that submits it, or edited in. No MPI is needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/output_file.h"
#include "sim/units.h"

namespace headrace {

inline constexpr Duration kSlurmTime = Duration::seconds(4 * 3600);

struct SlurmArray {
  std::string program;             // As a task finds it.
  std::string folder;              // Where the paths begin.
  std::string name;                // Of the jobs.
  std::vector<std::string> words;  // Of the sweep, without --out, --shard, --jobs and --slurm.
  std::string database;            // Where all ends up; shards stand beside it.
  std::int64_t shards = 1;
  std::int64_t threads = 1;  // Of a task, as the next ones.
  std::optional<Duration> wall_limit;
  std::optional<Bytes> memory_limit;
  std::optional<Duration> time;  // Absent: the wall limit and what ending takes, or kSlurmTime.
  Bytes one_run;                 // Memory that a run took; asked for where there is no limit of memory.
};

// Quotes a text as one word of a POSIX shell.
std::string shell_word(const std::string& text);

std::string script_of(const SlurmArray& array);

// A script as script_of() made it; one that was edited since is the user's own.
FileKind slurm_kind();

}  // namespace headrace
