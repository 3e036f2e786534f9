// A command of the shell, for tests of what a user types.
#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>

namespace headrace {

// Its exit code; -1 where a signal ended it.
inline int run_shell(std::string command) {
  std::string shell = "/bin/sh", option = "-c";
  const std::array<char*, 4> arguments = {shell.data(), option.data(), command.data(), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, shell.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) return -1;
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace headrace
