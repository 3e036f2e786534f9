// RecordedTraining: a training job of two nodes with two ranks each that was run, traced and imported, for
// the verbs that work on recordings.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {

class RecordedTraining : public CliTest {
 protected:
  RecordedTraining() { std::ofstream(platform_) << kPlatform; }

  // Runs the job, of which the rest is said, and makes a recording of it.
  void record(const std::string& dataset, const std::string& loader, const std::string& training,
              const std::string& order) {
    std::ofstream(scenario_)
        << "schema: headrace/1\nname: trained\nplatform: {include: ours.yaml}\njobs:\n  train:\n"
           "    workload:\n      model: m\n      dataset: {"
        << dataset << "}\n      loader: {kind: pytorch, " << loader << "}\n      training: {" << training
        << "}\n    nodes: {group: clients, count: 2}\n    accelerators_per_node: 2\n"
           "    storage: scratch\n    shuffle: {policy: "
        << order << "}\n";
    record_run();
  }
  // Runs the scenario as it stands, and makes a recording of it.
  void record_run() {
    ASSERT_EQ(run({"--trace", folder_ / "run.pfw", "--max-events", "1000000", "--no-dlio-output"}), 0)
        << err();
    ASSERT_EQ(call({"import", folder_ / "run.pfw", "--out", recording_}), 0) << err();
  }
  nlohmann::json tree() const { return nlohmann::json::parse(out()); }

  static constexpr const char* kPlatform =
      "nodes:\n  clients: {count: 8, accelerators: 4, memory: 64 GiB, cores: 64}\n"
      "file_systems:\n  scratch: {lustre: {oss: {count: 2}, ost: {count: 8}}}\n";
  const std::string platform_ = folder_ / "ours.yaml", recording_ = folder_ / "run.recording",
                    made_ = folder_ / "inferred.yaml";
};

}  // namespace headrace
