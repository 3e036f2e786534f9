// Nodes whose software costs nothing: for what a closed form says of the rest.
#pragma once

#include "models/hardware/node.h"

namespace headrace {

inline HostWorkSpec free_host() {
  HostWorkSpec work;
  work.pytorch.step_overhead = Distribution(Duration());
  work.pytorch.worker_start = Duration();
  work.pytorch.collate = Bandwidth();
  work.pytorch.handover = Distribution(Duration());
  work.pytorch.handover_rate = Bandwidth();
  work.tensorflow.step_overhead = Distribution(Duration());
  work.tensorflow.handover = Distribution(Duration());
  return work;
}

inline NodeSpec free_node() {
  NodeSpec spec;
  spec.host_work = free_host();
  return spec;
}

}  // namespace headrace
