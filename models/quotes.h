// A name within a message.
#pragma once

#include <string>
#include <string_view>

namespace headrace {

inline std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace headrace
