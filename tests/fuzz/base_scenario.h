// A small scenario that readers of words (axes, targets, overrides) are given beside them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headrace {

inline constexpr std::string_view kBaseScenario = R"(schema: headrace/1
name: base
platform:
  nodes: {clients: {count: 2, cores: 4, accelerators: 2}}
  file_systems: {scratch: {lustre: {oss: {count: 2}, ost: {count: 4}}}}
jobs:
  train:
    workload:
      dataset: {format: npz, files: 64, record_length: 100 kB}
      loader: {kind: pytorch, batch_size: 2, read_threads: 2}
      training: {epochs: 1, computation_time: 2 ms}
    nodes: {group: clients}
    storage: scratch
measure: {event_limit: 20000}
)";

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end != 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace headrace
