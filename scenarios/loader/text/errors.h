// Errors: what is thrown where no place in a scenario can be told: what is the world's, the user's or ours.
#pragma once

#include <stdexcept>

namespace headrace {

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
