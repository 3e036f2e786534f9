#include "models/storage/lustre/extent_locks.h"

#include <algorithm>

namespace headrace {

namespace {

constexpr Bytes kPage = 4_KiB;
constexpr Bytes kEnd = Bytes::count(std::int64_t{1} << 60);  // Of every object.
// Rules of the server for how far it widens a lock [read: ldlm/ldlm_extent.c, Lustre 2.15]: not downwards
// where more than so many locks are in the way, and not far upwards where still more are.
constexpr std::size_t kMostBelow = 4;
constexpr std::size_t kMostAbove = 32;
constexpr Bytes kFarAbove = 32_MiB;

}  // namespace

ExtentLocks::Extent ExtentLocks::asked(const Rpc& rpc) {
  Extent extent;
  extent.begin = rpc.offset_in_object - rpc.offset_in_object % kPage;
  const Bytes end = rpc.offset_in_object + rpc.length + kPage - 1_B;
  extent.end = end - end % kPage;
  return extent;
}

bool ExtentLocks::excludes(const Hold& hold, const Rpc& rpc) {
  return hold.client != rpc.client && (hold.exclusive || rpc.exclusive);
}

bool ExtentLocks::is_free(const Object& object, const Rpc& rpc) {
  const Extent wanted = asked(rpc);
  return std::none_of(object.holds.begin(), object.holds.end(),
                      [&](const Hold& hold) { return excludes(hold, rpc) && hold.extent.overlaps(wanted); });
}

// Returns what a request is granted around what it asks for: up to the locks of others that exclude it, held
// or waited for.
ExtentLocks::Extent ExtentLocks::widened(Object& object, const Rpc& rpc) {
  const Extent wanted = asked(rpc);
  Extent extent{Bytes(), kEnd};
  std::size_t in_the_way = 0;
  const auto keep_off = [&](const Extent& other) {
    ++in_the_way;
    if (other.begin >= wanted.end) extent.end = std::min(extent.end, other.begin);
    if (other.end <= wanted.begin) extent.begin = std::max(extent.begin, other.end);
    if (other.overlaps(wanted)) extent = wanted;  // It waits, and will call this one back.
  };
  for (const Hold& hold : object.holds)
    if (excludes(hold, rpc)) keep_off(hold.extent);
  object.waiting.each([&](const Rpc& other) {
    if (other.client != rpc.client && (other.exclusive || rpc.exclusive)) keep_off(asked(other));
  });
  if (in_the_way > kMostBelow) extent.begin = wanted.begin;
  if (in_the_way > kMostAbove)
    extent.end = std::min(extent.end, std::max(wanted.end, wanted.begin + kFarAbove));
  return extent;
}

void ExtentLocks::enqueue(Rpc& rpc) {
  Object& object = objects_[rpc.object];
  object.waiting.push(rpc);
  if (&object.waiting.front() == &rpc) serve(object);
}

// Grants requests from the first on; calls back those who are in the way of the first that has to wait.
void ExtentLocks::serve(Object& object) {
  while (!object.waiting.empty()) {
    Rpc& first = object.waiting.front();
    if (is_free(object, first)) {
      object.waiting.pop();
      grant(object, first);
      continue;
    }
    const Extent wanted = asked(first);
    for (Hold& hold : object.holds) {
      if (hold.called_back || !excludes(hold, first) || !hold.extent.overlaps(wanted)) continue;
      for (Hold& all : object.holds) all.called_back |= all.client == hold.client;
      owner_.call_back(hold.client, hold.port, hold.target, first.object);
    }
    return;
  }
}

void ExtentLocks::grant(Object& object, Rpc& rpc) {
  const Extent extent = widened(object, rpc);
  Hold hold;
  hold.client = rpc.client;
  hold.port = rpc.reply_to;
  hold.target = rpc.target;
  hold.exclusive = rpc.exclusive;
  hold.extent = extent;
  const auto own = std::find_if(object.holds.begin(), object.holds.end(), [&](const Hold& held) {
    return held.client == rpc.client && held.exclusive == rpc.exclusive && held.extent.overlaps(extent);
  });
  if (own == object.holds.end()) {
    object.holds.push_back(hold);
  } else {
    own->extent.begin = std::min(own->extent.begin, extent.begin);
    own->extent.end = std::max(own->extent.end, extent.end);
  }
  rpc.offset_in_object = extent.begin;
  rpc.length = extent.end - extent.begin;
  owner_.granted(rpc);
}

void ExtentLocks::cancel(std::uint64_t number, NodeId client) {
  const auto found = objects_.find(number);
  if (found == objects_.end()) return;
  Object& object = found->second;
  const auto rest = std::remove_if(object.holds.begin(), object.holds.end(),
                                   [&](const Hold& hold) { return hold.client == client; });
  object.holds.erase(rest, object.holds.end());
  serve(object);
  if (object.holds.empty() && object.waiting.empty()) objects_.erase(found);
}

std::string ExtentLocks::imbalance() const {
  for (const auto& [number, object] : objects_) {
    if (object.waiting.empty()) continue;
    if (is_free(object, object.waiting.front())) return "a request waits for a lock that is free";
  }
  return {};
}

}  // namespace headrace
