// Words: the names under which outcomes, units and figures leave the program.
//
// Scripts and databases read them, so a word that was once written stays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scenarios/loader/run_result.h"

namespace headrace {

const char* outcome_word(RunEnd end);  // finished, stalled, time_limit, event_limit, stopped
const char* unit_word(Unit unit);      // count, ns, B, fraction, 1/s, B/s

// Read back what was written; throw InternalError for a word that none of them is.
RunEnd run_end_of(std::string_view word);
Unit unit_of(std::string_view word);

std::string fingerprint_text(
    std::uint64_t fingerprint);  // 16 hexadecimal digits: 64 bits do not fit SQLite's integers.

}  // namespace headrace
