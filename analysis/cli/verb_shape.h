// VerbShape: what a verb reads, for all that is made of its help beside the help itself.
//
//   for (const VerbShape& verb : verb_shapes(verbs())) … verb.name, verb.options
//
// The one source is what each verb declares (options/options.h): man pages and completions cannot say other
// things than `--help`. Leaves out which values an option takes, which its help says in words.
#pragma once

#include <string>
#include <vector>

namespace headrace {

struct OptionShape {
  std::string name;  // "--seed"; of words without one, what the help calls them.
  std::string form;  // What the help calls its value; empty: it takes none.
  std::string help;
};

struct VerbShape {
  std::string name;
  std::string description;  // One line.
  std::vector<OptionShape> words, options;
  std::string footer;  // An example, and exit codes where they differ.
};

}  // namespace headrace
