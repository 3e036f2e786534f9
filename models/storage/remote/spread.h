// Spread: which of n places a file falls on, by a hash of its number, as stores do that keep no table of it.
#pragma once

#include <cstdint>

#include "models/io.h"

namespace headrace {

// The finaliser of splitmix64: neighbours are anywhere.
inline std::uint64_t hash_of(const FileId& file) {
  std::uint64_t hash = (static_cast<std::uint64_t>(file.set) << 48) ^ static_cast<std::uint64_t>(file.index);
  hash += 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

inline std::int64_t spread(const FileId& file, std::int64_t places) {
  return static_cast<std::int64_t>(hash_of(file) % static_cast<std::uint64_t>(places));
}

}  // namespace headrace
