#include "models/formats/lmdb.h"

#include <algorithm>

#include "models/formats/packed_specs.h"

namespace headrace {

namespace {

constexpr Bytes kPageSize = 4096_B;
constexpr Bytes kPageHead = 16_B;       // Header of a page, and of a run of pages.
constexpr std::int64_t kMetaPages = 2;  // At the front of the file.
constexpr Bytes kKey = 8_B;             // [assumed]
constexpr Bytes kNode = 8_B + kKey, kPointer = 2_B, kPageNumber = 8_B;
constexpr Bytes kMostInLeaf =
    2038_B;  // A larger node has its data in pages of its own [read: lmdb 0.9, mdb.c].

bool in_leaf(Bytes sample) { return kNode + sample <= kMostInLeaf; }

// Returns how many pages of its own a sample has.
std::int64_t own_pages(Bytes sample) {
  return in_leaf(sample) ? 0 : filled(kPageHead + sample, kPageSize).count() / kPageSize.count();
}

std::int64_t samples_of_leaf(Bytes sample) {
  const Bytes node = kNode + kPointer + (in_leaf(sample) ? sample : kPageNumber);
  return std::max<std::int64_t>(1, (kPageSize - kPageHead).count() / node.count());
}

std::int64_t leaves_of(Bytes sample, std::int64_t samples) {
  return (samples + samples_of_leaf(sample) - 1) / samples_of_leaf(sample);
}

// Returns the page at which the leaves begin: behind the samples that have pages of their own.
std::int64_t first_leaf(Bytes sample, std::int64_t samples) {
  return kMetaPages + own_pages(sample) * samples;
}

}  // namespace

Bytes LmdbContainer::size_of(Bytes sample, std::int64_t samples) {
  return kPageSize * (first_leaf(sample, samples) + leaves_of(sample, samples));
}

void LmdbContainer::opened(Bytes sample, std::int64_t samples, FileReads& reads) {
  sample_ = sample;
  samples_ = samples;
  size_ = size_of(sample, samples);
  leaf_seen_.assign(static_cast<std::size_t>(leaves_of(sample, samples)), false);
  reads.reads.push_back({Bytes(), kPageSize * kMetaPages});
}

void LmdbContainer::sample(std::int64_t place, FileReads& reads) {
  reads.work += work_.get;
  const std::int64_t leaf = place / samples_of_leaf(sample_);
  const auto seen = leaf_seen_.begin() + leaf;
  if (!*seen) touch(kPageSize * (first_leaf(sample_, samples_) + leaf), kPageSize, reads);
  *seen = true;
  if (in_leaf(sample_)) return;
  const std::int64_t pages = own_pages(sample_);
  touch(kPageSize * (kMetaPages + pages * place), kPageSize * pages, reads);
}

// Windows are as measured on Linux 6.18, with mincore, in a file of 64 MiB. A window of one page is read when
// it is touched; of larger ones the next is read once the beginning of the last is.
void LmdbContainer::touch(Bytes begin, Bytes length, FileReads& reads) const {
  const Bytes window = std::max(kPageSize, spec_.read_around), half = kPageSize * (window / 2 / kPageSize);
  Bytes from = begin < half ? Bytes() : begin - half;
  Bytes next = std::max(kPageSize, window / 4);  // Bytes touched before the next window is read.
  for (Bytes behind = begin + window - half; from < size_; behind += window) {
    const Bytes end = std::min(behind, size_);
    reads.reads.push_back({from, end - from});
    if (length <= next) return;
    next = behind - begin + (window == kPageSize ? window : Bytes());
    from = end;
  }
}

}  // namespace headrace
