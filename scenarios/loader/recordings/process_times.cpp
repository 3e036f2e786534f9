#include "scenarios/loader/recordings/process_times.h"

#include <algorithm>

namespace headrace {

namespace {

// CoveredTime: the time in which at least one of some operations was under way, which come ascending by their
// begin.
struct CoveredTime {
  Duration time, until;

  void add(const RecordedOperation& operation) {
    const Duration begin = std::max(until, operation.begin);
    if (operation.end > begin) time += operation.end - begin;
    until = std::max(until, operation.end);
  }
};

ProcessTimes times_of_process(const RecordedProcess& process) {
  CoveredTime reads, accesses, all;
  for (const RecordedOperation& operation : process.operations) {
    if (operation.layer == RecordedLayer::mpi) continue;
    if (operation.operation == IoOperation::read) reads.add(operation);
    if (operation.moves_bytes()) accesses.add(operation);
    all.add(operation);
  }
  ProcessTimes found;
  found.reading = reads.time;
  found.writing = accesses.time - reads.time;
  found.naming = all.time - accesses.time;
  return found;
}

}  // namespace

std::vector<ProcessTimes> process_times(const Recording& recording) {
  const Duration span = recording.span();
  std::vector<ProcessTimes> found;
  for (const RecordedProcess& process : recording.processes) {
    ProcessTimes times = times_of_process(process);
    times.process = found.size();
    times.none = span - times.busy();
    found.push_back(times);
  }
  std::stable_sort(found.begin(), found.end(), [](const ProcessTimes& one, const ProcessTimes& other) {
    return one.busy() > other.busy();
  });
  return found;
}

}  // namespace headrace
