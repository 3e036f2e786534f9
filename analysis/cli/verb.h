// Verb: what the program does for the first word of its command line, with options of its own.
//
//   options …declared…; words …read into the verb…; verb->finish(); verb->run(streams)
//
// Each has a source of its own, which shows the table (verbs.cpp) but the function that makes it. What
// several verbs take alike is in options/.
#pragma once

#include <memory>
#include <string_view>

#include "analysis/cli/options/options.h"
#include "analysis/errors.h"
#include "analysis/output.h"

namespace headrace {

class Verb {
 public:
  Verb() = default;
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;
  virtual ~Verb() = default;

  // Declares what the verb reads: its words, its options, and the end of its help.
  virtual void declare(Options& options) = 0;
  // Checks the form of what was read; throws UsageError. Whether a file exists is found out by run().
  virtual void finish() {}
  // Throws what errors.h names.
  virtual ExitCode run(const Streams& streams) = 0;
};

// VerbRow: a row of the table of verbs.
struct VerbRow {
  std::string_view name;
  std::string_view description;  // One line of the program's help.
  std::unique_ptr<Verb> (*make)();
};

}  // namespace headrace
