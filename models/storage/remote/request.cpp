#include "models/storage/remote/request.h"

#include <algorithm>

namespace headrace {

// Counts time before the request was sent as a wait for a place among those on their way. A request without
// bytes is one for names, whatever was done for it. A refused one waits in the queue of the server.
void tell(Account& account, const RemoteRequest& request, Time now) {
  if (request.work == RemoteRequest::Work::none) return account.spend(Activity::metadata, now);
  account.spend(Activity::window, request.sent);
  account.spend(Activity::network, request.arrived);
  account.spend(Activity::server_queue, std::min(request.begun + request.by_thread, request.served));
  account.spend(Activity::device, request.served);
  account.spend(Activity::network, now);
}

}  // namespace headrace
