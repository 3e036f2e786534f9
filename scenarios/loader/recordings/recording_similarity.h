// RecordingSimilarity: how alike two recordings are in what they do to a storage, as six shares from 0 to
// 1.
//
//   const RecordingSimilarity alike = similarity(real, simulated);
//   alike.throughput, alike.read_sizes, alike.gaps, alike.concurrency, alike.bursts, alike.order
//
// The six traits are those of DLIO's auto_config [read of its description]; how each is measured is chosen
// here: bytes a second, sizes of reads and gaps between them (1 less the greatest distance of their
// distributions, as Kolmogorov and Smirnov have it), reads under way at once, the spread of bytes over
// intervals, and the share of reads that go on where the one before ended or in the file behind it. Left
// out: writes, names and which rank does what.
#pragma once

#include <array>
#include <string_view>

#include "models/jobs/replay/recording.h"

namespace headrace {

struct RecordingSimilarity {
  double throughput = 0, read_sizes = 0, gaps = 0, concurrency = 0, bursts = 0, order = 0;

  static constexpr std::array<std::string_view, 6> kNames = {"throughput",  "read sizes", "gaps",
                                                             "concurrency", "bursts",     "order"};
  std::array<double, 6> all() const { return {throughput, read_sizes, gaps, concurrency, bursts, order}; }
};

RecordingSimilarity similarity(const Recording& one, const Recording& other);

}  // namespace headrace
