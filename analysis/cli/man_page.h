// Man pages: what `--help` says, in the form that `man` reads.
//
//   man_page(verb)               // headrace-run.1, of the shape of `run`
//   man_page_of_program(shapes)  // headrace.1, with a line a verb
//
// Without a date, so that equal programs have equal pages.
#pragma once

#include <span>
#include <string>

#include "analysis/cli/verb_shape.h"

namespace headrace {

std::string man_page(const VerbShape& verb);
std::string man_page_of_program(std::span<const VerbShape> verbs);

}  // namespace headrace
