// Options: the words and options that a verb declares.
//
//   options.words("scenario", words, "a scenario file", "[KEY.PATH=VALUE]");
//   options.value("--seed", seed, "the seed; the same as seed=N", "N");
//   options.flag("--csv", csv, "as CSV");
//   options.footer("Example:\n  headrace query results.db");
//
// Beside the parser the only part that knows the command line library. What is read is text; values.h makes
// numbers of it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace headrace {

// Closes the help of verbs whose exit codes are branched on.
inline constexpr const char* kExitCodes =
    "Exit codes: 0 ok, 1 an assertion does not hold, 2 wrong command line or scenario, 3 unusable or\n"
    "damaged file, 4 interrupted, 5 the model stalled, 6 an assertion could not be judged, 70 internal\n"
    "error, 74 the disk, memory or another resource failed.";

class Options {
 public:
  explicit Options(CLI::App& app) : app_(app) {}

  // Declares what the help says below the options: an example at least.
  void footer(const std::string& text);
  // Declares words without a name. `form` is how the help writes what may follow the first; empty: nothing.
  void words(const std::string& name, std::vector<std::string>& into, const std::string& help,
             const std::string& form = {});
  // Declares an option with a value, which the help calls `form`.
  void value(const std::string& name, std::string& into, const std::string& help, const std::string& form);
  // Declares an option that may be given several times, each with a value.
  void values(const std::string& name, std::vector<std::string>& into, const std::string& help,
              const std::string& form);
  void flag(const std::string& name, bool& into, const std::string& help);

 private:
  CLI::App& app_;
};

}  // namespace headrace
