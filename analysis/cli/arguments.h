// Arguments: what the command line asks for.
//
// The only part that knows the command line library. It checks the form of the
// line; whether a file exists or a value makes sense is the verb's to find out.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "analysis/cli/machine_limits.h"
#include "analysis/results/run_writer.h"
#include "analysis/run/progress.h"
#include "analysis/run/shard.h"

namespace headrace {

enum class Verb { help, check, compare, merge, plan, probe, query, run, show, sweep, version };

struct Arguments {
  Verb verb = Verb::help;
  std::string help;                    // Verb::help: the text to print.
  std::vector<std::string> scenarios;  // Of `run`, `sweep` and `show config` exactly one.
  std::vector<std::string> files;      // Result databases, of `query` one, of `merge` the one to make first.
  std::string sql;                     // Of `query`; or the name of a table; may be empty.
  std::vector<std::string> overrides;  // key.path=value
  std::vector<std::string> results;    // Of `compare`: result databases, maybe with :SELECTOR; one or two.
  std::string topic;                   // Of `show`.
  std::string detail;       // Of `show answer`, and of `show fields` and `show codes`, where it may be empty.
  std::string database;     // --out; empty: made from the scenario's name.
  std::string table;        // File of the table of `probe` (--out); empty: none.
  std::string dlio_folder;  // --dlio-output; empty: made from the scenario's name.
  std::string trace;        // --trace: the file of the first run's timeline; empty: none.
  Time trace_from;
  bool write_dlio = true;
  bool largest = false;                 // Of `plan`: --max accelerators.
  double au = 0;                        // --au in percent; 0: the benchmark's.
  std::int64_t up_to = 4096;            // --up-to: accelerators.
  std::string figure;                   // --figure of `sweep`: what points are ranked by; empty: its own.
  std::int64_t threads = 0;             // --jobs; 0: as many as there are cores.
  RowChoice rows = RowChoice::figures;  // Of `sweep`, as the next three.
  Shard shard;
  std::int64_t slurm = 0;  // Shards of a batch script; 0: none is written.
  Duration slurm_time;     // --slurm-time: of a task of it; zero: made from the wall limit.
  std::int64_t most_runs = std::numeric_limits<std::int64_t>::max();
  bool csv = false;
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  ProgressMode progress = ProgressMode::text;
  Duration wall_limit = kNoWallLimit;
  Bytes memory_limit = kNoMemoryLimit;
};

// Returns the result database of a verb that runs something: in the folder `results` and named after the
// scenario's file, unless the command line says where.
std::string database_of(const Arguments& arguments);

// `words` without the program's own name. Throws UsageError.
Arguments parse_arguments(const std::vector<std::string>& words);

// Says whether a word is an override and no file name: "jobs.train.nodes.count=4".
bool is_override(const std::string& word);

}  // namespace headrace
