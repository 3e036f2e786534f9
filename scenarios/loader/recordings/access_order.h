// AccessOrder: whether the accesses of a process to a file follow each other, as Darshan counts it.
//
//   AccessOrder order;                         // Of a process, whose operations come by their begin.
//   const AccessOrder::Place place = order.next(operation);
//
// An access is sequential where it begins at or behind the end of the one before it, and consecutive where
// it begins right there [read: Darshan's POSIX module]. The first one of a file follows none.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "models/jobs/replay/recording.h"

namespace headrace {

class AccessOrder {
 public:
  struct Place {
    bool is_sequential = false, is_consecutive = false;
  };

  // Expects a read or a write.
  Place next(const RecordedOperation& access) {
    const auto [end, is_first] = ends_.try_emplace(access.file);
    Place place;
    if (!is_first) place = {access.offset >= end->second, access.offset == end->second};
    end->second = access.offset + access.length;
    return place;
  }

 private:
  std::unordered_map<std::uint32_t, Bytes> ends_;  // Of the access before, by file.
};

}  // namespace headrace
