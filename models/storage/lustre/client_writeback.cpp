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
  Action look;
  look.run = &LustreClient::write_expired;
  look.object = this;
  sim_.schedule_in(spec_.dirty_check, look);
}

void LustreClient::write_expired(void* self, std::uint64_t) {
  auto& client = *static_cast<LustreClient*>(self);
  client.watching_ = false;
  bool younger = false;
  for (File& file : client.files_) {
    for (Object& object : file.objects) {
      if (object.partial == nullptr) continue;
      const bool expired = client.sim_.now() - object.partial->issued >= client.spec_.dirty_expire;
      if (expired) {
        client.send_partial(object);
      } else {
        younger = true;
      }
    }
  }
  if (younger) client.look_for_expired();
}

}  // namespace headrace
