// Pages: what a node keeps of the files of one store.
//
// Its objects are pieces of a fixed size, cut at multiples of it, and of each
// one run of bytes is kept: of two that lie apart the newer stays. Nothing
// takes pages away but the policy and drop().
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/cache/cache.h"
#include "models/io.h"

namespace headrace {

class Pages {
 public:
  Pages(Bytes capacity, Bytes piece, const Chosen<CachePolicy>& policy);

  // The end of the run that `at` is in, within its piece; `at` where it is in none.
  Bytes held_until(const FileId& file, Bytes at) const;
  // Returns where the next byte that is held lies, at most `end`.
  Bytes missing_until(const FileId& file, Bytes at, Bytes end) const;

  // Bytes of one piece that are held are read.
  void hit(const FileId& file, Bytes at, Bytes length) { cache_->lookup(key(file, at), length); }
  void add(const FileId& file, Bytes begin, Bytes end);
  void drop(const FileId& file, Bytes size);
  void drop_all();

  Bytes held() const { return cache_->held(); }
  Bytes next_border(Bytes at) const { return (at / piece_ + 1) * piece_; }
  Bytes piece() const { return piece_; }
  std::string imbalance() const { return cache_->imbalance(); }

 private:
  struct Run {
    Bytes begin, end;
  };
  CacheKey key(const FileId& file, Bytes at) const;
  const Run* find(const FileId& file, Bytes at) const;
  void add_to_piece(const FileId& file, Bytes begin, Bytes end);

  Bytes capacity_, piece_;
  Chosen<CachePolicy> policy_;
  std::unique_ptr<Cache> cache_;
  std::vector<Run> runs_;  // By the slot that the cache gave the piece.
};

}  // namespace headrace
