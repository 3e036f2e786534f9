// The client's writes around the page cache, as with O_DIRECT.
//
// Dirty pages of the file leave before. Requests leave once the thread has given
// the pages of the first; it gives the others meanwhile, as for a direct read. The
// write ends when all are answered: nothing of it is dirty, and no room is taken.
// Pages of its bytes are given up. Leaves out that the kernel waits for what was
// dirty before it.

#include <algorithm>

#include "models/storage/lustre/client.h"
#include "models/storage/lustre/lustre.h"

namespace headrace {

void LustreClient::begin_direct_write(FileHandle slot) {
  File& file = files_[slot];
  send_partials(slot);
  file.given = std::min(file.request->length, request_size(file));
  file.copy.start(sim_, host_, spec_.call_overhead + direct_work(file.given), Bytes(),
                  Action::of<&LustreClient::write_around>(*this, slot));
}

// Sends the requests of a direct write; the thread gives their pages.
void LustreClient::write_around(FileHandle slot) {
  File& file = files_[slot];
  const IoRequest& request = *file.request;
  pages_written(slot);
  const Bytes end = request.offset + request.length;
  ++file.pending;  // The pages that are left.
  if (!file.layout->is_composite() && request.length >= servers_.shortest_range()) {
    for (std::int32_t stripe = 0; stripe < file.layout->stripe_count(); ++stripe)
      if (file.layout->bytes_on(stripe, request.offset, end) > Bytes())
        send_direct(make_range_rpc(Rpc::Kind::write, slot, stripe, request.offset, end));
  } else {
    for (Bytes at = request.offset; at < end;) {
      const Extent extent = file.layout->extent_at(at, spec_.rpc_size);
      Rpc& rpc = make_object_rpc(Rpc::Kind::write, slot, extent);
      rpc.length = std::min(extent.offset + extent.length, end) - at;
      at += rpc.length;
      send_direct(rpc);
    }
  }
  file.copy.start(sim_, host_, direct_work(request.length - file.given), Bytes(),
                  Action::of<&LustreClient::all_pages_given>(*this, slot));
}

void LustreClient::send_direct(Rpc& rpc) {
  ++files_[rpc.file].pending;
  lock_then_send(rpc);
}

// Sends a request of a direct write that has its lock. From here on it reaches its target.
void LustreClient::enter_direct(Rpc& rpc) {
  File& file = files_[rpc.file];
  if (pages_.on()) pages_.drop(rpc.object, rpc.offset_in_object, rpc.offset_in_object + rpc.length);
  object_of(rpc).unsynced = true;
  ++file.unanswered;
  flow_.accepted += rpc.length;
  flow_.around += rpc.length;
  metrics_.bytes_written.add(rpc.length);
  enter_window(rpc);
}

void LustreClient::pages_written(FileHandle slot) {
  File& file = files_[slot];
  file.request->account.spend(Activity::core, file.copy.began());
  file.request->account.spend(Activity::memory, sim_.now());
}

void LustreClient::all_pages_given(FileHandle slot) {
  pages_written(slot);
  end_direct_write_if_done(slot);
}

void LustreClient::direct_write_answered(FileHandle slot, const Rpc& rpc) {
  flow_.around -= rpc.length;
  File& file = files_[slot];
  if (file.request == nullptr || rpc.stream != file.stream) return;
  if (file.pending == 1) tell(file.request->account, rpc, sim_.now());
  end_direct_write_if_done(slot);
}

// Notes that one of the requests of a direct write is answered, or that its thread has given all pages.
void LustreClient::end_direct_write_if_done(FileHandle slot) {
  File& file = files_[slot];
  if (--file.pending == 0) finish(file);
}

}  // namespace headrace
