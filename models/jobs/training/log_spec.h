// LogSpec: what the ranks of a job that trains append to their logs, between steps.
//
//   logs: {size: 200 B, every: 10, by: each_rank, shared: true}   # srun's standard output
//
// Leaves out what a program writes to its logs at its start and end.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/fields.h"

namespace headrace {

// LogWriters: the ranks that write.
enum class LogWriters : std::uint8_t { rank_0, each_rank };
inline constexpr std::string_view kLogWriters[] = {"rank_0", "each_rank"};

struct LogSpec {
  Bytes size = 1_KiB;
  std::int64_t every = 10;
  LogWriters by = LogWriters::rank_0;
  bool shared = false;
  bool sync = false;

  bool writes(std::int64_t rank) const { return by == LogWriters::each_rank || rank == 0; }

  void visit(Fields& f) {
    f.bytes({"size", "bytes of a record, which is one write",
             "prior [assumed]: some lines of text, or some ten scalars of TensorBoard"},
            size, 1_B, 1_GiB);
    f.integer({"every", "steps from one record to the next", "prior [assumed]"}, every, 1, 1'000'000'000);
    f.choice({"by", "who writes", "prior [assumed]: most programs log on rank 0"}, by, kLogWriters);
    f.flag({"shared",
            "all writers append to one file, each behind what others have written; without it, each has a "
            "file of its own",
            "none by default [assumed]; standard output that is redirected into a file is"},
           shared);
    f.flag({"sync", "a record is durable before the step goes on", "prior [assumed]: it is not"}, sync);
  }
};

}  // namespace headrace
