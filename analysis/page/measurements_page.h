// MeasurementsPage: outputs of benchmarks as a table for `headrace calibrate`, and what was understood
// of them as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/output_file.h"
#include "analysis/text.h"
#include "scenarios/loader/benchmarks/measured_output.h"
#include "scenarios/loader/benchmarks/probe_rows.h"

namespace headrace {

// MeasurementsSource: what rows are imported from, and by what.
struct MeasurementsSource {
  std::string form;                // "fio"
  std::string job;                 // Name of the scenario's job that is a probe, or that trains.
  std::vector<std::string> files;  // As the user wrote them.
  std::string version, revision;   // Of the program.
};

// Measurements: what all the files have, and its rows.
struct Measurements {
  std::vector<MeasuredOutput> outputs;
  OutputPlaces dropped, left;
  std::vector<ProbeRow> rows;

  void absorb(BenchmarkRead read);
};

std::string measurements_file(const MeasurementsSource& source, const Measurements& found);
std::string measurements_report(const MeasurementsSource& source, const Measurements& found,
                                const Style& style);
nlohmann::ordered_json measurements_tree(const MeasurementsSource& source, const Measurements& found);

// Tell records by their places; nothing where there are none.
std::string places_text(std::string_view heading, const OutputPlaces& places);
nlohmann::ordered_json tree_of_places(const OutputPlaces& places);

// Returns the first line of a table: what it is from, and what the scenario's job is.
std::string measurements_head(const MeasurementsSource& source, std::string_view job_is);
// Return rows as a table of comma-separated values, and how many of them may be fitted.
std::string rows_text(std::span<const ProbeRow> rows);
std::string roles_text(std::span<const ProbeRow> rows);

FileKind measurements_kind();

}  // namespace headrace
