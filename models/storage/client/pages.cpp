#include "models/storage/client/pages.h"

#include <algorithm>
#include <bit>

#include "models/io.h"

namespace headrace {

namespace {

constexpr Bytes kLongestPiece = 16_MiB;
constexpr std::int64_t kLeastPieces = 64;  // In a full cache.

// Returns the size of a piece, as a power of two.
int bits_of_piece(Bytes capacity) {
  const Bytes most = std::min(kLongestPiece, capacity / kLeastPieces);
  return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(most.count())))) - 1;
}

}  // namespace

Pages::Pages(Bytes capacity, const Chosen<CachePolicy>& policy)
    : capacity_(capacity), bits_(bits_of_piece(capacity)), policy_(policy) {
  drop_all();
}

const FewRanges* Pages::find(std::uint64_t object, Bytes at) const {
  const Slot slot = cache_->find(key(object, at));
  return slot == kNoSlot ? nullptr : &runs_[slot];
}

Bytes Pages::held_until(std::uint64_t object, Bytes at, Bytes end) const {
  while (at < end) {
    const Bytes border = border_behind(at);
    const FewRanges* const runs = find(object, at);
    if (runs != nullptr) at = runs->held_until(at);
    if (at < border) break;
  }
  return std::min(at, end);
}

Bytes Pages::next_held(std::uint64_t object, Bytes at, Bytes end) const {
  while (at < end) {
    const Bytes border = border_behind(at);
    if (const FewRanges* const runs = find(object, at)) {
      if (runs->held_until(at) > at) return at;
      const Bytes next = runs->missing_until(at, border);
      if (next < border) return std::min(next, end);
    }
    at = border;
  }
  return end;
}

// Visits the part of each piece that bytes lie in.
template <class Visit>
void Pages::each_piece(std::uint64_t object, Bytes begin, Bytes end, Visit visit) const {
  while (begin < end) {
    const Bytes until = std::min(end, border_behind(begin));
    visit(key(object, begin), begin, until);
    begin = until;
  }
}

void Pages::hit(std::uint64_t object, Bytes begin, Bytes end) {
  each_piece(object, begin, end,
             [&](const CacheKey& piece, Bytes from, Bytes to) { cache_->lookup(piece, to - from); });
}

void Pages::add(std::uint64_t object, Bytes begin, Bytes end) {
  if (!on()) return;
  each_piece(object, begin, end,
             [&](const CacheKey& piece, Bytes from, Bytes to) { add_to_piece(piece, from, to); });
}

void Pages::add_to_piece(const CacheKey& piece, Bytes begin, Bytes end) {
  const Slot held = cache_->find(piece);
  if (held != kNoSlot) {
    FewRanges& runs = runs_[held];
    if (runs.add(begin, end) > Bytes()) cache_->insert(piece, runs.total());
    return;
  }
  const std::optional<Slot> slot = cache_->insert(piece, end - begin);
  if (!slot) return;
  if (*slot >= runs_.size()) runs_.resize(*slot + std::size_t{1});
  runs_[*slot].clear();
  runs_[*slot].add(begin, end);
}

void Pages::drop(std::uint64_t object, Bytes begin, Bytes end) {
  each_piece(object, begin, end, [&](const CacheKey& piece, Bytes, Bytes) { cache_->remove(piece); });
}

void Pages::drop_set(std::int32_t set) {
  cache_->remove_if([&](const CacheKey& piece) { return file_of_object(piece.object).set == set; });
}

void Pages::drop_all() { cache_.emplace(capacity_, policy_); }

std::size_t Pages::pieces_of(std::uint64_t object, Bytes begin, Bytes end) const {
  std::size_t pieces = 0;
  each_piece(object, begin, end,
             [&](const CacheKey& piece, Bytes, Bytes) { pieces += cache_->contains(piece) ? 1 : 0; });
  return pieces;
}

std::string Pages::imbalance() const { return cache_->imbalance(); }

}  // namespace headrace
