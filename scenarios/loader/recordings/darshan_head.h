// DarshanHead: what the head of a Darshan log says of its run, as all of Darshan's printers write it.
//
//   DarshanHead head;
//   head.take("# nprocs: 8", report);      // and each other line that begins with #
//   head.processes                         // 8
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "scenarios/loader/recordings/import_report.h"
#include "sim/units.h"

namespace headrace {

// Name of the form whose times and offsets are guessed from counters.
inline constexpr std::string_view kDarshanForm = "darshan";

struct DarshanHead {
  Duration start;              // Since 1970.
  std::int64_t processes = 1;  // Ranks of the run.

  // Takes a line, and tells what a reader of the report asks first.
  void take(std::string_view line, ImportReport& report);
};

// Returns what stands behind a key of a line, without blanks before it.
std::optional<std::string_view> text_behind(std::string_view line, std::string_view key);

}  // namespace headrace
