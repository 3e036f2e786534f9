// PlainText: the checks a text must pass before any parser may see it: UTF-8,
// no control characters, of bearable length. A byte order mark is dropped and
// line ends become "\n", so that positions are those an editor shows.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "scenarios/loader/text/problems.h"

namespace headrace {

// Returns the bytes of the UTF-8 character at the front of a text that is not empty; 0: it is none.
std::size_t character_length(std::string_view text);

// Null with a problem added when the text is not plain.
std::shared_ptr<const SourceText> plain_text(std::string_view text, std::string file, Problems& problems);

}  // namespace headrace
