// Check: assertions for programmer errors. Always on; a broken model must not
// produce a number. A failed check says where, and at which simulated time,
// and ends the program with status 70.
#pragma once

namespace headrace {

class Time;

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

// The clock that a failed check of this thread reports; returns the one before. Set by Simulation::run.
const Time* set_check_clock(const Time* now);

}  // namespace headrace

#define HEADRACE_CHECK(condition) \
  (static_cast<bool>(condition) ? void() : ::headrace::check_failed(#condition, __FILE__, __LINE__))
