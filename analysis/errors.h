// ExitCode: with which code the program ends, of what is thrown (scenarios/loader/text/errors.h) and of
// outcomes.
//
// A wrong scenario is no exception but Problems (exit 2), a model that cannot go on is an outcome (exit 5).
#pragma once

#include "scenarios/loader/text/errors.h"

namespace headrace {

// The values are part of the interface: scripts and batch systems branch on them.
enum class ExitCode : int {
  ok = 0,
  missed = 1,            // An assertion of the scenario does not hold.
  usage = 2,             // A wrong command line or scenario.
  input_data = 3,        // A result database or other input that cannot be what it should be.
  interrupted = 4,       // Stopped by a signal; what was found until then is stored and marked.
  stalled = 5,           // The model cannot go on; who waits for what was printed.
  not_judged = 6,        // An assertion of the scenario could not be judged: a run was cut short.
  internal = 70,         // The program is wrong.
  resource_failed = 74,  // The disk or another resource of the machine failed.
};

}  // namespace headrace
