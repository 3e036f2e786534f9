// UnitTables: the units of each quantity, smallest first, shared by the reader
// and the writer of quantities. Nothing else needs them: use units_text.h.
#pragma once

#include <cstdint>
#include <string_view>

namespace headrace {

struct WholeUnit {
  std::string_view name;
  std::uint64_t scale;
};
inline constexpr WholeUnit kDurationUnits[] = {{"ns", 1},
                                               {"us", 1'000},
                                               {"ms", 1'000'000},
                                               {"s", 1'000'000'000},
                                               {"min", 60'000'000'000},
                                               {"h", 3'600'000'000'000}};
inline constexpr WholeUnit kBytesUnits[] = {{"B", 1},
                                            {"kB", 1'000},
                                            {"KiB", std::uint64_t{1} << 10},
                                            {"MB", 1'000'000},
                                            {"MiB", std::uint64_t{1} << 20},
                                            {"GB", 1'000'000'000},
                                            {"GiB", std::uint64_t{1} << 30},
                                            {"TB", 1'000'000'000'000},
                                            {"TiB", std::uint64_t{1} << 40},
                                            {"PB", 1'000'000'000'000'000},
                                            {"PiB", std::uint64_t{1} << 50}};

// A rate is number x 10^decimal x 2^binary bytes a second.
struct RateUnit {
  std::string_view name;
  int decimal;
  int binary;
};
inline constexpr RateUnit kRateUnits[] = {
    {"B/s", 0, 0},     {"kB/s", 3, 0},    {"KiB/s", 0, 10},  {"MB/s", 6, 0},     {"MiB/s", 0, 20},
    {"GB/s", 9, 0},    {"GiB/s", 0, 30},  {"TB/s", 12, 0},   {"TiB/s", 0, 40},   {"bit/s", 0, -3},
    {"kbit/s", 3, -3}, {"Mbit/s", 6, -3}, {"Gbit/s", 9, -3}, {"Tbit/s", 12, -3}, {"b/s", 0, -3},
    {"kb/s", 3, -3},   {"Mb/s", 6, -3},   {"Gb/s", 9, -3},   {"Tb/s", 12, -3}};

}  // namespace headrace
