// The client's way out: request records, locks, windows, the network.

#include <algorithm>

#include "models/storage/lustre/client.h"
#include "models/storage/lustre/lustre.h"

namespace headrace {

Rpc& LustreClient::make_rpc(Rpc::Kind kind, FileHandle slot) {
  File& file = files_[slot];
  Rpc& rpc = servers_.rpcs().take();
  rpc.kind = kind;
  rpc.file = slot;
  rpc.stream = file.stream;
  rpc.issued = sim_.now();
  rpc.client = host_.node;
  rpc.job = file.job;
  rpc.reply_to = host_.port;
  rpc.replied = Action::of<&LustreClient::replied>(*this, rpc);
  ++file.outstanding;
  return rpc;
}

// Makes a request for an object. It uses the object's lock as long as the record lives.
Rpc& LustreClient::make_object_rpc(Rpc::Kind kind, FileHandle slot, const Extent& extent) {
  File& file = files_[slot];
  Rpc& rpc = make_rpc(kind, slot);
  rpc.target = extent.target;
  rpc.stripe = extent.stripe;
  rpc.offset = extent.offset;
  rpc.object = object_number(file.info.id, extent.stripe);
  rpc.offset_in_object = file.layout->bytes_on(extent.stripe, Bytes(), extent.offset);
  rpc.piece = request_size(file);
  rpc.large_file = file.info.size > servers_.largest_cached_file();
  locks_.use(lock_of(file, extent.stripe));
  return rpc;
}

void LustreClient::retire(Rpc& rpc) {
  const FileHandle slot = rpc.file;
  File& file = files_[slot];
  if (rpc.listed) locks_.unlist(object_of(rpc).lock, rpc);
  if (rpc.is_bulk() || rpc.kind == Rpc::Kind::enqueue)
    unuse(file.objects[static_cast<std::size_t>(rpc.stripe)].lock);
  --file.outstanding;
  servers_.rpcs().give(rpc);
  if (file.forgotten) free_file_if_done(slot);
}

// Lets go of a lock, which is cancelled where others wait for it and nobody else here uses it.
void LustreClient::unuse(LockId lock) {
  locks_.unuse(lock, sim_.now());
  if (locks_.is_to_cancel(lock)) cancel(lock);
}

void LustreClient::cancel(LockId lock) {
  Rpc& rpc = servers_.rpcs().take();
  rpc.kind = Rpc::Kind::cancel;
  rpc.issued = rpc.sent = sim_.now();
  rpc.client = host_.node;
  rpc.object = locks_.object_of(lock);
  rpc.shared = true;
  rpc.chunk = locks_.grant_of(lock);
  rpc.target = locks_.take_back(lock);
  rpc.reply_to = host_.port;
  rpc.replied = Action::of<&LustreClient::cancelled>(*this, rpc);
  servers_.send(rpc, host_.port, kRequestHeader);
}

void LustreClient::cancelled(Rpc& rpc) { servers_.rpcs().give(rpc); }

// Tells the servers of a lock that was given up unasked: clients send such in the background, many at once.
void LustreClient::gave_up(std::uint64_t object) { servers_.extent_locks().cancel(object, host_.node); }

void LustreClient::called_back(std::uint64_t object) {
  const LockId lock = locks_.find(file_of_object(object), stripe_of_object(object));
  if (lock == kNoLock || !locks_.call_back(lock)) return;
  for (File& file : files_)
    for (Object& own : file.objects)
      if (own.lock == lock && own.partial != nullptr) send_partial(own);
  if (locks_.is_to_cancel(lock)) cancel(lock);
}

LockId LustreClient::lock_of(File& file, std::int32_t stripe) {
  LockId& lock = file.objects[static_cast<std::size_t>(stripe)].lock;
  if (lock != kNoLock) return lock;
  lock = locks_.open(file.info.id, stripe);
  if (locks_.openers_of(lock) == 2) list_under_way(lock);
  return lock;
}

LustreClient::Object& LustreClient::object_of(const Rpc& rpc) {
  return files_[rpc.file].objects[static_cast<std::size_t>(rpc.stripe)];
}

Bytes LustreClient::border_of(const Rpc& rpc) const {
  const Extent extent = files_[rpc.file].layout->extent_at(rpc.offset, spec_.rpc_size);
  return extent.offset + extent.length;
}

// Sends a request on when its lock is held. The first touch of an object asks for its lock; what comes
// meanwhile waits.
void LustreClient::lock_then_send(Rpc& rpc) {
  const LockId lock = object_of(rpc).lock;
  const bool writes = rpc.kind == Rpc::Kind::write;
  const LockMode mode = writes ? LockMode::write : LockMode::read;
  if (locks_.covers(lock, mode, rpc)) return locked(rpc);
  if (!locks_.wait(lock, mode, rpc)) return;
  Extent extent;
  extent.target = rpc.target;
  extent.stripe = rpc.stripe;
  Rpc& enqueue = make_object_rpc(Rpc::Kind::enqueue, rpc.file, extent);
  enqueue.exclusive = writes;
  enqueue.shared = others_may_want(rpc);
  if (enqueue.shared) {
    enqueue.offset_in_object = rpc.offset_in_object;
    enqueue.length = rpc.length;
  }
  transmit(enqueue);
}

void LustreClient::locked(Rpc& rpc) {
  if (rpc.kind != Rpc::Kind::write) return enter_window(rpc);
  return is_direct_write(rpc) ? enter_direct(rpc) : reserve_room(rpc);
}

// Tells whether a request is for an object that others lock, too.
bool LustreClient::others_may_want(const Rpc& rpc) const {
  return servers_.is_written(files_[rpc.file].info.id.set) && !servers_.is_mdt(rpc.target);
}

// Sends on what waited for a lock. One who writes may have come after one who reads asked for less: he asks
// again; and so does who asked before anybody wrote, where somebody does now.
void LustreClient::lock_granted(Rpc& enqueue) {
  if (!enqueue.shared && others_may_want(enqueue)) {
    enqueue.shared = true;
    enqueue.length = Bytes();
  }
  const LockId lock = object_of(enqueue).lock;
  RpcQueue waited = locks_.grant(lock, enqueue);
  while (!waited.empty()) {
    Rpc& rpc = waited.pop();
    if (is_for_nobody(rpc)) {
      leave_chunk(files_[rpc.file], rpc);
      retire(rpc);
    } else {
      rpc.lock_arrived = enqueue.arrived;
      rpc.lock_resent = enqueue.resent;
      rpc.lock_begun = enqueue.shared ? enqueue.begun : enqueue.served;
      rpc.lock_served = enqueue.served;
      const bool writes = rpc.kind == Rpc::Kind::write;
      if (locks_.is_called_back(lock) && writes == enqueue.exclusive && locks_.holds(lock, rpc)) {
        locked(rpc);  // Who asked has his turn before it is given back.
      } else {
        lock_then_send(rpc);
      }
    }
  }
}

// Tells whether whoever the request was made for went away before it left.
bool LustreClient::is_for_nobody(const Rpc& rpc) const {
  const File& file = files_[rpc.file];
  if (rpc.kind != Rpc::Kind::write) return file.forgotten && !rpc.awaited;
  return is_direct_write(rpc) ? rpc.stream != file.stream : file.piece != &rpc;
}

// Keeps the bytes of a request as pages. What came for nobody is a page like any other.
void LustreClient::keep_pages(const Rpc& rpc) {
  if (!pages_.on()) return;
  locks_.expire(sim_.now());
  locks_.add_pages(object_of(rpc).lock, rpc.offset_in_object, rpc.offset_in_object + rpc.length);
}

// Files take turns, as a client goes around its objects with something to send: one request of each.
void LustreClient::enter_window(Rpc& rpc) {
  rpc.locked = sim_.now();
  if (rpc.is_range()) return enter_range(rpc);
  Target& target = target_of(rpc);
  if (target.in_flight < spec_.max_rpcs_in_flight) {
    ++target.in_flight;
    return transmit(rpc);
  }
  Object& object = object_of(rpc);
  if (object.waiting.empty()) {
    Turn turn;
    turn.file = rpc.file;
    turn.stripe = rpc.stripe;
    target.turns.push(turn);
  }
  object.waiting.push(rpc);
  note_waiting(+1);
}

void LustreClient::leave_window(const Rpc& rpc) {
  if (rpc.is_range()) return leave_range(rpc);
  Target& target = target_of(rpc);
  if (bulk_waiting_.none() || target.turns.empty()) {  // Mostly none waits anywhere.
    --target.in_flight;
    return;
  }
  const Turn turn = target.turns.pop();
  Object& object = files_[turn.file].objects[static_cast<std::size_t>(turn.stripe)];
  Rpc& next = object.waiting.pop();
  if (!object.waiting.empty()) target.turns.push(turn);
  note_waiting(-1);
  next.blocked = rpc.holds_up();
  transmit(next);
}

void LustreClient::transmit(Rpc& rpc) {
  rpc.sent = sim_.now();
  const bool moves = servers_.flows() && rpc.is_bulk() && !servers_.is_mdt(rpc.target);
  if (moves) rpc.lane = &lane_of(rpc);
  const Bytes data = rpc.kind == Rpc::Kind::write && !moves ? rpc.length : Bytes();
  servers_.send(rpc, host_.port, kRequestHeader + data);
}

}  // namespace headrace
