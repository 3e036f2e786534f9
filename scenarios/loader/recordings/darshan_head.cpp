#include "scenarios/loader/recordings/darshan_head.h"

#include <algorithm>

#include "scenarios/loader/text/numbers.h"

namespace headrace {

std::optional<std::string_view> text_behind(std::string_view line, std::string_view key) {
  const std::size_t found = line.find(key);
  if (found == std::string_view::npos) return std::nullopt;
  std::string_view rest = line.substr(found + key.size());
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  return rest;
}

void DarshanHead::take(std::string_view line, ImportReport& report) {
  constexpr std::int64_t kLatest = std::int64_t{1} << 32;  // Seconds since 1970: the year 2106.
  if (const auto begin = text_behind(line, "# start_time:"))
    start = Duration::seconds(1) * std::clamp<std::int64_t>(whole_number(*begin).value_or(0), 0, kLatest);
  if (const auto ranks = text_behind(line, "# nprocs:"))
    processes = std::max<std::int64_t>(1, whole_number(*ranks).value_or(1));
  const bool tells =
      line.starts_with("# exe:") || line.starts_with("# nprocs:") || line.starts_with("# run time:");
  if (tells) report.told.emplace_back(line.substr(2));
  if (line.find("*WARNING*") != std::string_view::npos && line.find("incomplete") != std::string_view::npos)
    report.told.emplace_back("the log says that a module is incomplete: operations are missing in it");
}

}  // namespace headrace
