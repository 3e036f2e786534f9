// The program: hands the arguments, the streams and the terminal's state to run_program.

#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "analysis/cli/program.h"

int main(int count, char** words) {
  using headrace::FileSink;
  // A reader that went away does not end a run that is to be stored, and a file that may grow no longer is
  // reported like a full disk.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  FileSink out(stdout, "standard output", FileSink::OnFailure::fail);
  FileSink err(stderr, "standard error", FileSink::OnFailure::ignore);
  const char* const no_colour = std::getenv("NO_COLOR");
  const headrace::Streams streams{out, err, ::isatty(STDOUT_FILENO) == 1, ::isatty(STDERR_FILENO) == 1,
                                  no_colour == nullptr || *no_colour == '\0'};
  return headrace::run_program({words + (count > 0 ? 1 : 0), words + count}, streams);
}
