// Any bytes as a file of requests: times in order, none of them negative, with lengths and blocks for all or
// for none, or a list of problems.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "scenarios/loader/read/arrival_trace.h"
#include "sim/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  Problems problems;
  const auto trace = parse_arrival_trace({reinterpret_cast<const char*>(data), size}, "fuzz.csv", problems);
  HEADRACE_CHECK(trace.has_value() == !problems.has_errors());
  if (!trace) return 0;
  const std::size_t requests = trace->times.size();
  HEADRACE_CHECK(std::is_sorted(trace->times.begin(), trace->times.end()));
  for (const Duration time : trace->times) HEADRACE_CHECK(time >= Duration());
  HEADRACE_CHECK(trace->prompt_tokens.size() == (trace->has_tokens() ? requests : 0));
  HEADRACE_CHECK(trace->output_tokens.size() == trace->prompt_tokens.size());
  HEADRACE_CHECK(trace->blocks_end.size() == (trace->has_blocks() ? requests : 0));
  for (std::size_t n = 0; trace->has_blocks() && n < requests; ++n)
    HEADRACE_CHECK(trace->blocks_of(n).size() <= trace->blocks.size());
  HEADRACE_CHECK(arrival_trace_digest(*trace) == arrival_trace_digest(*trace));
  return 0;
}
