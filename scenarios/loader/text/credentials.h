// Credentials in a DLIO file or an override: a simulation needs none. They are
// masked before a DLIO file is parsed, and in every line that a message shows.
#pragma once

#include <string>
#include <string_view>

namespace headrace {

// Says whether a key's name says that its value is a secret: access keys, secrets, passwords, tokens.
bool names_credential(std::string_view key);

// The text with the values of such keys, and user:password@ in addresses, replaced by 'x', letter by letter:
// lines and columns stay as they were.
std::string without_credentials(std::string_view text);

}  // namespace headrace
