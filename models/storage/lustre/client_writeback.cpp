// Write-back by time: what has been dirty for long is written, full or not.
//
// A node looks at its dirty requests at intervals, from the first one on and
// while there are some, as the kernel's flusher does. One is as old as the first
// page of it.

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

}  // namespace headrace
