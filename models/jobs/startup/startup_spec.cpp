#include "models/jobs/startup/startup_spec.h"

namespace headrace {

double StartupSpec::events(std::int64_t nodes, std::int64_t ranks) const {
  constexpr double kEventsOfName = 4, kEventsOfFile = 16, kEventsOfFileInImage = 4;
  const auto number = [](std::int64_t count) { return static_cast<double>(count); };
  const double all = number(importers == Importers::node ? nodes : ranks) * number(processes);
  if (image) return kEventsOfFileInImage * number(files) * all;
  const double asking = names_shared ? number(nodes) : all;
  return number(files) * (kEventsOfFile * all + kEventsOfName * number(lookups) * asking);
}

}  // namespace headrace
