// The program in a process of its own: one that can be killed, or that may do less than the test.
//
//   Child child({"sweep", file, "--out", database}, {.unprivileged = true});
//   EXPECT_EQ(child.wait(), 74) << child.text();
#pragma once

#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace headrace {

// The program itself, which stands beside the folder of the tests.
inline std::string program() {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "headrace").string();
}

struct ChildLimits {
  bool unprivileged = false;  // Of the superuser, for whom no permission is missing.
  rlim_t largest_file = std::numeric_limits<rlim_t>::max();
};

class Child {
 public:
  // What wait() gives where this machine gives no such process.
  static constexpr int kNoOtherUser = 126;
  static constexpr int kNoProgram = 127;

  explicit Child(std::vector<std::string> words, ChildLimits limits = {}) {
    words.insert(words.begin(), program());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int ends[2] = {};
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("there is no pipe");
    process_ = fork();
    if (process_ == 0) become(arguments, limits, ends[1]);
    close(ends[1]);
    text_end_ = ends[0];
    if (process_ < 0) throw std::runtime_error(words[0] + " does not start");
  }
  Child(Child&& other) noexcept
      : process_(std::exchange(other.process_, 0)), text_end_(std::exchange(other.text_end_, -1)) {}
  Child& operator=(Child&&) = delete;
  ~Child() {
    if (process_ > 0) wait();
    if (text_end_ >= 0) close(text_end_);
  }

  void send(int signal) const { kill(process_, signal); }
  // Its exit code; -1 where a signal ended it.
  int wait() {
    char part[4096];
    for (ssize_t size = 1; size > 0;) {
      size = ::read(text_end_, part, sizeof part);
      if (size > 0) text_.append(part, static_cast<std::size_t>(size));
    }
    int status = 0;
    waitpid(std::exchange(process_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  // All that it printed, once it has ended.
  const std::string& text() const { return text_; }

 private:
  [[noreturn]] static void become(const std::vector<char*>& arguments, const ChildLimits& limits, int text) {
    constexpr int kNobody = 65534;
    dup2(text, STDOUT_FILENO);
    dup2(text, STDERR_FILENO);
    const rlimit files = {limits.largest_file, limits.largest_file};
    if (limits.largest_file != std::numeric_limits<rlim_t>::max()) setrlimit(RLIMIT_FSIZE, &files);
    const bool drops = limits.unprivileged && geteuid() == 0;
    if (drops && (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0))
      _exit(kNoOtherUser);
    execv(arguments[0], arguments.data());
    _exit(kNoProgram);
  }

  pid_t process_ = 0;
  int text_end_ = -1;
  std::string text_;
};

}  // namespace headrace
