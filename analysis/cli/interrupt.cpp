#include "analysis/cli/interrupt.h"

namespace headrace {

namespace {

volatile std::sig_atomic_t signalled = 0;

void note_signal(int) { signalled = 1; }

}  // namespace

InterruptGuard::InterruptGuard() {
  signalled = 0;
  struct sigaction action = {};
  action.sa_handler = note_signal;
  // The system takes the handler away as it calls it, which makes the second signal final.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
  sigaction(SIGHUP, &action, &old_hang_up_);
  // A process that was to outlive its terminal (nohup) does.
  if (old_hang_up_.sa_handler == SIG_IGN) sigaction(SIGHUP, &old_hang_up_, nullptr);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
  sigaction(SIGHUP, &old_hang_up_, nullptr);
}

bool InterruptGuard::interrupted() { return signalled != 0; }

}  // namespace headrace
