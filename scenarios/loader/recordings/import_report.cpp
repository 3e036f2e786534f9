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

void ImportReport::take_counts(const ImportReport& other) {
  layers = other.layers;
  operations = other.operations;
  reads = other.reads;
  writes = other.writes;
  opens = other.opens;
  others = other.others;
  bytes_read = other.bytes_read;
  bytes_written = other.bytes_written;
  processes = other.processes;
  hosts = other.hosts;
  files = other.files;
  threads = other.threads;
}

}  // namespace headrace
