// FormatCost: which bytes a sample costs, and with how much work, by format.
//
// The table is the one place for it; `headrace show models` prints it. Work is
// a rate on one core and the bytes it moves over the memory bus for each byte
// read. All rates are priors. Leaves out chunking, compression and HDF5's lock.
#pragma once

#include <span>
#include <string_view>

#include "models/data/dataset_spec.h"

namespace headrace {

enum class ReadPattern : std::uint8_t {
  whole_file,  // A sample opens its file, reads all of it and closes it.
  record,      // A sample opens its file and reads its own bytes.
  stream,      // Files are read in order through a buffer.
  none,        // Nothing is read.
};

struct FormatCost {
  std::string_view name;
  ReadPattern pattern;
  Bandwidth decode;  // Of one core.
  std::int64_t bytes_moved_per_byte;
  std::string_view source;
};

const FormatCost& cost_of(Format format);
std::span<const FormatCost> format_costs();  // In the order of Format.

}  // namespace headrace
