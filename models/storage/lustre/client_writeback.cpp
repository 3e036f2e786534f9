// Write-back by time: what has been dirty for long is written, full or not.
//
// A node looks at its dirty requests at intervals, from the first one on and
// while there are some, as the kernel's flusher does. One is as old as the first
// page of it.

#include <algorithm>

#include "models/storage/lustre/client.h"

namespace headrace {

void LustreClient::look_for_expired() {
  if (watching_ || spec_.dirty_expire == Duration()) return;
  watching_ = true;
  sim_.schedule_in(spec_.dirty_check, Action::of<&LustreClient::write_expired>(*this));
}

void LustreClient::write_expired() {
  watching_ = false;
  bool younger = false;
  for (File& file : files_) {
    for (Object& object : file.objects) {
      if (object.partial == nullptr) continue;
      const bool expired = sim_.now() - object.partial->issued >= spec_.dirty_expire;
      if (expired) {
        send_partial(object);
      } else {
        younger = true;
      }
    }
  }
  if (younger) look_for_expired();
}

// Says whether a file has bytes that are being copied in, dirty, or on their way.
bool LustreClient::is_unwritten(FileId id) const {
  return std::any_of(files_.begin(), files_.end(), [&](const File& file) {
    if (file.info.id != id) return false;
    const bool dirty = std::any_of(file.objects.begin(), file.objects.end(),
                                   [](const Object& object) { return object.partial != nullptr; });
    return dirty || file.copying || file.unanswered > 0;
  });
}

Task<> LustreClient::written_back(FileId file) {
  while (is_unwritten(file)) co_await written_.next();
}

}  // namespace headrace
