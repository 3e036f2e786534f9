#include "scenarios/loader/recordings/trace_input.h"

#include <algorithm>

namespace headrace {

std::uint16_t ThreadNumbers::number(std::uint32_t process, std::uint64_t thread) {
  if (process >= threads_.size()) threads_.resize(process + 1);
  auto& known = threads_[process];
  const auto found = std::find(known.rbegin(), known.rend(), thread);
  if (found != known.rend()) return static_cast<std::uint16_t>(known.rend() - found);
  constexpr std::size_t kMost = 65'535;
  if (known.size() >= kMost) return 0;
  known.push_back(thread);
  return static_cast<std::uint16_t>(known.size());
}

}  // namespace headrace
