// The client's locks that are asked for before anybody waits for them.
//
// A process that writes its share of a file with others says what it will write (llapi_ladvise): it is
// granted that and no more, so that nobody is in another's way [read: Lustre's
// Documentation/ladvise_lockahead.txt]. What is in the way already is not called back for it [assumed]:
// whoever writes there asks again, and waits. A group (llapi_group_lock) has the locks of all objects at
// once, until its members have closed the file and written all. Leaves out that a member waits until its
// group has all of them, not those that it needs.

#include <algorithm>

#include "models/storage/lustre/client.h"
#include "models/storage/lustre/lustre.h"

namespace headrace {

// Each object is asked for what it has of the bytes, as one extent.
void LustreClient::lock_ahead(FileHandle slot, Bytes offset, Bytes length) {
  const Layout& layout = *files_[slot].layout;
  const Bytes end = offset + length;
  std::vector<std::int32_t> stripes;
  for (Bytes at = offset; at < end;) {
    const Extent extent = layout.extent_at(at, ExtentLocks::kEnd);
    at = extent.offset + extent.length;
    if (std::find(stripes.begin(), stripes.end(), extent.stripe) == stripes.end())
      stripes.push_back(extent.stripe);
  }
  for (const std::int32_t stripe : stripes)
    if (!layout.is_on_mdt(stripe))
      ask_ahead(slot, stripe, layout.bytes_on(stripe, Bytes(), offset), layout.bytes_on(stripe, Bytes(), end),
                LockReach::exact);
}

void LustreClient::lock_as_group(FileHandle slot) {
  File& file = files_[slot];
  file.in_group = true;
  for (std::int32_t stripe = 0; stripe < file.layout->stripe_count(); ++stripe)
    if (!file.layout->is_on_mdt(stripe) && locks_.join(lock_of(file, stripe)))
      ask_ahead(slot, stripe, Bytes(), ExtentLocks::kEnd, LockReach::group);
}

void LustreClient::ask_ahead(FileHandle slot, std::int32_t stripe, Bytes begin, Bytes end, LockReach reach) {
  File& file = files_[slot];
  servers_.note_written(file.info.id.set);
  Extent extent;
  extent.target = file.layout->target_of_stripe(stripe);
  extent.stripe = stripe;
  Rpc& enqueue = make_object_rpc(Rpc::Kind::enqueue, slot, extent);
  enqueue.offset_in_object = begin;
  enqueue.length = end - begin;
  if (reach == LockReach::exact && locks_.covers(lock_of(file, stripe), LockMode::write, enqueue))
    return retire(enqueue);
  enqueue.exclusive = enqueue.shared = true;
  enqueue.reach = reach;
  locks_.ask_ahead(lock_of(file, stripe));
  transmit(enqueue);
}

void LustreClient::share_locks(std::int32_t set) {
  locks_.share(set, servers_.osts(), [this](std::uint64_t object, std::int32_t target) {
    StorageRequest held;
    held.client = host_.node;
    held.reply_to = host_.port;
    held.target = target;
    held.object = object;
    return servers_.extent_locks().give_whole(held);
  });
}

void LustreClient::leave_group(const File& file) {
  for (std::size_t stripe = 0; stripe < file.objects.size(); ++stripe) {
    if (file.layout->is_on_mdt(static_cast<std::int64_t>(stripe))) continue;
    locks_.leave(file.objects[stripe].lock);
    unuse(file.objects[stripe].lock);
  }
}

}  // namespace headrace
