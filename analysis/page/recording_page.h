// RecordingPage: what came of importing traces, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/text.h"
#include "scenarios/loader/recordings/import_report.h"

namespace headrace {

std::string recording_report(const ImportReport& report, const Style& style);
nlohmann::ordered_json recording_tree(const ImportReport& report, const std::string& output);

}  // namespace headrace
