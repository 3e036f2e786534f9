// Words: pieces of messages that several readers share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/quotes.h"
#include "scenarios/loader/text/tree.h"

namespace headrace {

inline std::string did_you_mean(std::string_view word) {
  return word.empty() ? std::string() : "did you mean " + in_quotes(word) + "?";
}

// "'x'", "a list", "a map", "nothing".
inline std::string described(const Tree& value) {
  switch (value.kind) {
    case Tree::Kind::null: return "nothing";
    case Tree::Kind::scalar: return in_quotes(value.scalar);
    case Tree::Kind::sequence: return "a list";
    case Tree::Kind::map: return "a map";
  }
  return {};
}

}  // namespace headrace
