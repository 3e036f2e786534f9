#include "models/storage/lustre/page_cache.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

// Returns the key of a piece that ends at the border. A file of up to 2^50 bytes in one of 2^14 sets has keys
// of its own.
CacheKey PageCache::key(FileId file, Bytes border) {
  constexpr int kBorderBits = 50;
  const auto end = static_cast<std::uint64_t>(border.count());
  const auto set = static_cast<std::uint64_t>(file.set);
  HEADRACE_CHECK(end >> kBorderBits == 0 && set >> (64 - kBorderBits) == 0);
  return {static_cast<std::uint64_t>(file.index), set << kBorderBits | end};
}

PageRun PageCache::find(FileId file, const PageList& list, Bytes border) const {
  if (border > list.furthest_) return PageRun();
  const Slot slot = cache_.find(key(file, border));
  return slot == kNoSlot ? PageRun() : runs_[slot];
}

void PageCache::add(FileId file, PageList& list, Bytes border, Bytes offset, Bytes length) {
  if (!on() || length == Bytes()) return;
  PageRun run;
  run.begin = offset;
  run.end = offset + length;
  const PageRun before = find(file, list, border);
  if (!before.empty() && before.begin <= run.end && run.begin <= before.end) {
    run.begin = std::min(run.begin, before.begin);
    run.end = std::max(run.end, before.end);
  }
  if (!cache_.insert(key(file, border), run.end - run.begin)) return;
  const Slot slot = cache_.find(key(file, border));
  if (slot >= runs_.size()) runs_.resize(slot + std::size_t{1});
  runs_[slot] = run;
  if (before.empty()) note(file, list, border);
}

void PageCache::note(FileId file, PageList& list, Bytes border) const {
  list.furthest_ = std::max(list.furthest_, border);
  if (list.first_ == Bytes() || list.first_ == border) {
    list.first_ = border;
    return;
  }
  std::vector<Bytes>& others = list.others_;
  if (others.size() == others.capacity()) {
    tidy(file, others);
    others.reserve(2 * others.size() + 2);  // Room for as many as are held before it is tidied again.
  }
  others.push_back(border);
}

// Pieces that come and go do not make the list of an object longer and longer.
void PageCache::tidy(FileId file, std::vector<Bytes>& borders) const {
  std::sort(borders.begin(), borders.end());
  borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
  std::erase_if(borders, [&](Bytes border) { return !cache_.contains(key(file, border)); });
}

void PageCache::drop(FileId file, PageList& list) {
  if (list.first_ == Bytes()) return;
  cache_.remove(key(file, list.first_));
  for (const Bytes border : list.others_) cache_.remove(key(file, border));
  list = PageList();
}

std::size_t PageCache::pieces_of(FileId file, const PageList& list) const {
  std::vector<Bytes> borders = list.others_;
  if (list.first_ != Bytes()) borders.push_back(list.first_);
  tidy(file, borders);
  return borders.size();
}

}  // namespace headrace
