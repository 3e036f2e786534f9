// The table of faults: one line each.

#include "models/faults/policy.h"

namespace headrace {

std::unique_ptr<Recipe<Fault>> slow_target();
std::unique_ptr<Recipe<Fault>> rebuild();
std::unique_ptr<Recipe<Fault>> target_outage();
std::unique_ptr<Recipe<Fault>> server_outage();
std::unique_ptr<Recipe<Fault>> network_degraded();
std::unique_ptr<Recipe<Fault>> slow_node();
std::unique_ptr<Recipe<Fault>> slow_drive();
std::unique_ptr<Recipe<Fault>> node_failure();

PolicyTable<Fault> Fault::table() {
  static constexpr Registration<Fault> kTable[] = {
      {"slow_target", "the drives of a target run at a share of their speed", slow_target},
      {"rebuild", "a rebuild takes a share of the time of an array's disks", rebuild},
      {"target_outage", "a target is gone: its requests wait for an answer that does not come",
       target_outage},
      {"server_outage", "a server is gone, and its targets or directories until a failover", server_outage},
      {"network_degraded", "the port of a server or a node runs at a share of its rate", network_degraded},
      {"slow_node", "a node works at a share of its speed: a straggler", slow_node},
      {"slow_drive", "the drives in a node run at a share of their speed", slow_drive},
      {"node_failure", "a node is gone, and every job that runs on it ends", node_failure},
  };
  return kTable;
}

}  // namespace headrace
