#include "models/storage/lustre/page_cache.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

PageRun PageList::find(Bytes border) const {
  if (first_border_ == border) return first_;
  if (!others_) return PageRun();
  const auto found = others_->find(border);
  return found == others_->end() ? PageRun() : found->second;
}

void PageList::put(Bytes border, PageRun run) {
  const bool elsewhere = others_ && others_->contains(border);
  if (first_border_ == border || (first_.empty() && !elsewhere)) {
    first_border_ = border;
    first_ = run;
    return;
  }
  if (!others_) others_ = std::make_unique<std::map<Bytes, PageRun>>();
  others_->insert_or_assign(border, run);
}

void PageList::erase(Bytes border) {
  if (first_border_ == border) {
    first_border_ = Bytes();
    first_ = PageRun();
  } else if (others_) {
    others_->erase(border);
  }
}

// A file of up to 2^50 bytes in one of 2^14 sets has a key of its own.
CacheKey PageCache::key(FileId file, Bytes border) {
  constexpr int kBorderBits = 50;
  const auto end = static_cast<std::uint64_t>(border.count());
  const auto set = static_cast<std::uint64_t>(file.set);
  HEADRACE_CHECK(end >> kBorderBits == 0 && set >> (64 - kBorderBits) == 0);
  return {static_cast<std::uint64_t>(file.index), set << kBorderBits | end};
}

void PageCache::add(FileId file, PageList& list, Bytes border, Bytes offset, Bytes length) {
  if (!on() || length == Bytes()) return;
  PageRun run;
  run.begin = offset;
  run.end = offset + length;
  const PageRun before = list.find(border);
  const bool touches = !before.empty() && before.begin <= run.end && run.begin <= before.end;
  if (touches && holds(file, border)) {
    run.begin = std::min(run.begin, before.begin);
    run.end = std::max(run.end, before.end);
  }
  if (cache_.insert(key(file, border), run.end - run.begin)) {
    list.put(border, run);
  } else {
    list.erase(border);
  }
}

void PageCache::drop(FileId file, PageList& list) {
  if (!on()) return;
  list.each([&](Bytes border) { cache_.remove(key(file, border)); });
  list = PageList();
}

}  // namespace headrace
