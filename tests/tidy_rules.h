// The rules between the parts of this tree, as functions from sources to findings.
//
// Each rule is pure, so that tidy_test.cpp can put it to small bad snippets as well as to the real tree.
// The tables that the rules read stand on top of tidy_rules.cpp.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy_source.h"

namespace headrace::tidy {

struct Finding {
  std::string path;
  std::size_t line;
  std::string message;
  auto operator<=>(const Finding&) const = default;
};
using Findings = std::vector<Finding>;

// Joins the findings: "line: message" of each.
inline std::string said(const Findings& findings) {
  std::string text;
  for (const Finding& f : findings) text += std::to_string(f.line) + ": " + f.message + "\n";
  return text;
}

// A function that may be longer than the rest; `lines` may only shrink.
struct LongFunction {
  std::string_view path;
  std::string_view head;  // What its text up to the brace contains.
  std::size_t lines;
  std::string_view reason;
};

// Rooms, "sim/task", that include each other round about. A room is a header and the source of its name.
using Circle = std::vector<std::string_view>;

// A declaration that may stand although nothing but a test uses it.
struct Dead {
  std::string_view path;
  std::string_view name;
  std::string_view reason;
};

// Of one file.
Findings check_text(const Source& source);
// Two types of one name in the one namespace share their inline functions, without a word of the linker.
Findings check_type_names(const std::vector<Source>& sources);

Findings check_includes(const Source& source);
Findings check_words(const Source& source);
Findings check_functions(const Source& source, const std::vector<LongFunction>& allowed);

// Of the tree: `paths` are all its files, relative to the root.
Findings check_mirrors(const std::vector<std::string>& paths);
Findings check_goldens(const std::vector<std::string>& paths);
Findings check_folders(const std::vector<std::string>& paths);
// Members of a folder that its table does not name, and makers that no table does (tidy_tables.cpp).
Findings check_tables(const std::vector<Source>& sources);
// A name that a header of the program declares, and that stands nowhere in the program but there and where it
// is defined (tidy_dead.cpp).
Findings check_dead(const std::vector<Source>& sources, const std::vector<Dead>& known);
// Comments above declarations of headers that begin with a fragment ("Of", "Whether"), whose subject is to be
// guessed (tidy_comments.cpp).
Findings check_comments(const std::vector<Source>& sources);
// Pages in docs/ that name a file, a test or a page that there is not (tidy_pages.cpp).
Findings check_pages(const std::vector<Source>& sources, const std::vector<std::string>& paths);
// Circles of more than two rooms, but for those allowed and what is left of them, and allowed ones that have
// become smaller.
Findings check_circles(const std::vector<Source>& sources, const std::vector<Circle>& allowed);

}  // namespace headrace::tidy
