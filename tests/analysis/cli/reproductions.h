// Scenarios given as text, and a machine that has enough of everything until a test takes something away.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

inline std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

// "{base: {overrides: []}, fast: {overrides: ["a.b=1"]}}", for `compare=`.
using Arm = std::pair<std::string, std::vector<std::string>>;
inline std::string compare(const std::vector<Arm>& arms) {
  std::vector<std::string> texts;
  for (const auto& [name, overrides] : arms) {
    std::vector<std::string> quoted;
    for (const std::string& one : overrides) quoted.push_back('"' + one + '"');
    texts.push_back(name + ": {overrides: [" + join(quoted) + "]}");
  }
  return "compare={" + join(texts) + "}";
}

class Reproductions : public CliTest {
 protected:
  int run_text(const std::string& text, std::vector<std::string> more = {}) {
    std::ofstream(scenario_) << text;
    more.emplace_back("--no-dlio-output");
    return run(std::move(more));
  }
  nlohmann::json answer_of(const std::string& text, std::vector<std::string> more = {}) {
    more.emplace_back("--json");
    EXPECT_EQ(run_text(text, std::move(more)), 0) << err();
    return nlohmann::json::parse(out());
  }
  int sweep_into(const std::string& database, const std::string& text, std::vector<std::string> axes) {
    std::ofstream(scenario_) << text;
    axes.insert(axes.begin(), {"sweep", scenario_, "--out", database, "--quiet"});
    return call(axes);
  }

  const std::string a_ = folder_ / "a.db";
  const std::string b_ = folder_ / "b.db";
};

// Four nodes of two ranks, 25 steps of 50 ms each, on a storage that has more of everything than they need.
inline constexpr const char* kFed = R"(schema: headrace/1
name: fed
seed: 1
platform:
  nodes:
    node:
      {count: 4, accelerators: 2, cores: 32, memory: 64 GiB, nic: {bandwidth: 25 GB/s},
       host_work: {pytorch: {worker_start: 0 s}}}
  network: {latency: 2 us}
  file_systems:
    scratch:
      lustre:
        mds: {count: 4}
        oss: {count: 16}
        ost: {count: 16, device: {read_bandwidth: 10 GB/s}}
jobs:
  train:
    workload:
      dataset: {format: npy, files: 3200, record_length: 1 MB}
      loader: {kind: pytorch, batch_size: 16, read_threads: 8}
      training: {epochs: 1, computation_time: 50 ms}
    nodes: {group: node}
    storage: scratch
    shuffle: {policy: global}
measure: {replications: 1}
)";

}  // namespace headrace
