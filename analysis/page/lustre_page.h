// LustrePage: what dumps of `lctl get_param` tell, as text and as JSON, and what a platform can take as YAML.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/output_file.h"
#include "analysis/page/measurements_page.h"
#include "analysis/text.h"
#include "scenarios/loader/benchmarks/lustre_statistics.h"
#include "scenarios/loader/benchmarks/lustre_values.h"

namespace headrace {

// LustreFound: what all dumps tell together.
struct LustreFound {
  LustreStatistics all;
  std::vector<LustreValue> values;
  std::vector<std::string> left;  // Values that no field can have.
  OutputPlaces dropped;
};

// Returns lines of YAML to be pasted below a file system of a platform, each with its source.
std::string lustre_file(const MeasurementsSource& source, const LustreFound& found);
std::string lustre_report(const MeasurementsSource& source, const LustreFound& found, const Style& style);
nlohmann::ordered_json lustre_tree(const MeasurementsSource& source, const LustreFound& found);

FileKind lustre_kind();

}  // namespace headrace
