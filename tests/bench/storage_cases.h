// The storage side by side: what is simulated, for every program that simulates it.
//
// A star: clients with a NIC of 1.25 GB/s, 16 targets with a NIC and one disk each, 5 us a link, no latency
// of the disk. File f lies on target f mod 16. Of P processes, process p on client p mod clients reads files
// p, p + P, p + 2 P, ... one after another: the disk first, which its readers share equally, then the two
// links' latency, then a flow of the same size under max-min fair sharing. Sizes differ from file to file:
// equal ones would end together, many to an instant, and flatter who solves once an instant.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tests/bench/measure.h"

namespace headrace {

struct StorageCase {
  std::string_view name;
  std::uint32_t clients;
  std::uint32_t workers;
  std::uint32_t files;
  double target_nic;  // Bytes a second.
  double disk;
};

constexpr std::uint32_t kTargets = 16;
constexpr double kClientNic = 1.25e9;
constexpr std::int64_t kLatencyNs = 10'000;

constexpr std::array<StorageCase, 6> kStorageCases = {{
    {"storage/64x1", 64, 1, 100'000, 12.5e9, 2e9},
    {"storage/64x8", 64, 8, 20'000, 12.5e9, 2e9},
    {"storage/1000x1", 1000, 1, 100'000, 12.5e9, 2e9},
    {"storage/network_64x4", 64, 4, 20'000, 2.5e9, 20e9},
    {"storage/network_64x8", 64, 8, 20'000, 2.5e9, 20e9},
    {"storage/network_1000x1", 1000, 1, 20'000, 2.5e9, 20e9},
}};

inline std::int64_t file_size(std::uint32_t file) {
  const double u = static_cast<double>(CheapRandom::split_mix(file) >> 11) * 0x1p-53;
  return static_cast<std::int64_t>(1e5 * (0.5 + u));
}

}  // namespace headrace
