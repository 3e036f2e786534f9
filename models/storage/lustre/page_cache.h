// PageCache: which bytes of files a client keeps in its node's memory.
//
//   const PageRun run = pages.find(file, list, border);
//   if (run.covers(offset)) { pages.hit(file, border, length); …copy…; }
//   pages.add(file, list, border, offset, length);
//
// Its objects are pieces: what one request carries at most, as the layout cuts
// a file. A piece is named by its border, the end of that cut, and one run of
// its bytes is held. The lists of pieces lie with the locks that cover them
// (lock_table.h); no page is held without a lock. Leaves out pages that lie
// apart in one piece: of two such runs the newer stays.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/cache/cache.h"
#include "models/io.h"

namespace headrace {

struct PageRun {
  Bytes begin, end;
  bool empty() const { return begin == end; }
  bool covers(Bytes offset) const { return begin <= offset && offset < end; }
};

// The borders of the pieces of one object of a file that were put into the cache. It may have given some up
// since, and one that came back may be listed twice.
class PageList {
  friend class PageCache;

  struct More {
    std::vector<Bytes> odd;  // Borders without a bit, beside the first one.
    // Words of bits beside the first one, from word `row_begin` on.
    std::vector<std::uint64_t> row;
    std::int64_t row_begin = 0;
    std::int64_t came = 0;  // Borders that were put into the row.
  };

  // Bit i of word w is the border (64 w + i) x 2^grain_. Ends of requests and of stripes have bits, with the
  // coarsest grain that they let; those of most files fit one word. The end of a file is odd.
  std::uint64_t bits_ = 0;
  std::int32_t word_ = 0;
  std::int32_t grain_ = 0;
  Bytes odd_, furthest_;
  std::unique_ptr<More> more_;
};

class PageCache {
 public:
  PageCache(Bytes capacity, const Chosen<CachePolicy>& policy) : cache_(capacity, policy) {}

  bool on() const { return cache_.capacity() > Bytes(); }

  PageRun find(FileId file, const PageList& list, Bytes border) const;  // Empty when nothing of it is held.
  // Bytes of a piece that is held are read.
  void hit(FileId file, Bytes border, Bytes length) { cache_.lookup(key(file, border), length); }

  // Bytes have come from a target or an application.
  void add(FileId file, PageList& list, Bytes border, Bytes offset, Bytes length);
  // Gives up all pages of an object.
  void drop(FileId file, PageList& list);

  Bytes held() const { return cache_.held(); }
  std::size_t pieces() const { return cache_.objects(); }
  std::size_t pieces_of(FileId file, const PageList& list) const;
  std::string imbalance() const { return cache_.imbalance(); }

 private:
  static CacheKey key(FileId file, Bytes border);
  void note(FileId file, PageList& list, Bytes border) const;
  static bool note_bit(PageList& list, Bytes border);
  static bool note_in_row(PageList::More& more, std::int64_t number);
  static void refine(PageList& list, int grain);
  static void add_bits(const PageList& list, std::vector<Bytes>& borders);
  std::vector<Bytes> held_of(FileId file, const PageList& list) const;
  void tidy(FileId file, std::vector<Bytes>& borders) const;

  Cache cache_;
  std::vector<PageRun> runs_;  // By the slot that the cache gave the piece.
};

}  // namespace headrace
