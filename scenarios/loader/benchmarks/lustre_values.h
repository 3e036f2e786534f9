// LustreValue: a value that a platform file, or a job's layout, can take from a dump of `lctl get_param`.
//
//   for (const LustreValue& value : lustre_values(all)) print(value.field, value.text, value.source);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/benchmarks/lustre_statistics.h"

namespace headrace {

struct LustreValue {
  std::string_view group;  // "ost", "mds", "client" of a Lustre; "layout" of a job.
  std::string field;       // "max_rpcs_in_flight"
  std::string text;        // "8", "1 MiB"
  std::string source;      // "[read] dump.txt:12: osc.*.max_rpcs_in_flight=8"
};

// Returns the values in the order of their groups. Adds what cannot be a value of its field to `left`.
std::vector<LustreValue> lustre_values(const LustreStatistics& all, std::vector<std::string>& left);

}  // namespace headrace
