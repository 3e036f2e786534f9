#include "analysis/cli/options/scenario_words.h"

#include <algorithm>
#include <cctype>

#include "analysis/errors.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

void ScenarioWords::declare(Options& options, const std::string& help, const std::string& form) {
  options.words("scenario", words, help, form);
}

void ScenarioWords::finish(const std::string& verb) {
  for (const std::string& word : words) (is_override(word) ? overrides : files).push_back(word);
  if (files.empty()) throw UsageError("'" + verb + "' needs a scenario file");
}

void ScenarioWords::finish_one(const std::string& verb) {
  finish(verb);
  if (files.size() == 1) return;
  throw UsageError("'" + verb + "' takes one scenario file; '" + files[1] +
                   "' is neither that nor an override of the form key.path=value");
}

ScenarioRead ScenarioWords::read(const std::vector<std::string>& more) const {
  std::vector<std::string> all = overrides;
  all.insert(all.end(), more.begin(), more.end());
  return read_scenario_file(file(), all);
}

bool is_override(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0) return false;
  const auto in_key = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-' || c == '[' || c == ']' || c == '+';
  };
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), in_key);
}

}  // namespace headrace
