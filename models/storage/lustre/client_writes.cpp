// The client's writes: pieces copied in, dirty requests, sync.
//
// A piece waits for its lock, then for room at its target, and is copied. Then
// it is dirty, alone or with what was written before it, and leaves when the
// request is full, when somebody waits for room, at a sync or at a close. A
// piece has its room until its request is answered, so that a file never has
// more requests than there is room for.

#include <algorithm>
#include <utility>

#include "models/storage/lustre/client.h"
#include "models/storage/lustre/lustre.h"

namespace headrace {

void LustreClient::begin_write(IoRequest& request) {
  File& file = files_[request.handle];
  if (request.length == Bytes()) return finish(file);
  servers_.note_written(file.info.id.set);
  if (request.mode == IoMode::direct) return begin_direct_write(request.handle);
  file.write_at = request.offset;
  next_piece(request.handle);
}

void LustreClient::next_piece(FileHandle slot) {
  if (next_row(slot)) return;
  File& file = files_[slot];
  const Extent extent = file.layout->extent_at(file.write_at, spec_.rpc_size);
  const Bytes left = file.request->offset + file.request->length - file.write_at;
  Rpc& piece = make_object_rpc(Rpc::Kind::write, slot, extent);
  piece.length = std::min(std::min(extent.length, left), unwritten_limit_);
  piece.cached = true;
  file.piece = &piece;
  lock_then_send(piece);
}

// Gives up a write. A piece that waits stays in its queue, for nobody.
void LustreClient::give_up_write(FileHandle slot) {
  File& file = files_[slot];
  if (!file.row.empty()) give_up_row(slot);
  if (file.piece == nullptr) return;
  Rpc& piece = *std::exchange(file.piece, nullptr);
  const std::int32_t target = piece.target;
  Bytes room;
  if (file.copying) {
    file.copying = false;
    room = piece.length;
    flow_.copying -= room;
    retire(piece);
  }
  give_room(target, room, nullptr);
}

// First come, first served: also one that would fit waits behind one that does not.
void LustreClient::reserve_room(Rpc& piece) {
  tell_lock(files_[piece.file].request->account, piece, sim_.now());
  Target& target = target_of(piece);
  if (target.room.empty() && has_room(target, piece)) return take_room(piece);
  target.room.push(piece);
  if (&target.room.front() != &piece || target.unwritten + piece.length > unwritten_limit_)
    return send_partials_to(piece.target);
  wait_for_all(piece.target);  // Then all that is dirty leaves.
  for (std::size_t slot = 0; slot < files_.size(); ++slot) send_partials(static_cast<FileHandle>(slot));
}

// Makes a target wait until the node has less unwritten, of whatever target.
void LustreClient::wait_for_all(std::int32_t number) {
  Target& target = targets_[static_cast<std::size_t>(number)];
  if (!std::exchange(target.waits_for_all, true)) wait_for_all_.push(number);
}

bool LustreClient::has_room(const Target& target, const Rpc& piece) const {
  const File& file = files_[piece.file];
  Bytes of_node = piece.length;
  if (piece.is_range()) of_node = file.row_ready == 0 ? file.row_end - file.row_begin : Bytes();
  return target.unwritten + piece.length <= unwritten_limit_ && unwritten_ + of_node <= all_limit_;
}

// Gives room to those who wait for it: they have waited for the request that leaves it. Then to those who
// waited for any.
void LustreClient::give_room(std::int32_t number, Bytes length, const Rpc* answered) {
  targets_[static_cast<std::size_t>(number)].unwritten -= length;
  unwritten_ -= length;
  metrics_.unwritten.add(sim_.now(), -static_cast<double>(length.count()));
  fill_room(number, answered);
  for (std::size_t left = wait_for_all_.size(); left > 0; --left) {
    const std::int32_t next = wait_for_all_.pop();
    targets_[static_cast<std::size_t>(next)].waits_for_all = false;
    fill_room(next, answered);
  }
}

void LustreClient::fill_room(std::int32_t number, const Rpc* answered) {
  Target& target = targets_[static_cast<std::size_t>(number)];
  while (!target.room.empty()) {
    Rpc& piece = target.room.front();
    const bool dropped = is_for_nobody(piece);
    if (!dropped && !has_room(target, piece)) {
      if (target.unwritten + piece.length <= unwritten_limit_) wait_for_all(number);
      return;
    }
    target.room.pop();
    if (dropped) {
      retire(piece);
    } else {
      Account& account = files_[piece.file].request->account;
      if (answered != nullptr) tell(account, *answered, sim_.now());
      account.spend(Activity::window, sim_.now());
      take_room(piece);
    }
  }
}

// Takes room for a piece, which is copied now, or with the others of its row.
void LustreClient::take_room(Rpc& piece) {
  File& file = files_[piece.file];
  target_of(piece).unwritten += piece.length;
  metrics_.unwritten.add(sim_.now(), static_cast<double>(piece.length.count()));
  if (piece.is_range()) return piece_has_room(piece);
  unwritten_ += piece.length;
  flow_.copying += piece.length;
  file.copying = true;
  file.copy.start(sim_, host_, copy_in_time(file, piece.length), piece.length,
                  Action::of<&LustreClient::copied_in>(*this, piece.file));
}

// Returns the work of the thread that copies the next bytes of a write; the first have its call with them.
Duration LustreClient::copy_in_time(const File& file, Bytes length) const {
  const bool first = file.write_at == file.request->offset;
  return length / spec_.copy_in_bandwidth + (first ? spec_.call_overhead : Duration());
}

void LustreClient::copied_in(FileHandle slot) {
  File& file = files_[slot];
  Rpc& piece = *std::exchange(file.piece, nullptr);
  file.copying = false;
  file.write_at += piece.length;
  note_copied_in(piece.length);
  object_of(piece).unsynced = true;
  keep_pages(piece);
  keep_dirty(piece);
  go_on_writing(slot);
}

void LustreClient::note_copied_in(Bytes length) {
  metrics_.bytes_written.add(length);
  flow_.copying -= length;
  flow_.accepted += length;
}

// Goes on with a write whose last bytes were copied now, or ends it.
void LustreClient::go_on_writing(FileHandle slot) {
  File& file = files_[slot];
  const IoRequest& request = *file.request;
  request.account.spend(Activity::core, file.copy.began());
  request.account.spend(Activity::memory, sim_.now());
  if (file.write_at < request.offset + request.length) return next_piece(slot);
  finish(file);
}

void LustreClient::keep_dirty(Rpc& piece) {
  Object& object = object_of(piece);
  Target& target = target_of(piece);
  if (object.partial != nullptr && object.partial->offset + object.partial->length == piece.offset) {
    object.partial->length += piece.length;
    retire(piece);
  } else {
    if (object.partial != nullptr) send_partial(object);
    object.partial = &piece;
    piece.issued = sim_.now();  // Dirty since then.
    ++target.partials;
    look_for_expired();
  }
  const Rpc& partial = *object.partial;
  const bool is_full = partial.offset + partial.length == border_of(partial);
  const bool is_wanted = !target.room.empty() || !wait_for_all_.empty() || locks_.is_called_back(object.lock);
  if (is_full || is_wanted) send_partial(object);
}

void LustreClient::send_partial(Object& object) {
  Rpc& rpc = *std::exchange(object.partial, nullptr);
  --target_of(rpc).partials;
  ++files_[rpc.file].unanswered;
  rpc.issued = sim_.now();
  enter_window(rpc);
}

void LustreClient::send_partials(FileHandle slot) {
  for (Object& object : files_[slot].objects)
    if (object.partial != nullptr) send_partial(object);
}

void LustreClient::send_partials_to(std::int32_t target) {
  std::int64_t& left = targets_[static_cast<std::size_t>(target)].partials;
  for (auto file = files_.begin(); file != files_.end() && left > 0; ++file)
    for (Object& object : file->objects)
      if (object.partial != nullptr && object.partial->target == target) send_partial(object);
}

void LustreClient::write_answered(FileHandle slot, const Rpc& rpc) {
  File& file = files_[slot];
  flow_.written_back += rpc.length;
  --file.unanswered;
  if (rpc.cached) give_room(rpc.target, rpc.length, &rpc);
  if (file.unanswered == 0) written_.tell();
  if (!rpc.cached) direct_write_answered(slot, rpc);
  const bool syncs = file.request != nullptr && file.request->operation == IoOperation::sync;
  if (!syncs || file.committing || file.unanswered > 0) return;
  tell(file.request->account, rpc, sim_.now());
  commit(slot);
}

void LustreClient::begin_sync(IoRequest& request) {
  send_partials(request.handle);
  if (files_[request.handle].unanswered == 0) commit(request.handle);
}

void LustreClient::commit(FileHandle slot) {
  files_[slot].committing = true;
  if (servers_.has_journal()) return send_metadata(Rpc::Kind::commit, slot);
  commit_objects(slot);
}

void LustreClient::commit_objects(FileHandle slot) {
  File& file = files_[slot];
  for (std::size_t stripe = 0; stripe < file.objects.size(); ++stripe) {
    if (!file.objects[stripe].unsynced) continue;
    Rpc& rpc = make_rpc(Rpc::Kind::sync, slot);
    rpc.target = file.layout->target_of_stripe(static_cast<std::int64_t>(stripe));
    ++file.pending;
    transmit(rpc);
  }
  if (file.pending == 0) sync_answered(file, nullptr);
}

void LustreClient::sync_answered(File& file, const Rpc* last) {
  if (file.pending > 0) --file.pending;
  if (file.pending > 0) return;
  if (last != nullptr) tell(file.request->account, *last, sim_.now());
  for (Object& object : file.objects) object.unsynced = false;
  file.committing = false;
  finish(file);
}

}  // namespace headrace
