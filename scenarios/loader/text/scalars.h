// Scalars: single words of a text as numbers, flags, texts and quantities.
//
// Strict where YAML is lax: no octal or grouped digits, no quoted numbers, no
// "yes" for true, no number where a text stands, a unit with every quantity.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "scenarios/loader/text/tree.h"
#include "sim/units.h"

namespace headrace {

inline constexpr Bandwidth kSlowest = Bandwidth::bytes_per_second(1e3);  // Of what a text may say.
inline constexpr Bandwidth kFastest = Bandwidth::bytes_per_second(1e18);

struct ScalarFault {
  const char* code;
  std::string sentence;
  std::string nearest;                 // What to write instead; may be empty.
  std::string help;                    // May be empty.
  std::size_t offset = 0, length = 0;  // The part of the word that is wrong; length 0: all of it.
};

// `scalar` is of Kind::scalar. The value is untouched when there is a fault.
std::optional<ScalarFault> read_scalar(const Tree& scalar, std::int64_t& value);
std::optional<ScalarFault> read_scalar(const Tree& scalar, double& value);
std::optional<ScalarFault> read_scalar(const Tree& scalar, bool& value);
std::optional<ScalarFault> read_scalar(const Tree& scalar, std::string& value);
std::optional<ScalarFault> read_scalar(const Tree& scalar, Duration& value);
std::optional<ScalarFault> read_scalar(const Tree& scalar, Bytes& value);
std::optional<ScalarFault> read_scalar(const Tree& scalar, Bandwidth& value);

// Adds the fault as a problem, with the caret under the part that is wrong.
Problem& add_fault(const Tree& scalar, const ScalarFault& fault, Problems& problems);

// Says whether YAML takes a word without quotes for a number, a flag or nothing.
bool needs_quotes(std::string_view word);

}  // namespace headrace
