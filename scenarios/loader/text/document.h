// Document: a YAML text as a tree that remembers where each word stood.
//
// document.cpp is the only file that includes the YAML library. It accepts the
// YAML 1.2 core subset that a scenario needs and reports, with positions, what
// it refuses: duplicate keys, tags, merge keys, several documents, a tree too
// deep or too large once its aliases are followed, text that is not UTF-8.
// An alias is replaced by a copy of what it names.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "scenarios/loader/text/tree.h"

namespace headrace {

inline constexpr int kDeepestTree = 100;
inline constexpr std::size_t kLargestTree = 500'000;  // Nodes, aliases followed.

// Kind::null with problems added when the text cannot be read.
Tree parse_document(std::string_view text, std::string file, Problems& problems);

// Parses what stands in a source from a byte of its first line on, such as the value of an override behind
// its '='. Its marks are places of the whole.
Tree parse_part(const std::shared_ptr<const SourceText>& source, std::size_t begin, Problems& problems);

}  // namespace headrace
