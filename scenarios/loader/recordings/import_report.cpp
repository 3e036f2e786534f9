#include "scenarios/loader/recordings/import_report.h"

#include "scenarios/loader/text/errors.h"

namespace headrace {

void ImportReport::drop(std::string_view why, std::string_view file, std::int64_t line) {
  constexpr std::size_t kPlaces = 5;
  if (strict)
    throw InputError(std::string(file) + ":" + std::to_string(line) + ": " + std::string(why) +
                     ", and the import is strict");
  auto found = dropped.find(why);
  if (found == dropped.end()) found = dropped.emplace(std::string(why), Dropped()).first;
  ++found->second.count;
  if (found->second.places.size() < kPlaces)
    found->second.places.push_back(std::string(file) + ":" + std::to_string(line));
}

}  // namespace headrace
