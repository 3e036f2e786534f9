// SyntaxLines: faults of YAML that stand in another line than the one where reading ends.
//
// A key without its ':' or one that stands too far left is valid until the next line comes.
#pragma once

#include "scenarios/loader/text/problems.h"

namespace headrace {

// Reports the fault where the lines around tell what it is, and says whether they do. The mark is where the
// YAML library gave up, which is for it a misplaced ':', or else a line that goes on with no map.
bool report_by_lines(const Mark& failure, bool misplaced_colon, Problems& problems);

}  // namespace headrace
