// Errors: what analysis/ throws, and with which exit code the program ends.
//
// A wrong scenario is no exception but Problems (exit 2), a model that cannot
// go on is an outcome (exit 5). What is left is the world's, the user's or ours.
#pragma once

#include <stdexcept>

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

// The disk or another resource of the machine failed. The text names it.
class ResourceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A file that was given as input is not what it should be. The text names it.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The command line asks for something that does not exist.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The program is wrong: a row without a number, a statement that SQLite refuses.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace headrace
