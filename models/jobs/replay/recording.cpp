#include "models/jobs/replay/recording.h"

#include <algorithm>
#include <map>

namespace headrace {

Duration Recording::span() const {
  Duration begin, end;
  bool any = false;
  for (const RecordedProcess& process : processes) {
    for (const RecordedOperation& operation : process.operations) {
      begin = any ? std::min(begin, operation.begin) : operation.begin;
      end = any ? std::max(end, operation.end) : operation.end;
      any = true;
    }
  }
  return end - begin;
}

std::size_t Recording::operations() const {
  std::size_t all = 0;
  for (const RecordedProcess& process : processes) all += process.operations.size();
  return all;
}

std::vector<std::size_t> Recording::host_numbers() const {
  std::map<std::string_view, std::size_t> numbers;
  std::vector<std::size_t> hosts;
  for (const RecordedProcess& process : processes)
    hosts.push_back(numbers.emplace(process.host, numbers.size()).first->second);
  return hosts;
}

}  // namespace headrace
