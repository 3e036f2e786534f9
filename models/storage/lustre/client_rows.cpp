// Rows: what a write hands over at once in a run with flows.
//
// A row is a run of bytes of the write over all objects of its file, and each of
// them that has some gets a piece: one range. The pieces take their locks and their
// room in the order of their targets, and room on the node for the whole row with
// the first, so that no two rows ever wait for each other. Then one copy brings the
// row into the page cache, and its pieces leave as it begins: none moves faster
// than it is copied. A piece that is answered before the copy has ended counts as
// answered at its end.

#include <algorithm>
#include <utility>

#include "models/storage/lustre/client.h"
#include "models/storage/lustre/lustre.h"

namespace headrace {

namespace {

constexpr std::int64_t kRowsOfAWrite = 32;
constexpr std::int64_t kShareOfUnwritten = 4;  // Rows have room beside each other, so many at least.

}  // namespace

// Begins the next row of a write; false where what is left goes by requests.
bool LustreClient::next_row(FileHandle slot) {
  File& file = files_[slot];
  const Bytes end = row_end(file);
  if (end == file.write_at) return false;
  file.row_begin = file.write_at;
  file.row_end = end;
  for (std::int32_t stripe = 0; stripe < file.layout->stripe_count(); ++stripe)
    if (file.layout->bytes_on(stripe, file.row_begin, end) > Bytes()) file.row.push_back(stripe);
  const Layout& layout = *file.layout;
  std::sort(file.row.begin(), file.row.end(), [&layout](std::int32_t a, std::int32_t b) {
    return std::pair(layout.target_of_stripe(a), a) < std::pair(layout.target_of_stripe(b), b);
  });
  gather_row(slot);
  return true;
}

// Returns where the next row of a write ends: where a row of stripes does, or a request; at its begin where
// it would be too short.
Bytes LustreClient::row_end(const File& file) const {
  if (file.layout->is_composite()) return file.write_at;
  const Bytes shortest = servers_.shortest_range();
  const IoRequest& request = *file.request;
  const Bytes left = request.offset + request.length - file.write_at;
  const Bytes share = request.length / kRowsOfAWrite;
  if (std::min(share, left) < shortest) return file.write_at;
  const std::int64_t stripes = file.layout->stripe_count();
  const Bytes unit = stripes == 1 ? spec_.rpc_size : file.info.layout.stripe_size * stripes;
  const Bytes of_targets = unwritten_limit_ / kShareOfUnwritten * stripes;
  const Bytes longest = std::min(of_targets, all_limit_ / kShareOfUnwritten);
  Bytes end = file.write_at + std::min(std::min(share, left), longest);
  end -= end % unit;
  return end < file.write_at + shortest ? file.write_at : end;
}

// Takes locks and room for the pieces of a row that have none yet, as far as it need not wait.
void LustreClient::gather_row(FileHandle slot) {
  File& file = files_[slot];
  file.gathers = true;
  while (file.row_ready < file.row.size() && file.piece == nullptr) {
    file.piece =
        &make_range_rpc(Rpc::Kind::write, slot, file.row[file.row_ready], file.row_begin, file.row_end);
    file.piece->cached = true;
    lock_then_send(*file.piece);
  }
  file.gathers = false;
  if (file.piece == nullptr) copy_row(slot);
}

// Notes that a piece has its room.
void LustreClient::piece_has_room(Rpc& piece) {
  File& file = files_[piece.file];
  if (file.row_ready == 0) unwritten_ += file.row_end - file.row_begin;
  flow_.copying += piece.length;
  object_of(piece).piece = &piece;
  ++file.row_ready;
  file.piece = nullptr;
  if (!file.gathers) gather_row(piece.file);
}

void LustreClient::copy_row(FileHandle slot) {
  File& file = files_[slot];
  const Bytes length = file.row_end - file.row_begin;
  file.copying = true;
  file.copy.start(sim_, host_, copy_in_time(file, length), length,
                  Action::of<&LustreClient::row_copied>(*this, slot));
  for (const std::int32_t stripe : file.row) {
    Object& object = file.objects[static_cast<std::size_t>(stripe)];
    if (object.partial != nullptr) send_partial(object);
    ++file.unanswered;
    object.piece->issued = sim_.now();
    object.piece->copying = true;
    enter_window(*object.piece);
  }
}

void LustreClient::row_copied(FileHandle slot) {
  end_row(slot);
  go_on_writing(slot);
}

// Notes that all of a row is in the page cache.
void LustreClient::end_row(FileHandle slot) {
  File& file = files_[slot];
  const Bytes length = file.row_end - file.row_begin;
  file.copying = false;
  file.write_at = file.row_end;
  note_copied_in(length);
  for (const std::int32_t stripe : file.row) {
    Object& object = file.objects[static_cast<std::size_t>(stripe)];
    Rpc& piece = *std::exchange(object.piece, nullptr);
    object.unsynced = true;
    piece.copying = false;
    keep_pages(piece);
    if (std::exchange(object.piece_answered, false)) replied(piece);
  }
  file.row.clear();
  file.row_ready = 0;
}

// Says whether an answer is for a piece that is still being copied. It is kept until then.
bool LustreClient::is_early(const Rpc& rpc) {
  if (!rpc.copying) return false;
  object_of(rpc).piece_answered = true;
  return true;
}

// Gives up the row of a write: what is on its way reaches its target as a whole, the room of the rest is
// free.
void LustreClient::give_up_row(FileHandle slot) {
  File& file = files_[slot];
  if (file.copying) return end_row(slot);
  Bytes left = file.row_ready > 0 ? file.row_end - file.row_begin : Bytes();
  for (std::size_t i = 0; i < file.row_ready; ++i) {
    Rpc& piece = *std::exchange(file.objects[static_cast<std::size_t>(file.row[i])].piece, nullptr);
    const std::int32_t target = piece.target;
    const Bytes length = piece.length;
    left -= length;
    flow_.copying -= length;
    retire(piece);
    give_room(target, length, nullptr);
  }
  unwritten_ -= left;
  file.row.clear();
  file.row_ready = 0;
}

}  // namespace headrace
