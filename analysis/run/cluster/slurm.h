// Slurm: work as a batch script. An array of shards with a job behind it that merges them, or one task.
//
//   write_file("study.sbatch", script_of(array), slurm_kind());   // then, on the cluster: sh study.sbatch
//
// A task that Slurm ends or moves begins again where it stands. The script
// asks for cores, time and memory of a task and says where they come from; what a site wants
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

// SlurmJob: what an array and a single task have in common.
struct SlurmJob {
  std::string program;             // As a task finds it.
  std::string folder;              // Where the paths begin.
  std::string name;                // Of the jobs.
  std::string verb = "sweep";      // What a task does.
  std::vector<std::string> words;  // Of the verb, without its database, --shard, --jobs and --slurm.
  std::string database;            // Where all ends up; shards stand beside it.
  std::optional<Duration> wall_limit;
  std::optional<Bytes> memory_limit;
  std::optional<Duration> time;  // Absent: the wall limit and what ending takes, or kSlurmTime.
};

struct SlurmArray : SlurmJob {
  std::string database_option = "--out";
  std::int64_t shards = 1;
  std::int64_t threads = 1;         // Threads of a task.
  Bytes one_run;                    // Memory that a run took; asked for where there is no limit of memory.
  std::vector<std::string> behind;  // Words of a second command behind the merge; empty: none.
};

// SlurmTask: work whose parts follow from each other, on a node of its own.
struct SlurmTask : SlurmJob {
  std::int64_t threads = 0;  // 0: all cores of the node.
};

// Quotes a text as one word of a POSIX shell.
std::string shell_word(const std::string& text);

std::string script_of(const SlurmArray& array);
std::string script_of(const SlurmTask& task);

// A script as script_of() made it; one that was edited since is the user's own.
FileKind slurm_kind();

}  // namespace headrace
