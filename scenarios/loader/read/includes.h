// Includes: `include: file` inside a map, or `include: [file, file]`.
//
// The files' maps are merged under the map that includes them, key by key: the
// including file wins, and of several files the later one. Lists are replaced
// whole. Included files may include others; marks keep the name of the file
// that a word came from.
#pragma once

#include "scenarios/loader/text/file_finder.h"
#include "scenarios/loader/text/tree.h"

namespace headrace {

void resolve_includes(Tree& tree, FileFinder& files, Problems& problems);

// Says whether `schema:` names the format that this program reads; a problem otherwise. A scenario without it
// is read as one of this format, so that the rest of it is checked too.
bool check_schema(Tree& map, bool needed, Problems& problems);

}  // namespace headrace
