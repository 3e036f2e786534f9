#include "models/storage/cached/pages.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

Pages::Pages(Bytes capacity, Bytes piece, const Chosen<CachePolicy>& policy)
    : capacity_(capacity), piece_(piece), policy_(policy) {
  drop_all();
}

// Makes the key of a piece: of a file of up to 2^48 of them, in one of 2^16 sets.
CacheKey Pages::key(const FileId& file, Bytes at) const {
  constexpr int kPieceBits = 48;
  const auto number = static_cast<std::uint64_t>(at / piece_);
  const auto set = static_cast<std::uint64_t>(file.set);
  HEADRACE_CHECK(number >> kPieceBits == 0 && set >> (64 - kPieceBits) == 0);
  return {static_cast<std::uint64_t>(file.index), set << kPieceBits | number};
}

const Pages::Run* Pages::find(const FileId& file, Bytes at) const {
  const Slot slot = cache_->find(key(file, at));
  return slot == kNoSlot ? nullptr : &runs_[slot];
}

Bytes Pages::held_until(const FileId& file, Bytes at) const {
  const Run* const run = find(file, at);
  return run != nullptr && run->begin <= at && at < run->end ? run->end : at;
}

Bytes Pages::missing_until(const FileId& file, Bytes at, Bytes end) const {
  for (Bytes here = at; here < end; here = next_border(here)) {
    const Run* const run = find(file, here);
    if (run != nullptr && run->end > here) return std::min(end, std::max(here, run->begin));
  }
  return end;
}

void Pages::add(const FileId& file, Bytes begin, Bytes end) {
  while (begin < end) {
    const Bytes until = std::min(end, next_border(begin));
    add_to_piece(file, begin, until);
    begin = until;
  }
}

void Pages::add_to_piece(const FileId& file, Bytes begin, Bytes end) {
  if (const Run* const run = find(file, begin); run != nullptr && run->begin <= end && begin <= run->end) {
    begin = std::min(begin, run->begin);
    end = std::max(end, run->end);
  }
  const CacheKey piece = key(file, begin);
  if (!cache_->insert(piece, end - begin)) return;
  const Slot slot = cache_->find(piece);
  if (slot >= runs_.size()) runs_.resize(slot + std::size_t{1});
  runs_[slot] = {begin, end};
}

void Pages::drop(const FileId& file, Bytes size) {
  for (Bytes at; at < size; at += piece_) cache_->remove(key(file, at));
}

void Pages::drop_all() { cache_ = std::make_unique<Cache>(capacity_, policy_); }

}  // namespace headrace
