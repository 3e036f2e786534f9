// JobLogPage: the log of a machine's jobs as a report, as JSON, and as the background load of a scenario.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/output_file.h"
#include "analysis/text.h"
#include "scenarios/loader/job_logs/read_job_log.h"

namespace headrace {

// JobLogSource: what a load is imported from, and by what.
struct JobLogSource {
  std::string file, form;
  std::string version, revision;  // Of the program.
  double peak_percent = 0;  // Load when all of the machine is busy, as the user says; 0: it is not said.
};

// Expects a log that is not wrong in all of these, and a peak in the first.
std::string job_log_file(const JobLogSource& source, const JobLog& log);
std::string job_log_report(const JobLogSource& source, const JobLog& log, const Style& style);
nlohmann::ordered_json job_log_tree(const JobLogSource& source, const JobLog& log);

FileKind job_log_kind();

}  // namespace headrace
