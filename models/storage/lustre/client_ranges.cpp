// Ranges: bulk data of a run with flows that is long enough to be followed as a fluid.
//
// A range is a run of bytes of a file; each object that has some of them moves
// its own by one request and one flow. A buffered read whose call fits into its
// window is one from its start. A longer stream begins with requests, until its
// window is as wide as those of its targets; the range follows when few of them
// are left, as it would share with them what they have in turn. A write moves in
// rows of ranges (client_rows.cpp). Where a range ends is where a request could:
// the bytes that are read and written, and the pages that are kept, are those of
// the requests it stands for.

#include <algorithm>
#include <cmath>

#include "models/storage/lustre/client.h"
#include "models/storage/lustre/lustre.h"

namespace headrace {

namespace {

constexpr std::int64_t kLeastRequests = 2;     // Of a range.
constexpr std::int64_t kRangesOfAWindow = 2;   // Of a buffered read.
constexpr std::int64_t kRequestsBefore = 2;    // For each object, one moves while the next begins.
constexpr std::int64_t kRangesAtAnObject = 2;  // One moves while the next begins.

}  // namespace

Rpc& LustreClient::make_range_rpc(Rpc::Kind kind, FileHandle slot, std::int32_t stripe, Bytes begin,
                                  Bytes end) {
  const Layout& layout = *files_[slot].layout;
  Extent extent;
  extent.target = layout.target_of_stripe(stripe);
  extent.stripe = stripe;
  extent.offset = begin;
  Rpc& rpc = make_object_rpc(kind, slot, extent);
  rpc.length = layout.bytes_on(stripe, begin, end);
  rpc.until = end;
  rpc.piece = request_size(files_[slot]);
  rpc.on_their_way = rpc.piece * spec_.max_rpcs_in_flight;
  return rpc;
}

// Asks for a range that ends where the next held page begins; false where none is due.
bool LustreClient::read_range(FileHandle slot, Bytes end) {
  File& file = files_[slot];
  if (!range_is_due(file)) return false;
  const Bytes until = unheld_until(file, range_end(file, end));
  if (until - file.issued < spec_.rpc_size * kLeastRequests) {
    file.by_requests_until = until;
    return false;
  }
  const Bytes begin = file.issued;
  const std::uint64_t number = file.first_chunk + file.chunks.size();
  here(file, until, false);
  Chunk& chunk = file.chunks.back();
  chunk.missing = 0;
  const bool cached = pages_.on() && !file.direct;
  flow_.by_requests += until - begin;
  if (cached) metrics_.page_cache_misses.add(until - begin);
  for (std::int32_t stripe = 0; stripe < file.layout->stripe_count(); ++stripe) {
    if (file.layout->bytes_on(stripe, begin, until) == Bytes()) continue;
    Rpc& rpc = make_range_rpc(Rpc::Kind::read, slot, stripe, begin, until);
    rpc.chunk = number;
    rpc.cached = cached;
    if (!file.direct) rpc.first_piece = Action::of<&LustreClient::range_comes>(*this, rpc);
    ++chunk.missing;
    lock_then_send(rpc);
  }
  return true;
}

// Returns the most that one request carries of the file.
Bytes LustreClient::request_size(const File& file) const {
  const bool striped = file.layout->stripe_count() > 1 && !file.layout->is_composite();
  return striped ? std::min(spec_.rpc_size, file.info.layout.stripe_size) : spec_.rpc_size;
}

// Tells whether a range is read in place of single requests. None is of a layout whose stripes change in a
// file. Enough must be wanted, and as much be allowed as the call asks for, or as the windows of all its
// targets hold.
bool LustreClient::range_is_due(const File& file) const {
  const Bytes least = spec_.rpc_size * kLeastRequests;
  if (file.layout->is_composite()) return false;
  if (file.request == nullptr || file.wanted - file.request->offset < servers_.shortest_range()) return false;
  if (file.wanted - file.issued < least || file.issued < file.by_requests_until) return false;
  const Bytes windows = request_size(file) * spec_.max_rpcs_in_flight * file.layout->stripe_count();
  const Bytes wide = std::max(std::min(windows, spec_.max_read_ahead_per_file), least * kRangesOfAWindow);
  return file.direct || call_window(file) >= std::min(wide, file.wanted - file.request->offset);
}

// Returns where a range ends: with the last request for what the reader wants. A buffered read of several
// objects takes half a window at once, so that one on a slow target holds up the others as it does with
// requests.
Bytes LustreClient::range_end(const File& file, Bytes end) const {
  const Bytes whole = std::min(wanted_end(file), end);
  if (file.direct || file.layout->stripe_count() == 1) return whole;
  const Bytes least = spec_.rpc_size * kLeastRequests;
  const Bytes row = request_size(file) * file.layout->stripe_count();
  Bytes until = file.issued + call_window(file) / kRangesOfAWindow;
  if (until - until % row >= file.issued + least) until -= until % row;
  return whole < until + least ? whole : until;
}

// Returns how far ahead the call under way may read at its begin.
Bytes LustreClient::call_window(const File& file) const {
  const Bytes call = wanted_end(file) - file.request->offset;
  return std::min(std::max(spec_.rpc_size * file.windows, call), spec_.max_read_ahead_per_file);
}

// Requests before it have to come first, and it has to fit in the window.
bool LustreClient::range_waits(const File& file, Bytes end) const {
  if (file.direct || file.chunks.empty() || !range_is_due(file)) return false;
  const std::int64_t stripes = file.layout->stripe_count();
  if (static_cast<std::int64_t>(file.chunks.size()) > kRequestsBefore * stripes) return true;
  const Bytes reader = std::min(file.arrived, file.wanted);
  return stripes > 1 && range_end(file, end) > reader + read_ahead_window(file);
}

// Returns where the first request up to `end` begins of which some bytes are held; `end` where there is none.
Bytes LustreClient::unheld_until(File& file, Bytes end) {
  if (!pages_.on() || file.direct) return end;
  std::int32_t stripe = 0;
  while (stripe < file.layout->stripe_count() && !holds_some(file, stripe, file.issued, end)) ++stripe;
  if (stripe == file.layout->stripe_count()) return end;
  for (Bytes at = file.issued; at < end;) {
    const Extent extent = file.layout->extent_at(at, spec_.rpc_size);
    if (holds_some(file, extent.stripe, at, at + extent.length)) return at;
    at += extent.length;
  }
  return end;
}

// Tells whether pages are held of what one object has of a file from `begin` to `end`.
bool LustreClient::holds_some(File& file, std::int32_t stripe, Bytes begin, Bytes end) {
  const LockId lock = lock_of(file, stripe);
  if (!locks_.covers(lock, LockMode::read)) return false;
  const Bytes from = file.layout->bytes_on(stripe, Bytes(), begin);
  const Bytes to = file.layout->bytes_on(stripe, Bytes(), end);
  return locks_.next_held(lock, from, to) < to;
}

// Lets the thread that reads copy what comes, from the first piece of a range on.
void LustreClient::range_comes(Rpc& rpc) {
  rpc.coming = EventId();
  const File& file = files_[rpc.file];
  const bool is_next = !file.forgotten && rpc.stream == file.stream && rpc.chunk == file.first_chunk;
  if (is_next && file.copied < file.wanted) copy_out(rpc.file, true);
}

// Ranges of one object come one after another, as its requests do.
void LustreClient::enter_range(Rpc& rpc) {
  Object& object = object_of(rpc);
  if (object.ranges_active < kRangesAtAnObject || object.ranges_moving < window_size())
    return send_range(rpc);
  object.ranges.push(rpc);
  note_waiting(+1);
}

void LustreClient::send_range(Rpc& rpc) {
  Object& object = object_of(rpc);
  ++object.ranges_active;
  object.ranges_moving += rpc.length;
  Lane& lane = lane_of(rpc);
  if (lane.window_of(rpc.piece) == nullptr)
    lane.windows.emplace_back(rpc.piece, servers_.add_range_window(rpc));
  ++lane.ranges;
  if (fills_window(rpc)) note_waiting(+1);
  transmit(rpc);
}

void LustreClient::leave_range(const Rpc& rpc) {
  Object& object = object_of(rpc);
  --object.ranges_active;
  object.ranges_moving -= rpc.length;
  --lane_of(rpc).ranges;
  if (fills_window(rpc)) note_waiting(-1);
  if (object.ranges.empty()) return;
  note_waiting(-1);
  send_range(object.ranges.pop());
}

Lane& LustreClient::lane_of(const Rpc& rpc) {
  Lanes& lanes = lanes_[static_cast<std::size_t>(rpc.target)];
  return rpc.kind == Rpc::Kind::write ? lanes.writes : lanes.reads;
}

// Tells whether some of a range's requests would wait for a place.
bool LustreClient::fills_window(const Rpc& rpc) const { return rpc.length > window_size(); }

}  // namespace headrace
