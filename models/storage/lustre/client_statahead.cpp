// The client's stats: of one name, and of those that will be asked for next (statahead.h).
//
// A name that is looked up ahead is a file that nobody asked for yet. It is done
// when its attributes and sizes are here; who asks for it then is answered at
// once, and who asks before waits for it.

#include "models/storage/lustre/client.h"
#include "models/storage/lustre/lustre.h"

namespace headrace {

namespace {

constexpr Bytes kAttributes = 64_B;  // [assumed] Of a name, in the answer to a request for several.

}  // namespace

void LustreClient::stat_by_name(FileHandle slot) {
  if (!statahead_) return send_metadata(Rpc::Kind::getattr, slot);
  const FileInfo info = files_[slot].request->file;  // With all of its layout.
  statahead_->asked(info);
  Statahead::Ahead* const ahead = statahead_->find(info.id);
  if (ahead != nullptr && ahead->here) {
    statahead_->remove(info.id);
    finish(files_[slot]);
    files_[slot].forgotten = true;
    free_file_if_done(slot);
  } else if (ahead != nullptr && !ahead->waiter) {
    ahead->waiter = slot;
    ++files_[slot].outstanding;
  } else {
    send_metadata(Rpc::Kind::getattr, slot);
  }
  look_ahead(info);
}

void LustreClient::look_ahead(const FileInfo& info) {
  while (const std::optional<Statahead::Names> names = statahead_->next(info)) {
    std::vector<FileHandle> slots;
    for (std::int64_t i = 0; i < names->count; ++i) {
      FileInfo next = info;
      next.id.index = names->first + i * names->stride;
      if (statahead_->find(next.id) != nullptr) continue;  // By another run.
      slots.push_back(take_file());
      know(files_[slots.back()], next);
      statahead_->add(next.id, slots.back());
    }
    if (slots.empty()) continue;
    Rpc& rpc = make_metadata_rpc(Rpc::Kind::getattr, slots.front());
    if (slots.size() > 1) {
      rpc.names = static_cast<std::uint16_t>(slots.size());
      rpc.length = kAttributes * static_cast<std::int64_t>(slots.size());
      slots.erase(slots.begin());
      for (const FileHandle other : slots) ++files_[other].outstanding;
      statahead_->batches[rpc.file] = std::move(slots);
    }
    enter_metadata_window(rpc);
  }
}

// Takes the answer to a stat. The attributes come from the MDS, and the size of a file that is there; of
// others, from every stripe's target.
void LustreClient::stat_answered(FileHandle slot, const Rpc& rpc) {
  if (rpc.kind == Rpc::Kind::glimpse) {
    if (--files_[slot].pending == 0) end_stat(slot, rpc);
    return;
  }
  ask_sizes(slot, rpc);
  if (rpc.names == 1) return;
  const auto batch = statahead_->batches.find(slot);
  const std::vector<FileHandle> others = std::move(batch->second);
  statahead_->batches.erase(batch);
  for (const FileHandle other : others) {
    --files_[other].outstanding;
    ask_sizes(other, rpc);
    free_file_if_done(other);
  }
}

void LustreClient::ask_sizes(FileHandle slot, const Rpc& rpc) {
  File& file = files_[slot];
  file.pending = file.layout->stripes_on_targets();
  if (file.pending == 0) return end_stat(slot, rpc);
  for (std::int64_t stripe = 0; stripe < file.layout->stripe_count(); ++stripe) {
    if (file.layout->is_on_mdt(stripe)) continue;
    Rpc& glimpse = make_rpc(Rpc::Kind::glimpse, slot);
    glimpse.target = file.layout->target_of_stripe(stripe);
    transmit(glimpse);
  }
}

void LustreClient::end_stat(FileHandle slot, const Rpc& last) {
  File& file = files_[slot];
  file.forgotten = true;
  if (file.request != nullptr) return finish(file);
  Statahead::Ahead* const ahead = statahead_->find(file.info.id);
  if (ahead == nullptr || ahead->slot != slot) return;
  ahead->here = true;
  if (!ahead->waiter) return;
  const FileHandle waiter = *ahead->waiter;
  ahead->waiter.reset();
  statahead_->remove(file.info.id);
  --files_[waiter].outstanding;
  if (!files_[waiter].forgotten) {
    tell(files_[waiter].request->account, last, sim_.now());
    finish(files_[waiter]);
  }
  files_[waiter].forgotten = true;
  free_file_if_done(waiter);
}

}  // namespace headrace
