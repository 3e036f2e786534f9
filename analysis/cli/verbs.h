// The verbs: each takes its arguments and the streams and gives an exit code,
// so a test calls it as the shell does. They throw what errors.h names.
#pragma once

#include <string>
#include <vector>

#include "analysis/cli/arguments.h"
#include "analysis/errors.h"
#include "analysis/output.h"

namespace headrace {

ExitCode check_verb(const Arguments& arguments, const Streams& streams);
ExitCode compare_verb(const Arguments& arguments, const Streams& streams);
ExitCode plan_verb(const Arguments& arguments, const Streams& streams);
ExitCode merge_verb(const Arguments& arguments, const Streams& streams);
ExitCode probe_verb(const Arguments& arguments, const Streams& streams);
ExitCode query_verb(const Arguments& arguments, const Streams& streams);
ExitCode run_verb(const Arguments& arguments, const Streams& streams);
ExitCode show_answer(const Arguments& arguments, const Streams& streams);  // Of `show answer`.
ExitCode show_verb(const Arguments& arguments, const Streams& streams);
ExitCode sweep_verb(const Arguments& arguments, const Streams& streams);
ExitCode version_verb(const Arguments& arguments, const Streams& streams);

// The program from its arguments (without its own name) to its exit code: no exception leaves it.
int run_program(const std::vector<std::string>& words, const Streams& streams);

}  // namespace headrace
