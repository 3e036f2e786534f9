// The program called as the shell calls it, with a small scenario in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "analysis/cli/program.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {

// A few hundred events a run: two nodes, four ranks, 16 files.
inline constexpr const char* kTinyScenario = R"(schema: headrace/1
name: tiny
question: does it run?
seed: 1
platform:
  nodes:
    clients: {count: 2, accelerators: 2, memory: 1 GiB, cores: 12}
  file_systems:
    scratch: {lustre: {oss: {count: 1}, ost: {count: 2}}}
jobs:
  train:
    workload:
      model: tiny
      dataset: {format: npz, files: 160, record_length: 16 MiB}
      loader: {kind: pytorch, batch_size: 2, read_threads: 2}
      training: {epochs: 2, computation_time: 500 ms}
    nodes: {group: clients}
    storage: scratch
measure: {replications: 1}
)";

class CliTest : public testing::Test {
 protected:
  explicit CliTest(ScratchFolder::Where where = ScratchFolder::Where::disk) : folder_(where) {
    std::ofstream(scenario_) << kTinyScenario;
  }

  int call(const std::vector<std::string>& words) {
    out_ = StringSink();
    err_ = StringSink();
    return run_program(words, Streams{out_, err_});
  }
  // `run` of the scenario with its results in the folder.
  int run(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"run", scenario_, "--out", database_});
    return call(more);
  }

  const std::string& out() const { return out_.text(); }
  const std::string& err() const { return err_.text(); }

  const ScratchFolder folder_;
  const std::string scenario_ = folder_ / "tiny.yaml";
  const std::string database_ = folder_ / "results/tiny.db";

 private:
  StringSink out_;
  StringSink err_;
};

}  // namespace headrace
