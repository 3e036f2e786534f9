// Words: the names under which outcomes, units and figures leave the program.
//
// Scripts and databases read them, so a word that was once written stays.
#pragma once

#include <cstdint>
#include <string>

#include "scenarios/loader/run_result.h"

namespace headrace {

const char* outcome_word(RunEnd end);  // finished, stalled, time_limit, event_limit, stopped
const char* unit_word(Unit unit);      // count, ns, B, fraction, 1/s, B/s

std::string fingerprint_text(
    std::uint64_t fingerprint);  // 16 hexadecimal digits: 64 bits do not fit SQLite's integers.

}  // namespace headrace
