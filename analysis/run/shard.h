// Shard: the part of a sweep's points that one of several processes runs.
#pragma once

#include <cstdint>

namespace headrace {

struct Shard {
  std::int64_t index = 1, count = 1;  // Place from 1: "2/4" has every fourth point, from the second on.
};

}  // namespace headrace
