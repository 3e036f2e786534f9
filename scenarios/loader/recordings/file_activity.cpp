#include "scenarios/loader/recordings/file_activity.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "scenarios/loader/recordings/access_order.h"

namespace headrace {

namespace {

Bytes bytes_moved(const FileActivity& activity) { return activity.read + activity.written; }

// Adds the numbers of the files that come first by a key, the greatest first.
template <class Key>
void add_greatest(const std::vector<FileActivity>& all, std::size_t most, Key key,
                  std::set<std::size_t>& into) {
  std::vector<std::size_t> files(all.size());
  std::iota(files.begin(), files.end(), std::size_t{0});
  const std::size_t count = std::min(most, files.size());
  std::partial_sort(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(count), files.end(),
                    [&](std::size_t one, std::size_t other) {
                      return std::tuple(key(all[other]), one) < std::tuple(key(all[one]), other);
                    });
  into.insert(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

std::vector<FileActivity> file_activities(const Recording& recording) {
  std::vector<FileActivity> all(recording.files.size());
  std::vector<std::size_t> last_process(all.size(), SIZE_MAX);
  for (std::size_t p = 0; p < recording.processes.size(); ++p) {
    AccessOrder order;
    for (const RecordedOperation& operation : recording.processes[p].operations) {
      if (operation.layer == RecordedLayer::mpi) continue;
      FileActivity& activity = all[operation.file];
      if (last_process[operation.file] != p) ++activity.processes;
      last_process[operation.file] = p;
      activity.time += operation.end - operation.begin;
      if (!operation.moves_bytes()) {
        ++activity.names;
        continue;
      }
      (operation.operation == IoOperation::read ? activity.read : activity.written) += operation.length;
      const AccessOrder::Place place = order.next(operation);
      ++activity.accesses;
      activity.sequential += place.is_sequential ? 1 : 0;
      activity.consecutive += place.is_consecutive ? 1 : 0;
    }
  }
  return all;
}

std::vector<std::size_t> most_active_files(const std::vector<FileActivity>& all, std::size_t most) {
  std::set<std::size_t> found;
  add_greatest(all, most, bytes_moved, found);
  add_greatest(all, most, [](const FileActivity& activity) { return activity.time; }, found);
  std::vector<std::size_t> files(found.begin(), found.end());
  std::erase_if(files, [&](std::size_t file) { return all[file].processes == 0; });
  std::stable_sort(files.begin(), files.end(), [&](std::size_t one, std::size_t other) {
    return std::tuple(bytes_moved(all[one]), all[one].time) >
           std::tuple(bytes_moved(all[other]), all[other].time);
  });
  return files;
}

}  // namespace headrace
