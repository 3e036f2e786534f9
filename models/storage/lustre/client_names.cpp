// What the client asks of metadata servers: names, lookups, and the windows to them.
//
// Creates and unlinks have a window of their own inside that of all metadata
// requests. Who opens a file in a directory that is not known yet waits until
// somebody has looked it up; which directories are known is not forgotten with
// locks, only when caches are dropped.

#include <algorithm>

#include "models/storage/lustre/client.h"
#include "models/storage/lustre/lustre.h"

namespace headrace {

namespace {

constexpr Bytes kNameInDirectory = 64_B;  // [assumed] In an answer, with its attributes.

Rpc::Kind kind_of(IoOperation operation) {
  switch (operation) {
    case IoOperation::create: return Rpc::Kind::create;
    case IoOperation::stat: return Rpc::Kind::getattr;
    case IoOperation::unlink: return Rpc::Kind::unlink;
    case IoOperation::list: return Rpc::Kind::readdir;
    default: return Rpc::Kind::open;
  }
}

}  // namespace

void LustreClient::ask_by_name(FileHandle slot) {
  if (spec_.path_depth > 0 && looks_up(slot)) return;
  send_by_name(slot);
}

void LustreClient::send_by_name(FileHandle slot) {
  const File& file = files_[slot];
  const Rpc::Kind kind = kind_of(file.request->operation);
  if (kind == Rpc::Kind::readdir) return list_on(slot);
  Rpc& rpc = make_metadata_rpc(kind, slot);
  if (file.layout->is_composite() && kind == Rpc::Kind::open) rpc.length = data_with_open(slot);
  enter_metadata_window(rpc);
}

// Returns the bytes that come with an open: those of a file that lies on its metadata server as a whole,
// unless a lock says that they may be here.
Bytes LustreClient::data_with_open(FileHandle slot) {
  File& file = files_[slot];
  const bool whole = file.layout->stripes_on_targets() == 0;
  return !whole || locks_.covers(lock_of(file, 0), LockMode::read) ? Bytes() : file.info.size;
}

// Takes the bytes that came with an open. They are pages like any other, and read ahead of whoever reads the
// file from its start.
void LustreClient::opened(FileHandle slot, const Rpc& rpc) {
  File& file = files_[slot];
  const LockId lock = lock_of(file, 0);
  locks_.give(lock, LockMode::read, sim_.now());
  if (pages_.on()) locks_.add_pages(lock, Bytes(), rpc.length);
  if (file.forgotten) return;
  file.reading = true;
  file.issued = file.arrived = rpc.length;
  flow_.by_requests += rpc.length;
  flow_.read_back += rpc.length;
  note_fetched(file.info.id, rpc.length);
  if (pages_.on()) metrics_.page_cache_misses.add(rpc.length);
}

// Tells whether an operation waits until its directory was looked up; the first to wait asks for it. Nothing
// frees the slot of one that waits. Two directories of a set that are both asked for first look up what is
// above them twice.
bool LustreClient::looks_up(FileHandle slot) {
  File& file = files_[slot];
  Directory& directory = directories_[{file.info.id.set, file.info.directory}];
  if (directory.known) return false;
  ++file.outstanding;
  directory.waiting.push_back(slot);
  if (directory.waiting.size() > 1) return true;
  directory.missing = known_sets_.contains(file.info.id.set) ? 1 : spec_.path_depth;
  send_metadata(Rpc::Kind::lookup, slot);
  return true;
}

// Goes on with a lookup of a directory, and at its end with all who wait for it; also when the one that asked
// was given up, as others may wait.
void LustreClient::looked_up(FileHandle slot, const Rpc& rpc) {
  const FileInfo& info = files_[slot].info;
  Directory& directory = directories_[{info.id.set, info.directory}];
  for (const FileHandle waiting : directory.waiting)
    if (!files_[waiting].forgotten) tell(files_[waiting].request->account, rpc, sim_.now());
  if (--directory.missing > 0) return send_metadata(Rpc::Kind::lookup, slot);
  directory.known = true;
  known_sets_.insert(info.id.set);
  for (const FileHandle waiting : std::exchange(directory.waiting, {})) {
    --files_[waiting].outstanding;
    if (files_[waiting].forgotten) {
      free_file_if_done(waiting);
    } else {
      send_by_name(waiting);
    }
  }
}

void LustreClient::drop_caches() {
  locks_.drop_unused();
  known_sets_.clear();
  std::erase_if(directories_, [](const auto& directory) { return directory.second.known; });
}

// Takes an answer to a stat. The attributes come from the MDS, and the size of a file that is there; of
// others, from every stripe's target.
void LustreClient::stat_answered(FileHandle slot, const Rpc& rpc) {
  File& file = files_[slot];
  if (rpc.kind == Rpc::Kind::glimpse) {
    if (--file.pending == 0) end_and_forget(file);
    return;
  }
  file.pending = file.layout->stripes_on_targets();
  if (file.pending == 0) return end_and_forget(file);
  for (std::int64_t stripe = 0; stripe < file.layout->stripe_count(); ++stripe) {
    if (file.layout->is_on_mdt(stripe)) continue;
    Rpc& glimpse = make_rpc(Rpc::Kind::glimpse, slot);
    glimpse.target = file.layout->target_of_stripe(stripe);
    transmit(glimpse);
  }
}

// Ends an operation that leaves nothing open.
void LustreClient::end_and_forget(File& file) {
  finish(file);
  file.forgotten = true;
}

// Ends an unlink. The file's objects are destroyed later, at nobody's expense.
void LustreClient::unlinked(FileHandle slot) {
  File& file = files_[slot];
  servers_.forget_place(file.info);
  for (std::int32_t stripe = 0; stripe < file.layout->stripe_count(); ++stripe)
    locks_.drop(file.info.id, stripe);
  if (!file.forgotten) end_and_forget(file);
}

// Asks for the next part of a directory. One part comes after another: where the next begins is in the one
// before. An empty directory is a request, too.
void LustreClient::list_on(FileHandle slot) {
  File& file = files_[slot];
  Rpc& rpc = make_metadata_rpc(Rpc::Kind::readdir, slot);
  const std::int64_t left = file.request->entries - file.pending;
  const std::int64_t names = std::min(left, spec_.readdir_entries);
  file.pending += names;
  rpc.length = names * kNameInDirectory;
  enter_metadata_window(rpc);
}

void LustreClient::listed(FileHandle slot) {
  File& file = files_[slot];
  if (file.pending < file.request->entries) return list_on(slot);
  end_and_forget(file);
}

void LustreClient::send_metadata(Rpc::Kind kind, FileHandle slot) {
  enter_metadata_window(make_metadata_rpc(kind, slot));
}

Rpc& LustreClient::make_metadata_rpc(Rpc::Kind kind, FileHandle slot) {
  Rpc& rpc = make_rpc(kind, slot);
  const FileInfo& info = files_[slot].info;
  rpc.target = servers_.mds_of(info);
  rpc.object = object_number(FileId{info.id.set, info.directory}, 0);
  return rpc;
}

void LustreClient::enter_metadata_window(Rpc& rpc) {
  MetadataWindow& window = metadata_windows_[static_cast<std::size_t>(rpc.target)];
  if (rpc.is_modifying() && spec_.max_mod_rpcs_in_flight > 0) {
    if (window.modifying == spec_.max_mod_rpcs_in_flight) return window.modifying_waiting.push(rpc);
    ++window.modifying;
  }
  take_metadata_place(rpc);
}

void LustreClient::take_metadata_place(Rpc& rpc) {
  MetadataWindow& window = metadata_windows_[static_cast<std::size_t>(rpc.target)];
  if (window.in_flight < spec_.metadata_max_rpcs_in_flight) {
    ++window.in_flight;
    transmit(rpc);
  } else {
    window.waiting.push(rpc);
    metadata_waiting_.change(+1, metadata_waits_, sim_.now());
  }
}

void LustreClient::leave_metadata_window(const Rpc& rpc) {
  MetadataWindow& window = metadata_windows_[static_cast<std::size_t>(rpc.target)];
  if (window.waiting.empty()) {
    --window.in_flight;
  } else {
    Rpc& next = window.waiting.pop();
    metadata_waiting_.change(-1, metadata_waits_, sim_.now());
    next.blocked = rpc.holds_up();
    transmit(next);
  }
  if (!rpc.is_modifying() || spec_.max_mod_rpcs_in_flight == 0) return;
  if (window.modifying_waiting.empty()) {
    --window.modifying;
  } else {
    take_metadata_place(window.modifying_waiting.pop());
  }
}

}  // namespace headrace
