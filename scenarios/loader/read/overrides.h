// Overrides: `key.path=value` from the command line, put into the tree before it
// is read, so that they meet the same checks as the text.
//
//   platform.nodes.clients.count=8    osts[2].bandwidth=5GB/s    assert+="jobs.train.au_percent > 90"
//
// `=` changes or sets; `+=` appends to a list, also one that was left out, or
// adds a name to a map.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/text/tree.h"

namespace headrace {

struct Override {
  struct Step {
    std::string key;  // Empty: an index.
    std::size_t index = 0;
    Mark mark;
  };

  std::vector<Step> path;
  bool add = false;
  Tree value;

  bool is_include() const { return path.back().key == "include"; }
};

std::vector<Override> parse_overrides(const std::vector<std::string>& texts, Problems& problems);

// Parses an override that stands in a file: its places are those of the file.
std::optional<Override> parse_override_at(const std::string& text, const Mark& mark, Problems& problems);

// Parses an override whose path stands at one place and whose value at another.
std::optional<Override> parse_override_for(const std::string& text, const Mark& path, const Mark& value,
                                           Problems& problems);

void apply_override(Tree& root, const Override& change, Problems& problems);

}  // namespace headrace
