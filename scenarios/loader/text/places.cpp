#include "scenarios/loader/text/places.h"

#include <algorithm>

namespace headrace {

Mark place_in(const Places& places, const std::string& path) {
  const auto found = places.find(path);
  return found == places.end() ? Mark() : found->second;
}

bool is_refused(std::string_view path, const Problems& problems) {
  const auto below = problems.all();
  return std::any_of(below.begin(), below.end(), [&](const Problem& problem) {
    const std::string_view at = problem.path;
    return problem.severity == Severity::error && at.starts_with(path) &&
           (at.size() == path.size() || at[path.size()] == '.');
  });
}

}  // namespace headrace
