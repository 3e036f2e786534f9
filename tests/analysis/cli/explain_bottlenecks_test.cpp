// Bottlenecks that were put in by hand, explained: the first cause and its side, and what the
// critical path of one run foretells of a part that is 10 % faster, against the runs that make it so.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/analysis/cli/reproductions.h"

namespace headrace {
namespace {

using nlohmann::json;

struct Seeded {
  std::string_view name;
  std::vector<std::string> overrides;
  std::vector<std::string> sides;
  std::string_view part;
  double within = 0.10;  // Of the effect; more where the line above the case says why.
};

const std::string kStore = "platform.file_systems.scratch.lustre.";
const std::string kMachine = "platform.nodes.node.";
const std::string kJob = "jobs.train.workload.";
constexpr std::string_view kCores = "node: work of software on the cores";

const std::vector<Seeded> kBottlenecks = {
    {"none", {kJob + "training.computation_time=4 s"}, {"accelerators"}, "train: compute"},
    {"mds", {kStore + "mds={count: 1, threads: 1, open: 1 ms}"}, {"storage"}, "scratch: mds"},
    {"slow_ost",
     {"faults+={slow: {kind: slow_target, ost: 3, file_system: scratch, share: 0.05, at: 0 s}}",
      kStore + "ost.device.read_bandwidth=1 GB/s"},
     {"storage"},
     "scratch: ost"},
    {"nic", {kMachine + "nic.bandwidth=250 MB/s"}, {"network"}, "node: ports"},
    {"server_port", {kStore + "oss={count: 4, nic: {bandwidth: 250 MB/s}}"}, {"storage"}, "scratch: oss"},
    {"drives",
     {kStore + "ost={count: 2, device: {read_bandwidth: 500 MB/s}}", kStore + "oss.count=2"},
     {"storage"},
     "scratch: ost"},
    {"window",
     {kStore + "client.max_rpcs_in_flight=1", kStore + "ost.device.read_latency=20 ms",
      kStore + "ost.count=2", kStore + "oss.count=2"},
     {"storage"},
     "scratch: ost"},
    {"decode", {kJob + "dataset.format=jpeg", kJob + "loader.read_threads=1"}, {"client"}, kCores},
    {"preprocess", {kJob + "loader.preprocess_time=60 ms"}, {"client"}, "train: preprocessing"},
    // Another of eight ranks that draw 40 ms each is the last once one is faster: 74 % where the path says
    // 84 % of the first, 17 % where it says 11 % of the second.
    {"in_order",
     {kJob + "loader.preprocess_time={law: exponential, mean: 40 ms}", kJob + "loader.read_threads=4",
      kJob + "loader.batch_size=1", kJob + "dataset.files=800"},
     {"accelerators"},
     "train: compute",
     0.40},
    {"barrier_tail",
     {kMachine + "slow_nodes={numbers: [0], factor: 2}", kJob + "training.computation_time=200 ms"},
     {"accelerators"},
     "train: compute"},
    {"memory", {kMachine + "memory_bandwidth=1 GB/s"}, {"client"}, "node: memory"},
    {"cache_too_small",
     {"jobs.train.cache={policy: lru, scope: node, tier: memory, capacity: 400 MB}",
      "jobs.train.shuffle.policy=local", kJob + "training.epochs=4", kJob + "dataset.files=1600",
      kStore + "ost={count: 2, device: {read_bandwidth: 300 MB/s}}", kStore + "oss.count=2"},
     {"storage"},
     "scratch: ost"},
    // Compute between checkpoints has 15.8 % of the path and 14.0 % of the effect.
    {"checkpoints",
     {kJob + "checkpoint={enabled: true, steps_between: 5, epochs_between: 1, after_epoch: 1, "
             "model_size: 400 MB, ranks: all_ranks}",
      kStore + "ost.device.write_bandwidth=200 MB/s"},
     {"storage"},
     "scratch: ost",
     0.20},
    // Threads that take turns: 48 % where the experiment says 42 % of the software.
    {"cores",
     {kJob + "loader.preprocess_time=3 ms", kMachine + "cores=1"},
     {"client"},
     "train: preprocessing",
     0.20},
    {"object_library",
     {kJob + "dataset.format=hdf5", kJob + "loader.kind=tensorflow", kJob + "loader.read_threads=8",
      kMachine + "host_work.decode.hdf5=200 MB/s"},
     {"client"},
     kCores}};

const std::vector<Seeded> kMixtures = {
    // Two drives for eight ranks: single runs differ by as much (elasticities sum to 0.77 on the first seed):
    // 48 % over eight seeds where the path of the first says 60 %.
    {"drives_and_software",
     {kStore + "ost={count: 2, device: {read_bandwidth: 900 MB/s}}", kStore + "oss.count=2",
      kJob + "loader.read_threads=1", kJob + "loader.preprocess_time=1 ms"},
     {"client", "storage"},
     "scratch: ost",
     0.30},
    {"preprocess_and_nic",
     {kJob + "loader.preprocess_time=2 ms", kJob + "loader.read_threads=1",
      kMachine + "nic.bandwidth=500 MB/s"},
     {"client", "network"},
     "node: ports"},
    {"latency_and_software",
     {kStore + "mds={count: 1, threads: 1, open: 300 us}", kStore + "ost.device.read_latency=3 ms",
      kJob + "loader.read_threads=1"},
     {"storage"},
     "scratch: ost"},
    {"preprocess_and_latency",
     {kJob + "loader.preprocess_time=3 ms", kJob + "loader.read_threads=1",
      kStore + "ost.device.read_latency=3 ms"},
     {"client"},
     "scratch: ost"},
    {"gradients_and_compute",
     {"jobs.train.collectives={gradient_size: 1 GB, overlap: 0}"},
     {"network"},
     "train: gradients"},
    {"checkpoints_and_compute",
     {kJob + "checkpoint={enabled: true, steps_between: 5, epochs_between: 1, after_epoch: 1, "
             "model_size: 100 MB, ranks: all_ranks}",
      kStore + "ost.device.write_bandwidth=200 MB/s", kJob + "training.computation_time=200 ms"},
     {"accelerators"},
     "train: compute"}};

class ExplainBottlenecksLong : public Reproductions {
 protected:
  json explained(const Seeded& one) {
    std::ofstream(scenario_) << kFed;
    std::vector<std::string> words{"explain", scenario_};
    words.insert(words.end(), one.overrides.begin(), one.overrides.end());
    // Several seeds, as one run of a system of queues has effects of its own, of a part that is nowhere near.
    for (const char* const word : {"--figure", "seconds", "--seeds", "8", "--json", "--quiet"})
      words.emplace_back(word);
    EXPECT_EQ(call(words), 0) << one.name << err();
    return json::parse(out())["figures"][0];
  }

