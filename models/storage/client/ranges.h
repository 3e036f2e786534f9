// Ranges: runs of bytes of a file, merged where they touch.
//
// FewRanges are the same for a place where there is mostly one: it lies in the object itself.
#pragma once

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>
#include <functional>
#include <map>
#include <utility>

#include "sim/units.h"

namespace headrace {

// Ends: a map from the first byte of a run to the one past its last.
template <class Ends>
class RangesIn {
 public:
  using Range = std::pair<Bytes, Bytes>;  // From the first byte to the one past the last.

  bool empty() const { return ends_.empty(); }
  Bytes total() const { return total_; }
  Range first() const { return *ends_.begin(); }  // Of what is not empty.

  // Returns how many of the bytes were not there before.
  Bytes add(Bytes begin, Bytes end) {
    if (begin >= end) return Bytes();
    const Bytes before = total_;
    auto at = ends_.upper_bound(begin);
    if (at != ends_.begin() && std::prev(at)->second >= begin) --at;
    while (at != ends_.end() && at->first <= end) {
      begin = std::min(begin, at->first);
      end = std::max(end, at->second);
      total_ -= at->second - at->first;
      at = ends_.erase(at);
    }
    put(begin, end);
    return total_ - before;
  }
  // Returns how many of the bytes were there.
  Bytes remove(Bytes begin, Bytes end) {
    if (begin >= end) return Bytes();
    const Bytes before = total_;
    auto at = ends_.upper_bound(begin);
    if (at != ends_.begin() && std::prev(at)->second > begin) --at;
    while (at != ends_.end() && at->first < end) {
      const Range old = *at;
      total_ -= old.second - old.first;
      ends_.erase(at);
      put(old.first, std::min(old.second, begin));
      put(std::max(old.first, end), old.second);
      at = ends_.upper_bound(begin);
    }
    return before - total_;
  }
  void clear() {
    ends_.clear();
    total_ = Bytes();
  }

  // The end of the run that `at` is in; `at` where it is in none.
  Bytes held_until(Bytes at) const {
    const auto next = ends_.upper_bound(at);
    return next == ends_.begin() ? at : std::max(at, std::prev(next)->second);
  }
  // Returns where the next run behind `at` begins, at most `end`.
  Bytes missing_until(Bytes at, Bytes end) const {
    const auto next = ends_.upper_bound(at);
    return next == ends_.end() ? end : std::min(end, next->first);
  }

  // Tells whether some of the bytes are there.
  bool has_some(Bytes begin, Bytes end) const {
    return begin < end && (held_until(begin) > begin || missing_until(begin, end) < end);
  }

 private:
  void put(Bytes begin, Bytes end) {
    if (begin >= end) return;
    ends_.emplace(begin, end);
    total_ += end - begin;
  }

  Ends ends_;
  Bytes total_;
};

using Ranges = RangesIn<std::map<Bytes, Bytes>>;
using FewRanges =
    RangesIn<boost::container::flat_map<Bytes, Bytes, std::less<>,
                                        boost::container::small_vector<std::pair<Bytes, Bytes>, 1>>>;

}  // namespace headrace
