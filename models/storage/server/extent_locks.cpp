#include "models/storage/server/extent_locks.h"

#include <algorithm>
#include <utility>

namespace headrace {

ExtentLocks::Extent ExtentLocks::asked(const StorageRequest& request) const {
  if (request.reach == LockReach::group) return kWhole;
  const Bytes end = request.offset_in_object + request.length + rules_.unit - 1_B;
  return {request.offset_in_object - request.offset_in_object % rules_.unit, end - end % rules_.unit};
}

bool ExtentLocks::is_free(const Object& object, const StorageRequest& request) const {
  const Extent wanted = asked(request);
  return std::none_of(object.holds.begin(), object.holds.end(), [&](const Hold& hold) {
    return excludes(hold, request) && hold.extent.overlaps(wanted);
  });
}

// Says whether a request is for the lock of a group that has it. It passes those who wait: they do so for all
// of the group, and its clients may wait for each other.
bool ExtentLocks::joins(const Object& object, const StorageRequest& request) {
  return request.reach == LockReach::group &&
         std::any_of(object.holds.begin(), object.holds.end(), [](const Hold& hold) { return hold.group; });
}

// Says whether an earlier request waits that goes first.
bool ExtentLocks::is_behind(const Object& object, const StorageRequest& request) const {
  if (joins(object, request)) return false;
  const Extent wanted = asked(request);
  for (const StorageRequest* earlier : object.waiting) {
    if (earlier == &request) return false;
    if (!rules_.in_parts) return true;
    if ((earlier->exclusive || request.exclusive) && asked(*earlier).overlaps(wanted)) return true;
  }
  return false;
}

// Returns what a request is granted around what it asks for: up to the locks of others that exclude it, and
// to those that they wait for where the rules heed them.
ExtentLocks::Extent ExtentLocks::widened(const Object& object, const StorageRequest& request) const {
  const Extent wanted = asked(request);
  if (request.reach != LockReach::widened) return wanted;
  Extent extent = kWhole;
  std::size_t in_the_way = 0;
  const auto keep_off = [&](const Extent& other) {
    ++in_the_way;
    if (other.begin >= wanted.end) extent.end = std::min(extent.end, other.begin);
    if (other.end <= wanted.begin) extent.begin = std::max(extent.begin, other.end);
    if (other.overlaps(wanted)) extent = wanted;  // It waits, and will call this one back.
  };
  for (const Hold& hold : object.holds)
    if (excludes(hold, request)) keep_off(hold.extent);
  if (rules_.heeds_waiting)
    for (const StorageRequest* other : object.waiting)
      if (other->client != request.client && (other->exclusive || request.exclusive)) keep_off(asked(*other));
  if (in_the_way > rules_.most_below) extent.begin = wanted.begin;
  if (in_the_way > rules_.most_above)
    extent.end = std::min(extent.end, std::max(wanted.end, wanted.begin + rules_.far_above));
  return extent;
}

void ExtentLocks::enqueue(StorageRequest& request) {
  Object& object = objects_[request.object];
  object.waiting.push_back(&request);
  const bool waits = is_behind(object, request);
  if (request.reach == LockReach::exact && (waits || !is_free(object, request))) {
    object.waiting.pop_back();
    request.length = Bytes();
    return owner_.granted(request, 0);
  }
  if (waits) return;
  if (!is_free(object, request)) return call_back(object, request);
  object.waiting.pop_back();
  grant(object, request);
}

// Grants, in the order of their coming, what neither a lock nor an earlier request keeps from it; calls back
// those who are in the way of what waits for no other request. Only who wants bytes of which locks changed
// can have his turn.
void ExtentLocks::serve(Object& object, Ranges changed) {
  Ranges written, used;  // What earlier ones wait for, to write it or at all.
  for (auto at = object.waiting.begin(); at != object.waiting.end();) {
    StorageRequest& request = **at;
    const Extent wanted = asked(request);
    bool next = used.empty() || joins(object, request);
    if (rules_.in_parts)
      next = changed.has_some(wanted.begin, wanted.end) &&
             !(request.exclusive ? used : written).has_some(wanted.begin, wanted.end);
    if (next && is_free(object, request)) {
      at = object.waiting.erase(at);
      grant(object, request);
      changed.add(request.offset_in_object, request.offset_in_object + request.length);
      continue;
    }
    if (next) call_back(object, request);
    used.add(wanted.begin, wanted.end);
    if (request.exclusive) written.add(wanted.begin, wanted.end);
    ++at;
  }
}

// Calls back each holder in the way of a request, once until it has answered.
void ExtentLocks::call_back(Object& object, const StorageRequest& request) {
  const Extent wanted = asked(request);
  const auto is_in_the_way = [&](const Hold& hold) {
    return !hold.called_back && excludes(hold, request) && hold.extent.overlaps(wanted);
  };
  for (Hold& hold : object.holds) {
    if (!is_in_the_way(hold)) continue;
    const Call call{hold.client, hold.port, hold.target, request.object, wanted};
    for (Hold& other : object.holds)
      if (other.client == call.client && (!rules_.in_parts || is_in_the_way(other))) other.called_back = true;
    owner_.call_back(call);
  }
}

ExtentLocks::Hold ExtentLocks::hold_of(const StorageRequest& request, const Extent& extent) {
  Hold hold;
  hold.client = request.client;
  hold.port = request.reply_to;
  hold.target = request.target;
  hold.exclusive = request.exclusive;
  hold.group = request.reach == LockReach::group;
  hold.extent = extent;
  return hold;
}

// Notes a grant. Grants stay apart where parts are given back: a client may give up one that it knows of
// while another is on its way.
void ExtentLocks::grant(Object& object, StorageRequest& request) {
  const Extent extent = widened(object, request);
  const auto own = std::find_if(object.holds.begin(), object.holds.end(), [&](const Hold& held) {
    return !rules_.in_parts && held.client == request.client && held.exclusive == request.exclusive &&
           held.group == (request.reach == LockReach::group) && held.extent.overlaps(extent);
  });
  if (own == object.holds.end()) {
    Hold& hold = object.holds.emplace_back(hold_of(request, extent));
    hold.grant = ++grants_;
  } else {
    own->extent.begin = std::min(own->extent.begin, extent.begin);
    own->extent.end = std::max(own->extent.end, extent.end);
    own->grant = ++grants_;
  }
  request.offset_in_object = extent.begin;
  request.length = extent.end - extent.begin;
  owner_.granted(request, grants_);
}

void ExtentLocks::cancel(std::uint64_t number, NodeId client, const Extent& extent,
                         std::uint64_t last_grant) {
  const auto found = objects_.find(number);
  if (found == objects_.end()) return;
  Object& object = found->second;
  auto before = std::move(object.holds);
  object.holds.clear();
  Ranges changed;
  for (const Hold& hold : before) {
    const bool is_known = hold.grant <= last_grant;
    if (hold.client != client || !is_known || !hold.extent.overlaps(extent)) {
      Hold& left = object.holds.emplace_back(hold);
      if (hold.client == client && !is_known && !rules_.in_parts) left.called_back = false;
      continue;
    }
    changed.add(hold.extent.begin, hold.extent.end);
    for (const Extent& rest :
         {Extent{hold.extent.begin, extent.begin}, Extent{extent.end, hold.extent.end}}) {
      if (rest.begin >= rest.end) continue;
      Hold& left = object.holds.emplace_back(hold);
      left.extent = rest;
      left.called_back = false;
    }
  }
  serve(object, std::move(changed));
  if (object.holds.empty() && object.waiting.empty()) objects_.erase(found);
}

std::uint64_t ExtentLocks::give_whole(const StorageRequest& to) {
  Object& object = objects_[to.object];
  const bool others = std::any_of(object.holds.begin(), object.holds.end(),
                                  [&](const Hold& hold) { return excludes(hold, to); });
  if (others || !object.waiting.empty()) return 0;
  Hold& hold = object.holds.emplace_back(hold_of(to, kWhole));
  hold.grant = ++grants_;
  return grants_;
}

boost::container::small_vector<NodeId, 4> ExtentLocks::holders(std::uint64_t object) const {
  boost::container::small_vector<NodeId, 4> clients;
  const auto found = objects_.find(object);
  if (found == objects_.end()) return clients;
  for (const Hold& hold : found->second.holds)
    if (std::find(clients.begin(), clients.end(), hold.client) == clients.end())
      clients.push_back(hold.client);
  return clients;
}

std::string ExtentLocks::imbalance() const {
  for (const auto& [number, object] : objects_)
    for (const StorageRequest* request : object.waiting)
      if (!is_behind(object, *request) && is_free(object, *request))
        return "a request waits for a lock that is free";
  return {};
}

}  // namespace headrace
