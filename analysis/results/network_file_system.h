// Network file systems: where SQLite's write-ahead log, which needs memory shared by all who open the file,
// does not work.
#pragma once

#include <string>

namespace headrace {

// Returns whether a file lies on a network file system, or nobody can say.
bool on_network_file_system(const std::string& path);

}  // namespace headrace
