// DarshanRecord: what Darshan counted of a file in a rank, or in all ranks together, by one of its modules.
//
//   record[DarshanCounter::reads]
//   darshan_counter("BYTES_READ")->counter          // DarshanCounter::bytes_read
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/jobs/replay/recording.h"

namespace headrace {

// DarshanCounter: counts and bytes, then times in nanoseconds since the begin of the run.
enum class DarshanCounter : std::uint8_t {
  opens,
  not_opens,  // Opens that are duplicates of a descriptor or names of a stream.
  reads,
  writes,
  stats,
  syncs,
  bytes_read,
  bytes_written,
  last_byte_read,
  last_byte_written,
  sequential_reads,
  sequential_writes,
  consecutive_reads,
  consecutive_writes,
  read_sizes,                     // Ten bins.
  write_sizes = read_sizes + 10,  // Likewise.
  common_size = write_sizes + 10,
  common_accesses = common_size + 4,
  open_start = common_accesses + 4,
  open_end,
  read_start,
  read_end,
  write_start,
  write_end,
  read_time,
  write_time,
  name_time,  // Of calls on names: opens, closes, stats.
};
inline constexpr std::size_t kDarshanCounters = static_cast<std::size_t>(DarshanCounter::name_time) + 1;

struct DarshanRecord {
  static constexpr std::int64_t kShared = -1;  // Rank of a record of all ranks together.

  std::int64_t rank = 0;
  std::uint32_t file = 0;  // Of the recording.
  RecordedLayer layer = RecordedLayer::posix;
  std::array<std::int64_t, kDarshanCounters> values = {};

  std::int64_t operator[](DarshanCounter counter) const { return values[static_cast<std::size_t>(counter)]; }
  std::int64_t at(DarshanCounter first, std::size_t later) const {
    return values[static_cast<std::size_t>(first) + later];
  }
  // Returns the opens that opened a file.
  std::int64_t opens() const;
  std::int64_t operations() const;
};

// DarshanPlace: where a counter lies in a record.
struct DarshanPlace {
  DarshanCounter counter;
  std::size_t later = 0;
};

// Returns the place of a counter by its name without that of its module; nothing: it makes no operations.
std::optional<DarshanPlace> darshan_counter(std::string_view name);

}  // namespace headrace
