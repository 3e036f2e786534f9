// WindowMemory: what the windows of a job's loaders hold, and whether its nodes can.
//
// Each worker is a process and holds what its window reads: window x copies x bytes of a read, and at most
// what `window_memory` allows. A point of operation that does not fit is no point: a worker that may not hold
// one read never reads, and a node without the memory kills its workers. Sizes that are drawn count by their
// mean. Leaves out the memory of the interpreters and of the client library's own connections.
#pragma once

#include "models/jobs/job_spec.h"
#include "models/jobs/training/workload_spec.h"

namespace headrace {

struct NodeSpec;

struct WindowMemory {
  explicit WindowMemory(const WorkloadSpec& work);

  // Returns how many reads the window of a worker has at once.
  std::int64_t reads() const;

  Bytes read;  // Bytes of one: a file, or the columns of a row group.
  Bytes held;  // Bytes that it takes in memory.
  std::int64_t window;
  Bytes limit;  // Bytes that a worker may hold; zero: any.
};

// Refuses windows for which there is no memory, and names the largest for which there is.
void check_window_memory(const JobSpec& job, const WorkloadSpec& work, const NodeSpec& node, Check& check);

}  // namespace headrace