  // The first cause and the sides are those that were put in; sum of blame == length of the path; and of
  // parts with more than a tenth of it, blame / 11 == 1 - 1 / (1 + gain of 10 %), within so much of that.
  void expect_found(const std::vector<Seeded>& all) {
    for (const Seeded& one : all) {
      const json figure = explained(one);
      EXPECT_EQ(figure["bound_by"], json(one.sides)) << one.name;
      EXPECT_EQ(figure["parts"][0]["part"], one.part) << one.name;
      const json& path = figure["critical_path"];
      for (const char* const way : {"parts", "kinds"}) {
        std::int64_t sum = 0;
        for (const json& part : path[way]) sum += part["ns"].get<std::int64_t>();
        EXPECT_EQ(sum, path["length_ns"].get<std::int64_t>()) << one.name << way;
      }
      for (const json& part : figure["parts"]) {
        const double share = part["critical_path_share"];
        const double effect = 1 - 1 / (1 + part["gain_percent_10"]["mean"].get<double>() / 100);
        if (share <= 0.1) continue;
        EXPECT_NEAR(share / 11, effect, one.within * effect) << one.name << part["part"];
      }
    }
  }
};

TEST_F(ExplainBottlenecksLong, OfOneKindAreFound) { expect_found(kBottlenecks); }
TEST_F(ExplainBottlenecksLong, AreFoundInMixtures) { expect_found(kMixtures); }

}  // namespace
}  // namespace headrace
