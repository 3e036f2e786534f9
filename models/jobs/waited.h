// Waited: how long the ranks of a job have waited, and how much of it for the storage.
#pragma once

#include <algorithm>
#include <iterator>

#include "models/account.h"
#include "sim/units.h"

namespace headrace {

// Activities of the storage for those who wait for it.
inline constexpr Activity kStorageActivities[] = {
    Activity::metadata, Activity::lock,         Activity::outage, Activity::window,
    Activity::network,  Activity::server_queue, Activity::device, Activity::memory};

constexpr bool is_of_storage(Activity activity) {
  return std::find(std::begin(kStorageActivities), std::end(kStorageActivities), activity) !=
         std::end(kStorageActivities);
}

struct Waited {
  Duration all;      // Time for a batch, a checkpoint, the start or others, what is waited for now included.
  Duration storage;  // Its part for the storage, and what has not been told yet what it was for.

  Waited& operator+=(const Waited& other) {
    all += other.all;
    storage += other.storage;
    return *this;
  }
};

}  // namespace headrace
