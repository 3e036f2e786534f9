// NearPath: the path that was probably meant, where a file is not found.
//
// Walks the path from a folder; one part of it may be a typing mistake.
#pragma once

#include <string>

namespace headrace {

// Returns the path with one part replaced by the nearest name that is there; empty where none leads to a
// file.
std::string near_path(const std::string& folder, const std::string& path);

}  // namespace headrace
