// Plays a string of accesses to a cache: each letter is an object of one byte,
// looked up and, when missed, inserted. The next use of each is the true one.
//
//   EXPECT_EQ(play("lru", 2, "abab"), "mmhh");
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/cache/cache.h"

namespace headrace {

inline std::vector<std::int64_t> next_uses(std::string_view accesses) {
  std::vector<std::int64_t> next(accesses.size(), kNeverAgain);
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const std::size_t again = accesses.find(accesses[i], i + 1);
    if (again != std::string_view::npos) next[i] = static_cast<std::int64_t>(again);
  }
  return next;
}

inline CacheKey letter(char object) { return {static_cast<std::uint64_t>(object), 0}; }

// 'h' or 'm' for each access.
inline std::string play(Cache& cache, std::string_view accesses) {
  const std::vector<std::int64_t> next = next_uses(accesses);
  std::string answers;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const CacheKey key = letter(accesses[i]);
    const bool hit = cache.lookup(key, 1_B, next[i]);
    if (!hit) cache.insert(key, 1_B, next[i]);
    answers += hit ? 'h' : 'm';
  }
  return answers;
}

inline std::string play(std::string_view policy, std::int64_t capacity, std::string_view accesses) {
  Cache cache(Bytes::count(capacity), Chosen<CachePolicy>(policy));
  return play(cache, accesses);
}

inline std::int64_t evictions(std::string_view policy, std::int64_t capacity, std::string_view accesses) {
  Cache cache(Bytes::count(capacity), Chosen<CachePolicy>(policy));
  play(cache, accesses);
  return cache.evictions();
}

}  // namespace headrace
