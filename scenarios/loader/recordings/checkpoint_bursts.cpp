#include "scenarios/loader/recordings/checkpoint_bursts.h"

#include <algorithm>
#include <map>
#include <set>

namespace headrace {

namespace {

// Leaves out logs and marks of a run, which are smaller than a part of a model [assumed].
bool is_of_checkpoint(const RecordedFile& file) { return file.created && file.size >= 1_MiB; }

}  // namespace

CheckpointBursts checkpoint_bursts(const Recording& recording) {
  std::map<std::uint32_t, Duration> first;  // Writes, by file.
  std::set<const RecordedProcess*> writers;
  Bytes all;
  for (const RecordedProcess& process : recording.processes) {
    for (const RecordedOperation& operation : process.operations) {
      if (operation.operation != IoOperation::write || operation.layer == RecordedLayer::mpi) continue;
      if (!is_of_checkpoint(recording.files[operation.file])) continue;
      const auto [at, is_new] = first.emplace(operation.file, operation.begin);
      if (!is_new) at->second = std::min(at->second, operation.begin);
      all += operation.length;
      writers.insert(&process);
    }
  }
  CheckpointBursts found;
  if (first.empty()) return found;
  std::vector<Duration> begins;
  for (const auto& [file, begin] : first) begins.push_back(begin);
  std::sort(begins.begin(), begins.end());
  const Duration longest = Duration::nanoseconds(recording.span().ns() / 20);
  found.begins = {begins.front()};
  for (std::size_t i = 1; i < begins.size(); ++i)
    if (begins[i] - begins[i - 1] > longest) found.begins.push_back(begins[i]);
  found.bytes = Bytes::count(all.count() / static_cast<std::int64_t>(found.begins.size()));
  found.writers = static_cast<std::int64_t>(writers.size());
  return found;
}

}  // namespace headrace
