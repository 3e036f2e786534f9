#include "models/storage/remote/request.h"

#include <algorithm>

namespace headrace {

// Counts time before the request was sent as a wait for a place among those on their way. A request without
// bytes is one for names, whatever a server did for it. A refused one waits in the queue of the server.
void tell(Account& account, const RemoteRequest& request, Time now) {
  const bool names = request.work == RemoteRequest::Work::none;
  account.spend(Activity::outage, request.blocked);
  account.spend(names ? Activity::metadata : Activity::window, request.sent);
  account.spend(Activity::network, request.arrived);
  account.spend(Activity::outage, request.resent);
  if (names) {
    account.spend(Activity::metadata, request.served);
  } else {
    account.spend(Activity::server_queue, std::min(request.begun + request.by_thread, request.served));
    account.spend(Activity::device, request.served);
  }
  account.spend(Activity::network, now);
}

}  // namespace headrace
