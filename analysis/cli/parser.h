// Parser: from the words of the command line to the verb of a table that they ask for.
//
//   std::unique_ptr<Verb> verb = parse_verb(verbs(), {"run", "scenario.yaml", "--json"});
//   verb->run(streams);
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analysis/cli/verb.h"
#include "analysis/cli/verb_shape.h"

namespace headrace {

// Returns the verb with all that it reads. No words, and `--help`, ask for one that prints the help; the
// option `--version` is the verb of that name. Throws UsageError.
std::unique_ptr<Verb> parse_verb(std::span<const VerbRow> rows, const std::vector<std::string>& words);

// Returns the help of a verb, or of the program where the name is empty. Throws UsageError where there is no
// such verb.
std::string help_text(std::span<const VerbRow> rows, const std::string& verb = {});

// Returns what each verb reads, in the order of the table.
std::vector<VerbShape> verb_shapes(std::span<const VerbRow> rows);

}  // namespace headrace
