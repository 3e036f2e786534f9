// Values: what the text of an option means. Each throws UsageError, which names the option.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/units.h"

namespace headrace {

// Returns "; did you mean 'nearest'?", or nothing where no candidate is near.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

// Reads a whole number above zero.
std::int64_t count_of(const std::string& option, const std::string& text);
// Reads a number above 0.
double positive_of(const std::string& option, const std::string& text);
// Reads a number above 0, 100 at most.
double percentage_of(const std::string& option, const std::string& text);
// Reads a quantity above zero with its unit; `fallback` where there is no text.
Duration duration_of(const std::string& option, const std::string& text, Duration fallback);
Bytes bytes_of(const std::string& option, const std::string& text, Bytes fallback);

}  // namespace headrace
