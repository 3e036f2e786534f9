// Any bytes as a file of arrival times: times in order, none of them negative, or a list of problems.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "scenarios/loader/read/arrival_trace.h"
#include "sim/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  Problems problems;
  const auto times = parse_arrival_trace({reinterpret_cast<const char*>(data), size}, "fuzz.csv", problems);
  HEADRACE_CHECK(times.has_value() == !problems.has_errors());
  if (!times) return 0;
  HEADRACE_CHECK(std::is_sorted(times->begin(), times->end()));
  for (const Duration time : *times) HEADRACE_CHECK(time >= Duration());
  HEADRACE_CHECK(arrival_trace_digest(*times) == arrival_trace_digest(*times));
  return 0;
}
