// SlotList: an order of slots, newest to oldest, for policies.
//
//   list.push_newest(slot);  list.oldest();  list.newer(slot);  list.erase(slot);
//
// The links lie in one array by slot, so a step is an index and nothing is
// allocated but when a slot is the largest so far. A slot is in it once at most;
// whether it is in is the policy's to know.
#pragma once

#include <cstddef>
#include <vector>

#include "models/cache/policy.h"

namespace headrace {

class SlotList {
 public:
  bool empty() const { return links_.front().older == kEnds; }
  Slot newest() const { return links_.front().older - 1; }               // kNoSlot when empty.
  Slot oldest() const { return links_.front().newer - 1; }               // kNoSlot when empty.
  Slot newer(Slot slot) const { return links_[index(slot)].newer - 1; }  // kNoSlot after the newest.

  void push_newest(Slot slot) {
    const std::size_t at = index(slot);
    if (at >= links_.size()) links_.resize(at + 1);
    const Slot before = links_[kEnds].older;
    links_[at] = {kEnds, before};
    links_[before].newer = static_cast<Slot>(at);
    links_[kEnds].older = static_cast<Slot>(at);
  }

  void erase(Slot slot) {
    const Link link = links_[index(slot)];
    links_[link.older].newer = link.newer;
    links_[link.newer].older = link.older;
  }

 private:
  // Neighbours of a place. Places are slots counted from 1: place 0 stands between newest and oldest and
  // closes the circle.
  struct Link {
    Slot newer = kEnds;
    Slot older = kEnds;
  };
  static constexpr Slot kEnds = 0;
  static_assert(static_cast<Slot>(kEnds - 1) == kNoSlot);

  static std::size_t index(Slot slot) { return std::size_t{slot} + 1; }

  std::vector<Link> links_{1};
};

}  // namespace headrace
