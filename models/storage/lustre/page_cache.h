// PageCache: which bytes of files a client keeps in its node's memory.
//
//   if (pages.hit(file, list, border, length)) …copy…;
//   pages.add(file, list, border, offset, length);
//
// Its objects are pieces: what one request carries at most, as the layout cuts
// a file. A piece is named by its border, the end of that cut, and one run of
// its bytes is held. The lists of pieces lie with the locks that cover them
// (lock_table.h); no page is held without a lock. Leaves out pages that lie
// apart in one piece: of two such runs the newer stays.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "models/cache/cache.h"
#include "models/io.h"

namespace headrace {

struct PageRun {
  Bytes begin, end;
  bool empty() const { return begin == end; }
  bool covers(Bytes offset) const { return begin <= offset && offset < end; }
};

// The pieces of one object of a file that were put into the cache: it may have given some up since.
class PageList {
 public:
  PageRun find(Bytes border) const;  // Empty when there is none.
  void put(Bytes border, PageRun run);
  void erase(Bytes border);

  template <class Visit>
  void each(Visit visit) const {
    if (!first_.empty()) visit(first_border_);
    if (!others_) return;
    for (const auto& [border, run] : *others_) visit(border);
  }

 private:
  // Most files are one piece.
  Bytes first_border_;
  PageRun first_;
  std::unique_ptr<std::map<Bytes, PageRun>> others_;
};

class PageCache {
 public:
  PageCache(Bytes capacity, const Chosen<CachePolicy>& policy) : cache_(capacity, policy) {}

  bool on() const { return cache_.capacity() > Bytes(); }

  bool holds(FileId file, Bytes border) const { return cache_.contains(key(file, border)); }
  // Whether the piece is held still; then `length` of its bytes are read from it.
  bool hit(FileId file, Bytes border, Bytes length) { return cache_.lookup(key(file, border), length); }

  // Bytes have come from a target or an application.
  void add(FileId file, PageList& list, Bytes border, Bytes offset, Bytes length);
  // Gives up all pages of an object.
  void drop(FileId file, PageList& list);

  Bytes held() const { return cache_.held(); }
  std::size_t pieces() const { return cache_.objects(); }
  std::string imbalance() const { return cache_.imbalance(); }

 private:
  static CacheKey key(FileId file, Bytes border);

  Cache cache_;
};

}  // namespace headrace
