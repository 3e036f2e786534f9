// LmdbContainer: samples in an LMDB database, which is one file that readers map into their memory.
//
// A sample that does not fit in half a page of 4 KiB lies in pages of its own, with 16 B of header before
// it: 110,000 B in 27. A tree of pages says where. Nothing is asked for: a reader touches pages, and the
// kernel reads a window around the first, half of it before the page; when a reader has touched a quarter
// of the window more, the next window; when it touches that, the one behind, and so on. With windows of 128
// KiB those 27 pages cost three windows, 3.5 times as many bytes, unless neighbours were read before and
// are held. Leaves out the branches of the tree, a page for some hundred leaves.
#pragma once

#include <vector>

#include "models/formats/container.h"

namespace headrace {

class LmdbContainer final : public Container {
 public:
  LmdbContainer(const LmdbSpec& spec, const LmdbWork& work) : spec_(spec), work_(work) {}

  void opened(Bytes sample, std::int64_t samples, FileReads& reads) override;
  void sample(std::int64_t place, FileReads& reads) override;

  // Returns the size of a database of so many samples of that length.
  static Bytes size_of(Bytes sample, std::int64_t samples);

 private:
  // Adds what the kernel reads when so many bytes from there on are touched.
  void touch(Bytes begin, Bytes length, FileReads& reads) const;

  LmdbSpec spec_;
  LmdbWork work_;
  Bytes sample_, size_;
  std::int64_t samples_ = 0;
  std::vector<bool> leaf_seen_;
};

}  // namespace headrace
