#include "models/jobs/startup/startup_spec.h"

namespace headrace {

double StartupSpec::events(std::int64_t nodes, std::int64_t ranks, bool on_drives_of_nodes,
                           std::int64_t data_sets) const {
  constexpr double kEventsOfFileInImage = 4;
  constexpr double kRequest = 4 << 20;
  const double of_name = on_drives_of_nodes ? 1 : 4, of_file = on_drives_of_nodes ? 8 : 16;
  const auto number = [](std::int64_t count) { return static_cast<double>(count); };
  const double all = number(importers == Importers::node ? nodes : ranks) * number(processes);
  const double asking = names_shared ? number(nodes) : all;
  const double of_imports = image ? kEventsOfFileInImage * number(files) * all
                                  : number(files) * (of_file * all + of_name * number(lookups) * asking);
  if (!manifests) return of_imports;
  // Processes of a node find in its memory what another one has read.
  const double requests = number(manifests->size.count()) / kRequest;
  return of_imports +
         number(data_sets * manifests->files) * (of_file * all + of_file * requests * number(nodes));
}

}  // namespace headrace
