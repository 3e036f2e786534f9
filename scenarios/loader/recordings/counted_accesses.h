// CountedAccesses: reads or writes of a file, made of counters: as many, of as many bytes in all.
//
//   AccessCounts counts;
//   counts.accesses = 3;
//   counts.bytes = 3000;
//   CountedAccesses accesses(counts, {});
//   AccessShare share = accesses.share(0, 1);       // of the only process
//   share.next()                                    // {offset 0, length 1000}, then {1000, 1000}, ...
//
// Sizes are common ones first, others lie in the bins of the histogram. Processes take turns in one order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scenarios/loader/recordings/access_sizes.h"

namespace headrace {

struct AccessCounts {
  std::int64_t accesses = 0, bytes = 0;
  std::array<std::int64_t, kAccessSizeBins> sizes = {};  // Accesses by Darshan's bins of their length.
  std::int64_t sequential = -1;   // Behind the begin of the one before; -1 here and below: not told.
  std::int64_t consecutive = -1;  // At the end of the one before.
  std::int64_t last_byte = -1;    // Highest byte of any.
};

// CommonSize: a length that many accesses have.
struct CommonSize {
  std::int64_t length = 0, accesses = 0;
};

struct CountedAccess {
  std::int64_t offset = 0, length = 0;
};

class AccessShare;

class CountedAccesses {
 public:
  CountedAccesses(const AccessCounts& counts, std::span<const CommonSize> common);

  // Returns what one of so many processes makes of them.
  AccessShare share(std::int64_t process, std::int64_t processes) const;
  std::int64_t common() const { return common_; }  // Accesses whose length was told.

 private:
  friend class AccessShare;

  // Run: accesses of one length, one after another.
  struct Run {
    std::int64_t length = 0, accesses = 0;
    std::int64_t first = 0, bytes = 0;  // Accesses and bytes before it.
  };
  // Order: how offsets go on.
  enum class Order : std::uint8_t { consecutive, ascending, scattered };

  struct Bin;

  std::vector<Run> runs_of(const AccessCounts& counts, std::span<const CommonSize> common);
  std::int64_t take_common(std::vector<Bin>& bins, std::span<const CommonSize> common, std::int64_t bytes,
                           std::vector<Run>& runs);
  static bool fill(std::vector<Bin> bins, std::int64_t bytes, std::vector<Run>& runs);
  const Run& run_of(std::int64_t index) const;
  // Returns the bytes of the accesses of all processes before one.
  std::int64_t bytes_before(std::int64_t process, std::int64_t processes) const;

  std::vector<Run> runs_;
  std::int64_t accesses_, bytes_, extent_;  // Extent: bytes of the file up to the last one.
  std::int64_t common_ = 0;
  Order order_;
};

// AccessShare: the accesses of one process, one after another.
class AccessShare {
 public:
  AccessShare(const CountedAccesses& all, std::int64_t process, std::int64_t processes);

  std::int64_t accesses() const { return accesses_; }
  CountedAccess next();

 private:
  const CountedAccesses* all_;  // Outlives the share.
  std::int64_t process_, processes_;
  std::int64_t accesses_;
  std::int64_t step_ = 1;  // From each to the next, modulo accesses: 1 is their order in the file.
  std::int64_t at_ = 0, place_ = 0;
};

}  // namespace headrace
