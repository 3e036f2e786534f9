// ScenarioWords: the words of a verb that reads scenarios: files, and overrides such as key.path=value.
#pragma once

#include <string>
#include <vector>

#include "analysis/cli/options/options.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

struct ScenarioWords {
  std::vector<std::string> words;  // Both, as they stand on the command line.
  std::vector<std::string> files, overrides;

  // `help` and `form` are what the verb says of the words.
  void declare(Options& options, const std::string& help, const std::string& form = "[KEY.PATH=VALUE]");
  // Tells files from overrides, by their form; throws UsageError where there is no file.
  void finish(const std::string& verb);
  // Does so where the verb takes one file alone.
  void finish_one(const std::string& verb);

  const std::string& file() const { return files.front(); }
  // Reads the file with the overrides, and with more behind them.
  ScenarioRead read(const std::vector<std::string>& more) const;
};

// Says whether a word is an override and no file name: "jobs.train.nodes.count=4".
bool is_override(const std::string& word);

}  // namespace headrace
