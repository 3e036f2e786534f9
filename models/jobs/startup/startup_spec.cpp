#include "models/jobs/startup/startup_spec.h"

namespace headrace {

double StartupSpec::events(std::int64_t nodes, std::int64_t ranks, bool on_drives_of_nodes) const {
  constexpr double kEventsOfFileInImage = 4;
  const double of_name = on_drives_of_nodes ? 1 : 4, of_file = on_drives_of_nodes ? 8 : 16;
  const auto number = [](std::int64_t count) { return static_cast<double>(count); };
  const double all = number(importers == Importers::node ? nodes : ranks) * number(processes);
  if (image) return kEventsOfFileInImage * number(files) * all;
  const double asking = names_shared ? number(nodes) : all;
  return number(files) * (of_file * all + of_name * number(lookups) * asking);
}

}  // namespace headrace
