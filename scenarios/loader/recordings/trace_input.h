// TraceInput: a file of a trace for the reader of its form, and what such readers have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/loader/recordings/import_report.h"
#include "scenarios/loader/recordings/recording_file.h"
#include "scenarios/loader/text/text_lines.h"

namespace headrace {

struct TraceInput {
  std::string file;  // Name for places.
  TextLines lines;
  std::string process;  // Behind the name of each process; empty where there is one file.
  std::string columns;  // What they hold, for a form that does not say it (columns.cpp).
  // Most operations that are made of counters: 5 GB of recording [assumed: no log of a run has more].
  std::int64_t most_operations = std::int64_t{1} << 27;
};

// ThreadNumbers: numbers of threads within a process, from 1, in the order in which they come; 0: there are
// more than 65,535.
class ThreadNumbers {
 public:
  std::uint16_t number(std::uint32_t process, std::uint64_t thread);

 private:
  std::vector<std::vector<std::uint64_t>> threads_;  // By process.
};

}  // namespace headrace
