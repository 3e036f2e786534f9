// BetonContainer: samples in a .beton file, as FFCV packs and reads them.
//
// A file is pages of one size. A reader without the page cache of the operating system reads whole pages, and
// each once where the order of the samples stays within the pages that it holds (FFCV's quasi-random order).
// Samples count with their share of the pages, what is left empty included: with pages of 8 MiB, samples 0 to
// 16 of 480,952 B end in the first page and are read with it. Leaves out the tables of the samples, which
// are read once.
#pragma once

#include <vector>

#include "models/formats/container.h"

namespace headrace {

class BetonContainer final : public Container {
 public:
  explicit BetonContainer(const BetonSpec& spec) : spec_(spec) {}

  void opened(Bytes sample, std::int64_t samples, FileReads& reads) override;
  void sample(std::int64_t place, FileReads& reads) override;

  // Returns the size of a file of so many samples of that length.
  static Bytes size_of(const BetonSpec& spec, Bytes sample, std::int64_t samples);

 private:
  BetonSpec spec_;
  Bytes sample_;
  std::vector<std::int64_t> held_;  // Pages by last use, the last one behind.
};

}  // namespace headrace
