// FormatCost: which bytes a sample costs, and with how much work, by format.
//
// The table is the one place for it; `headrace show models` prints it. Work is
// a rate on one core, a prior that a node may know better (decode_rates.h), and
// the bytes it moves over the memory bus for each byte read. What a
// container adds to the reads of a sample, container.h says.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sim/units.h"

namespace headrace {

enum class Format : std::uint8_t {
  npz,
  npy,
  jpeg,
  png,
  hdf5,
  csv,
  tfrecord,
  parquet,
  indexed_binary,
  mmap_indexed_binary,
  synthetic,
  tar,
  recordio,
  lmdb,
  pcr,
  beton
};
inline constexpr std::string_view kFormats[] = {"npz",
                                                "npy",
                                                "jpeg",
                                                "png",
                                                "hdf5",
                                                "csv",
                                                "tfrecord",
                                                "parquet",
                                                "indexed_binary",
                                                "mmap_indexed_binary",
                                                "synthetic",
                                                "tar",
                                                "recordio",
                                                "lmdb",
                                                "pcr",
                                                "beton"};

enum class ReadPattern : std::uint8_t {
  whole_file,  // A sample opens its file, reads all of it and closes it.
  record,      // A sample opens its file and reads its own bytes.
  stream,      // Files are read in order through a buffer.
  row_groups,  // Files are read in order, row group by row group, and counted (loaders/window_loader.h).
  none,        // Nothing is read.
};

struct FormatCost {
  std::string_view name;
  ReadPattern pattern;
  Bandwidth decode;  // Of one core; a prior.
  std::int64_t bytes_moved_per_byte;
  std::string_view source;
};

const FormatCost& cost_of(Format format);
std::span<const FormatCost> format_costs();  // In the order of Format.

}  // namespace headrace
