// Parser: the verbs and options of the command line, with their help, and the
// places that they are written to. arguments.cpp makes Arguments of them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "analysis/cli/arguments.h"

namespace headrace {

struct Parser {
  Arguments arguments;
  std::vector<std::string> words;  // Positional ones of the verb.
  std::string seed;
  std::string progress = "text";
  std::string wall_limit, memory_limit, trace_from;
  std::string jobs, shard, rows = "figures", most_runs, most, au, up_to, slurm, slurm_time;
  bool no_dlio = false;
  bool version = false;
  CLI::App app{
      "headrace simulates storage for machine learning training: it runs an MLPerf Storage or\n"
      "DLIO workload on a described system and says whether the accelerators are kept fed.\n",
      "headrace"};
  CLI::App* run = nullptr;
  CLI::App* sweep = nullptr;
  CLI::App* plan = nullptr;
  CLI::App* compare = nullptr;
  CLI::App* probe = nullptr;
  CLI::App* check = nullptr;
  CLI::App* query = nullptr;
  CLI::App* merge = nullptr;
  CLI::App* show = nullptr;
  CLI::App* version_verb = nullptr;
  CLI::App* help = nullptr;
  std::string overview;  // Once a verb was parsed, the library gives that verb's help only.

  Parser();
  void add_run();
  void add_sweep();
  void add_plan();
  void add_compare();
  void add_limits(CLI::App* verb);
  void add_probe();
  void add_check();
  void add_results();
  void add_show();
};

}  // namespace headrace
