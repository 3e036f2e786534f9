// The client's way out: locks, windows, the network.

#include "models/storage/lustre/client.h"
#include "models/storage/lustre/lustre.h"

namespace headrace {

Rpc& LustreClient::make_rpc(Rpc::Kind kind, FileHandle slot) {
  Rpc& rpc = rpcs_.take();
  rpc.kind = kind;
  rpc.file = slot;
  rpc.stream = files_[slot].stream;
  rpc.issued = sim_.now();
  rpc.client = host_.node;
  rpc.job = servers_.job_of(files_[slot].info.id);
  rpc.reply_to = host_.port;
  rpc.replied.run = &LustreClient::replied;
  rpc.replied.object = this;
  rpc.replied.word = to_word(rpc);
  ++files_[slot].outstanding;
  return rpc;
}

void LustreClient::send_metadata(Rpc::Kind kind, FileHandle slot) {
  Rpc& rpc = make_rpc(kind, slot);
  rpc.target = static_cast<std::int32_t>(files_[slot].info.directory % servers_.mdss());
  enter_window(rpc);
}

// The first touch of an object asks for its lock; what comes meanwhile waits.
void LustreClient::send_bulk(Rpc& rpc) {
  File& file = files_[rpc.file];
  Lock& lock = file.locks[static_cast<std::size_t>(rpc.stripe)];
  if (lock == Lock::granted) return enter_window(rpc);
  file.locked_out.push(rpc);
  if (lock == Lock::asked) return;
  lock = Lock::asked;
  Rpc& enqueue = make_rpc(Rpc::Kind::enqueue, rpc.file);
  enqueue.target = rpc.target;
  enqueue.stripe = rpc.stripe;
  transmit(enqueue);
}

LustreClient::Window& LustreClient::window_of(const Rpc& rpc) {
  auto& windows = rpc.is_bulk() ? bulk_windows_ : metadata_windows_;
  return windows[static_cast<std::size_t>(rpc.target)];
}

void LustreClient::enter_window(Rpc& rpc) {
  Window& window = window_of(rpc);
  const std::int64_t limit = rpc.is_bulk() ? spec_.max_rpcs_in_flight : spec_.metadata_max_rpcs_in_flight;
  if (window.in_flight < limit) {
    ++window.in_flight;
    transmit(rpc);
  } else {
    window.waiting.push(rpc);
    if (rpc.is_bulk()) note_waiting(+1);
  }
}

void LustreClient::leave_window(Rpc& rpc) {
  Window& window = window_of(rpc);
  if (window.waiting.empty()) {
    --window.in_flight;
    return;
  }
  if (rpc.is_bulk()) note_waiting(-1);
  transmit(window.waiting.pop());
}

void LustreClient::note_waiting(int change) {
  const bool before = bulk_waiting_ > 0;
  bulk_waiting_ += change;
  const bool after = bulk_waiting_ > 0;
  if (before != after) window_waiting_.set(sim_.now(), after ? 1.0 : 0.0);
}

void LustreClient::transmit(Rpc& rpc) {
  rpc.sent = sim_.now();
  const Bytes data = rpc.kind == Rpc::Kind::write ? rpc.length : Bytes();
  servers_.send(rpc, host_.port, kRpcHeader + data);
}

}  // namespace headrace
