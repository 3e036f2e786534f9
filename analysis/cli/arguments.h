// Arguments: what the command line asks for.
//
// The only part that knows the command line library. It checks the form of the
// line; whether a file exists or a value makes sense is the verb's to find out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/cli/machine_limits.h"
#include "analysis/progress.h"

namespace headrace {

enum class Verb { help, check, compare, plan, probe, run, show, version };

struct Arguments {
  Verb verb = Verb::help;
  std::string help;                    // Verb::help: the text to print.
  std::vector<std::string> scenarios;  // Of `run` and of `show config` exactly one.
  std::vector<std::string> overrides;  // key.path=value
  std::vector<std::string> results;    // Of `compare`: result databases, maybe with :SELECTOR; one or two.
  std::string topic;                   // Of `show`.
  std::string detail;                  // Of `show fields` and `show codes`; may be empty.
  std::string database;                // --out; empty: made from the scenario's name; of `probe` no file.
  std::string dlio_folder;             // --dlio-output; empty: made from the scenario's name.
  std::string trace;                   // --trace: the file of the first run's timeline; empty: none.
  Time trace_from;
  bool write_dlio = true;
  bool largest = false;       // Of `plan`: --max accelerators.
  double au = 0;              // --au in percent; 0: the benchmark's.
  std::int64_t up_to = 4096;  // --up-to: accelerators.
  std::int64_t threads = 0;   // --jobs; 0: as many as the machine has.
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  ProgressMode progress = ProgressMode::text;
  Duration wall_limit = kNoWallLimit;
  Bytes memory_limit = kNoMemoryLimit;
};

// `words` without the program's own name. Throws UsageError.
Arguments parse_arguments(const std::vector<std::string>& words);

// Whether a word is an override and no file name: "jobs.train.nodes.count=4".
bool is_override(const std::string& word);

}  // namespace headrace
