// DlioRunsPage: runs of the real DLIO as a table for `headrace calibrate`, and what was understood of them as
// text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/page/measurements_page.h"
#include "scenarios/loader/benchmarks/dlio_run_reader.h"

namespace headrace {

// DlioRunsFound: runs and the rows that were made of them.
struct DlioRunsFound {
  DlioRunsRead read;
  std::vector<ProbeRow> rows;
};

// The source's job is the scenario's job that trains.
std::string dlio_runs_file(const MeasurementsSource& source, const DlioRunsFound& found);
std::string dlio_runs_report(const MeasurementsSource& source, const DlioRunsFound& found,
                             const Style& style);
nlohmann::ordered_json dlio_runs_tree(const MeasurementsSource& source, const DlioRunsFound& found);

}  // namespace headrace
