// RequestTrace: requests of a service that were written down: their times, lengths and prompts.
//
//   trace.times[n], trace.prompt_tokens[n], trace.blocks_of(n)
//
// A trace has times at least. Lengths are there for all requests or for none, and so are blocks. Equal
// numbers of blocks are equal tokens behind equal tokens, as in Mooncake's traces: what two requests share
// is a run of equal numbers at their beginning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/units.h"

namespace headrace {

struct RequestTrace {
  static constexpr std::int64_t kMostTokens = 1'000'000'000;  // Length of a prompt or an output.

  std::vector<Duration> times;  // Ascending, from the job's start.
  std::vector<std::int64_t> prompt_tokens, output_tokens;
  std::vector<std::uint64_t> blocks;    // Numbers of all prompts, one prompt after another.
  std::vector<std::size_t> blocks_end;  // Ends of the prompts among them.

  bool has_tokens() const { return !prompt_tokens.empty(); }
  bool has_blocks() const { return !blocks_end.empty(); }
  std::span<const std::uint64_t> blocks_of(std::size_t request) const {
    const std::size_t begin = request == 0 ? 0 : blocks_end[request - 1];
    return std::span(blocks).subspan(begin, blocks_end[request] - begin);
  }
};

}  // namespace headrace
