#include "models/storage/lustre/page_cache.h"

#include <algorithm>
#include <bit>
#include <optional>

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
  const std::optional<Slot> slot = cache_.insert(key(file, border), run.end - run.begin);
  if (!slot) return;
  if (*slot >= runs_.size()) runs_.resize(*slot + std::size_t{1});
  runs_[*slot] = run;
  if (before.empty()) note(file, list, border);
}

void PageCache::note(FileId file, PageList& list, Bytes border) const {
  list.furthest_ = std::max(list.furthest_, border);
  if (list.first_ == Bytes() || list.first_ == border) {
    list.first_ = border;
    return;
  }
  if (list.more_ == nullptr) list.more_ = std::make_unique<PageList::More>();
  if (note_in_row(*list.more_, border)) return;
  std::vector<Bytes>& others = list.more_->others;
  if (others.size() == others.capacity()) {
    tidy(file, others);
    others.reserve(2 * others.size() + 2);  // Room for as many as are held before it is tidied again.
  }
  others.push_back(border);
}

// Sets the bit of a border. False: it has none, or lies too far from the others.
bool PageCache::note_in_row(PageList::More& more, Bytes border) {
  constexpr std::int64_t kBits = 64;
  constexpr std::int64_t kWordsForEach = 16;
  const std::int64_t number = border.count() / PageList::kGrain.count();
  if (border != PageList::kGrain * number) return false;
  const std::int64_t word = number / kBits;
  if (more.row.empty()) more.row_begin = word;
  const auto words = static_cast<std::int64_t>(more.row.size());
  const std::int64_t begin = std::min(more.row_begin, word);
  const std::int64_t end = std::max(more.row_begin + words, word + 1);
  if (end - begin > words) {
    if (end - begin > kWordsForEach * (more.came + 1)) return false;
    more.row.insert(more.row.begin(), static_cast<std::size_t>(more.row_begin - begin), 0);
    more.row.resize(static_cast<std::size_t>(end - begin));
    more.row_begin = begin;
  }
  more.row[static_cast<std::size_t>(word - begin)] |= std::uint64_t{1} << (number % kBits);
  ++more.came;
  return true;
}

// Returns the borders of the pieces that are held, in their order.
std::vector<Bytes> PageCache::held_of(FileId file, const PageList& list) const {
  std::vector<Bytes> borders;
  if (list.first_ != Bytes()) borders.push_back(list.first_);
  if (list.more_ != nullptr) {
    const PageList::More& more = *list.more_;
    borders.insert(borders.end(), more.others.begin(), more.others.end());
    for (std::size_t i = 0; i < more.row.size(); ++i)
      for (std::uint64_t bits = more.row[i]; bits != 0; bits &= bits - 1)
        borders.push_back(PageList::kGrain *
                          (64 * (more.row_begin + static_cast<std::int64_t>(i)) + std::countr_zero(bits)));
  }
  tidy(file, borders);
  return borders;
}

// Pieces that come and go do not make the list of an object longer and longer.
void PageCache::tidy(FileId file, std::vector<Bytes>& borders) const {
  std::sort(borders.begin(), borders.end());
  borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
  std::erase_if(borders, [&](Bytes border) { return !cache_.contains(key(file, border)); });
}

void PageCache::drop(FileId file, PageList& list) {
  for (const Bytes border : held_of(file, list)) cache_.remove(key(file, border));
  list = PageList();
}

std::size_t PageCache::pieces_of(FileId file, const PageList& list) const {
  return held_of(file, list).size();
}

}  // namespace headrace
