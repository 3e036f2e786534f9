#include "scenarios/loader/recordings/recording_profile.h"

#include <algorithm>
#include <vector>

#include "scenarios/loader/recordings/access_order.h"

namespace headrace {

namespace {

// FileUse: what is known of a file over all processes.
struct FileUse {
  bool is_read = false, is_written = false;
  std::size_t process = 0;
  bool is_touched = false, is_shared = false;
};

class Profiler {
 public:
  explicit Profiler(const Recording& recording) : recording_(recording), files_(recording.files.size()) {}

  RecordingProfile take() {
    Duration busy;
    for (std::size_t p = 0; p < recording_.processes.size(); ++p) busy = busy + add(p);
    found_.processes = static_cast<std::int64_t>(recording_.processes.size());
    found_.span = recording_.span();
    if (found_.processes > 0) found_.busy = Duration::nanoseconds(busy.ns() / found_.processes);
    for (const FileUse& use : files_) {
      found_.files += use.is_touched ? 1 : 0;
      found_.read_only += use.is_read && !use.is_written ? 1 : 0;
      found_.write_only += use.is_written && !use.is_read ? 1 : 0;
      found_.read_write += use.is_read && use.is_written ? 1 : 0;
      found_.shared += use.is_shared ? 1 : 0;
    }
    return found_;
  }

 private:
  // Adds a process, and returns how long it had an operation under way.
  Duration add(std::size_t process) {
    AccessOrder order;
    Duration busy, until;
    for (const RecordedOperation& operation : recording_.processes[process].operations) {
      if (operation.layer == RecordedLayer::mpi) continue;
      const Duration begin = std::max(until, operation.begin);
      if (operation.end > begin) busy = busy + (operation.end - begin);
      until = std::max(until, operation.end);
      note_use(process, operation);
      if (operation.moves_bytes()) {
        add_access(operation.operation == IoOperation::read ? found_.reads : found_.writes, operation,
                   order.next(operation));
      } else {
        ++found_.names;
        found_.name_time = found_.name_time + (operation.end - operation.begin);
      }
    }
    return busy;
  }

  static void add_access(AccessProfile& profile, const RecordedOperation& operation,
                         AccessOrder::Place place) {
    ++profile.count;
    profile.bytes += operation.length;
    profile.time = profile.time + (operation.end - operation.begin);
    ++profile.sizes[access_size_bin(operation.length.count())];
    profile.sequential += place.is_sequential ? 1 : 0;
    profile.consecutive += place.is_consecutive ? 1 : 0;
  }

  void note_use(std::size_t process, const RecordedOperation& operation) {
    FileUse& use = files_[operation.file];
    use.is_shared = use.is_shared || (use.is_touched && use.process != process);
    use.is_touched = true;
    use.process = process;
    use.is_read = use.is_read || operation.operation == IoOperation::read;
    use.is_written = use.is_written || operation.operation == IoOperation::write;
  }

  const Recording& recording_;
  std::vector<FileUse> files_;
  RecordingProfile found_;
};

}  // namespace

RecordingProfile profile_of(const Recording& recording) { return Profiler(recording).take(); }

}  // namespace headrace
