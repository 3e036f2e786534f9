// Pages: which bytes of the objects of a store a node keeps in its memory.
//
//   pages.add(object, 0_B, 140_MiB);
//   pages.held_until(object, 1_MiB, 200_MiB);   // 140 MiB
//   pages.next_held(object, 140_MiB, 200_MiB);  // 200 MiB: there is none.
//
// A policy knows pieces of an object, and gives up one at a time with all that is
// held of it: 16 MiB, or a 64th of a small cache. What is held of a piece is
// exact: runs of bytes. Nothing takes pages away but the policy, drop() and
// drop_all(). Objects have the numbers by which drives know them (models/io.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/cache/cache.h"
#include "models/storage/client/ranges.h"

namespace headrace {

class Pages {
 public:
  Pages(Bytes capacity, const Chosen<CachePolicy>& policy);

  bool on() const { return capacity_ > Bytes(); }

  // Returns the end of the run that a byte is in, at most `end`; where the byte is in none, its own place.
  Bytes held_until(std::uint64_t object, Bytes at, Bytes end) const;
  // Returns where the next byte lies that is held, at most `end`.
  Bytes next_held(std::uint64_t object, Bytes at, Bytes end) const;

  // Tells that bytes are read that are held.
  void hit(std::uint64_t object, Bytes begin, Bytes end);
  void add(std::uint64_t object, Bytes begin, Bytes end);
  // Gives up the pieces that the bytes lie in.
  void drop(std::uint64_t object, Bytes begin, Bytes end);
  // Gives up those of all objects of a set of files.
  void drop_set(std::int32_t set);
  void drop_all();

  Bytes piece() const { return Bytes::count(std::int64_t{1} << bits_); }
  Bytes held() const { return cache_->held(); }
  std::size_t pieces() const { return cache_->objects(); }
  std::size_t pieces_of(std::uint64_t object, Bytes begin, Bytes end) const;
  // Empty when all that came in is held or has left, and fits.
  std::string imbalance() const;

 private:
  CacheKey key(std::uint64_t object, Bytes at) const {
    return {object, static_cast<std::uint64_t>(at.count() >> bits_)};
  }
  Bytes border_behind(Bytes at) const { return Bytes::count(((at.count() >> bits_) + 1) << bits_); }
  const FewRanges* find(std::uint64_t object, Bytes at) const;
  void add_to_piece(const CacheKey& piece, Bytes begin, Bytes end);
  template <class Visit>
  void each_piece(std::uint64_t object, Bytes begin, Bytes end, Visit visit) const;

  Bytes capacity_;
  int bits_;  // Bits that say where in its piece a byte lies.
  Chosen<CachePolicy> policy_;
  std::optional<Cache> cache_;
  std::vector<FewRanges> runs_;  // By the slot that the cache gave the piece.
};

}  // namespace headrace
