#include "models/storage/lustre/page_cache.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "sim/check.h"

namespace headrace {

namespace {

constexpr int kBitsOfWord = 6;
// Stripes are multiples of 64 KiB [read, Lustre: LOV_MIN_STRIPE_SIZE].
constexpr int kFinestGrain = 16;
constexpr int kCoarsestGrain = 22;  // 4 MiB: most requests are as long, or shorter.

}  // namespace

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
  if (note_bit(list, border)) return;
  if (list.odd_ == Bytes() || list.odd_ == border) {
    list.odd_ = border;
    return;
  }
  if (list.more_ == nullptr) list.more_ = std::make_unique<PageList::More>();
  std::vector<Bytes>& odd = list.more_->odd;
  if (odd.size() == odd.capacity()) {
    tidy(file, odd);
    odd.reserve(2 * odd.size() + 2);  // Room for as many as are held before it is tidied again.
  }
  odd.push_back(border);
}

// Sets the bit of a border. False: it has none, or lies too far from the others.
bool PageCache::note_bit(PageList& list, Bytes border) {
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(border.count()));
  if (zeros < kFinestGrain) return false;
  if (list.bits_ == 0) {
    list.grain_ = std::min(zeros, kCoarsestGrain);
    list.word_ = static_cast<std::int32_t>(border.count() >> list.grain_ >> kBitsOfWord);
  } else if (zeros < list.grain_) {
    refine(list, zeros);
  }
  const std::int64_t number = border.count() >> list.grain_;
  if (number >> kBitsOfWord == list.word_) {
    list.bits_ |= std::uint64_t{1} << (number & 63);
    return true;
  }
  if (list.more_ == nullptr) list.more_ = std::make_unique<PageList::More>();
  return note_in_row(*list.more_, number);
}

bool PageCache::note_in_row(PageList::More& more, std::int64_t number) {
  constexpr std::int64_t kWordsForEach = 16;
  const std::int64_t word = number >> kBitsOfWord;
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
  more.row[static_cast<std::size_t>(word - begin)] |= std::uint64_t{1} << (number & 63);
  ++more.came;
  return true;
}

// Gives the bits of a list a finer grain. Those that lie too far apart then become odd.
void PageCache::refine(PageList& list, int grain) {
  std::vector<Bytes> borders;
  add_bits(list, borders);
  list.bits_ = 0;
  if (list.more_ != nullptr) list.more_->row.clear();
  for (const Bytes border : borders) {
    if (list.bits_ == 0) {
      list.grain_ = grain;
      list.word_ = static_cast<std::int32_t>(border.count() >> grain >> kBitsOfWord);
      list.bits_ = std::uint64_t{1} << ((border.count() >> grain) & 63);
    } else if (!note_bit(list, border)) {
      list.more_->odd.push_back(border);
    }
  }
}

void PageCache::add_bits(const PageList& list, std::vector<Bytes>& borders) {
  const auto add = [&](std::int64_t word, std::uint64_t bits) {
    for (; bits != 0; bits &= bits - 1) {
      const std::int64_t number = (word << kBitsOfWord) + std::countr_zero(bits);
      borders.push_back(Bytes::count(number << list.grain_));
    }
  };
  add(list.word_, list.bits_);
  if (list.more_ == nullptr) return;
  for (std::size_t i = 0; i < list.more_->row.size(); ++i)
    add(list.more_->row_begin + static_cast<std::int64_t>(i), list.more_->row[i]);
}

// Returns the borders of the pieces that are held, in their order.
std::vector<Bytes> PageCache::held_of(FileId file, const PageList& list) const {
  std::vector<Bytes> borders;
  add_bits(list, borders);
  if (list.odd_ != Bytes()) borders.push_back(list.odd_);
  if (list.more_ != nullptr) borders.insert(borders.end(), list.more_->odd.begin(), list.more_->odd.end());
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
