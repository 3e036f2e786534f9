// CalibrationPage: a calibration as text, as JSON, and as a scenario file that has what was found.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/calibration.h"
#include "analysis/output_file.h"
#include "analysis/text.h"

namespace headrace {

// Provenance of a calibration: what it was made of.
struct CalibrationSource {
  std::string id;  // Sixteen hexadecimal digits, of the scenario, the table, the fields and the revision.
  std::string scenario;  // File; empty: each row of the table has its own.
  std::string table;     // File.
  std::string revision;  // Of the program.
};

std::string calibration_text(const CalibrationSource& source, const Calibration& found, const Style& style,
                             bool with_sources);
nlohmann::ordered_json calibration_tree(const CalibrationSource& source, const Calibration& found);

// Returns the fields as they were found, as overrides, a line each.
std::string calibrated_overrides(const Calibration& found);

// Returns a scenario that includes the one at `path`, as seen from the file's folder, and has the fields as
// they were found; with an empty path what another scenario may include.
std::string calibrated_scenario(const CalibrationSource& source, const std::string& path,
                                const Calibration& found);
FileKind calibration_kind();

}  // namespace headrace
