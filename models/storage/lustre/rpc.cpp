#include "models/storage/lustre/rpc.h"

namespace headrace {

// Counts time before the request was made as a wait for room in a window, of requests or of what is read
// ahead. Names and locks are metadata, whatever a server did for them, and so is the window of requests for
// them; their way through the ports is the network. Data that comes with an open is read from drives.
void tell(Account& account, const Rpc& rpc, Time now) {
  if (rpc.is_bulk() || rpc.kind == Rpc::Kind::sync) {
    account.spend(Activity::window, rpc.issued);
    tell_lock(account, rpc, rpc.locked);
    account.spend(Activity::outage, rpc.blocked);
    account.spend(Activity::window, rpc.sent);
    account.spend(Activity::network, rpc.arrived);
    account.spend(Activity::outage, rpc.resent);
    account.spend(Activity::server_queue, rpc.begun);
    account.spend(rpc.from_memory ? Activity::server_queue : Activity::device, rpc.moving);
    account.spend(rpc.bound, rpc.served);
    account.spend(Activity::network, now);
  } else {
    account.spend(Activity::outage, rpc.blocked);
    account.spend(Activity::metadata, rpc.sent);
    account.spend(Activity::network, rpc.arrived);
    account.spend(Activity::outage, rpc.resent);
    account.spend(Activity::metadata, rpc.moving > Time() ? rpc.moving : rpc.served);
    account.spend(Activity::device, rpc.served);
    account.spend(Activity::network, now);
  }
}

void tell_lock(Account& account, const Rpc& rpc, Time now) {
  if (rpc.lock_served == Time()) return account.spend(Activity::metadata, now);
  account.spend(Activity::network, rpc.lock_arrived);
  account.spend(Activity::outage, rpc.lock_resent);
  account.spend(Activity::metadata, rpc.lock_begun);
  account.spend(Activity::lock, rpc.lock_served);
  account.spend(Activity::network, now);
}

}  // namespace headrace
