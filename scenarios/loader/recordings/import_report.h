// ImportReport: what an importer understood of a trace, what it dropped, and what it had to guess.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/replay/recording.h"

namespace headrace {

// RecordedCounts: how much was understood.
struct RecordedCounts {
  std::array<std::int64_t, std::size(kRecordedLayers)> layers = {};  // Operations of each.
  std::int64_t operations = 0, reads = 0, writes = 0, opens = 0, others = 0;
  Bytes bytes_read, bytes_written;
  std::int64_t processes = 0, hosts = 0, files = 0, threads = 0;
};

struct ImportReport : RecordedCounts {
  // Dropped: what was left out for one reason, with the first five places: "run.txt:17".
  struct Dropped {
    std::int64_t count = 0;
    std::vector<std::string> places;
  };

  std::string form;           // "dxt".
  bool is_anonymous = false;  // Whether names were replaced.
  bool strict = false;        // Whether the first record that is dropped ends the import.
  std::int64_t lines = 0, bytes = 0;
  Duration span, resolution;
  std::map<std::string, Dropped, std::less<>> dropped;       // By reason.
  std::map<std::string, std::int64_t, std::less<>> guessed;  // By what was guessed: how often.
  std::vector<std::string> told;  // Facts of the trace: program, processes, modules.

  // Throws InputError in a strict import.
  void drop(std::string_view why, std::string_view file, std::int64_t line);
  void guess(std::string_view what, std::int64_t times = 1) {
    guessed.try_emplace(std::string(what)).first->second += times;
  }
};

}  // namespace headrace
