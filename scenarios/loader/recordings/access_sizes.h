// AccessSizes: the bins in which Darshan counts accesses by their length.
//
//   kAccessSizes[access_size_bin(2048)]      // "1 to 10 KiB"
//
// The bounds are those of Darshan's counters [assumed, as its source is remembered: 100 B, 1 KiB, 10 KiB and
// so on; read in logs of IOR: accesses of 1 MiB and 4 MiB are the last of their bins].
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace headrace {

inline constexpr std::string_view kAccessSizes[] = {
    "0 to 100 B", "100 B to 1 KiB", "1 to 10 KiB",   "10 to 100 KiB",    "100 KiB to 1 MiB",
    "1 to 4 MiB", "4 to 10 MiB",    "10 to 100 MiB", "100 MiB to 1 GiB", "1 GiB and above"};
inline constexpr std::size_t kAccessSizeBins = std::size(kAccessSizes);

// Longest access of each bin, in bytes; that of the last one is more than any file has.
inline constexpr std::int64_t kLongestAccess[kAccessSizeBins] = {100,
                                                                 std::int64_t{1} << 10,
                                                                 std::int64_t{10} << 10,
                                                                 std::int64_t{100} << 10,
                                                                 std::int64_t{1} << 20,
                                                                 std::int64_t{4} << 20,
                                                                 std::int64_t{10} << 20,
                                                                 std::int64_t{100} << 20,
                                                                 std::int64_t{1} << 30,
                                                                 std::int64_t{1} << 60};

// Returns the place of a length in bytes among the bins.
inline std::size_t access_size_bin(std::int64_t length) {
  const auto* const end = std::lower_bound(std::begin(kLongestAccess), std::end(kLongestAccess) - 1, length);
  return static_cast<std::size_t>(end - std::begin(kLongestAccess));
}

}  // namespace headrace
