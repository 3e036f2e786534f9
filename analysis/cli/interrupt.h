// Interrupt: the first SIGINT, SIGTERM or SIGHUP asks a run to stop, so that what
// it found is kept; the second of a kind ends the program as if nothing were installed.
#pragma once

#include <csignal>

namespace headrace {

class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();  // Puts the former handlers back.

  static bool interrupted();

 private:
  struct sigaction old_interrupt_ = {};
  struct sigaction old_terminate_ = {};
  struct sigaction old_hang_up_ = {};
};

}  // namespace headrace
