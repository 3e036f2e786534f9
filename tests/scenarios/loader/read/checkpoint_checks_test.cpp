#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Reads the small scenario's one job, 2 nodes x 2 accelerators, with 100 MiB of checkpoint a rank and drives
// of 1 GiB, after these changes.
ScenarioRead checkpointed(const std::vector<std::pair<std::string, std::string>>& changes) {
  std::string text = changed(small_scenario(), "checkpoint: {enabled: false}",
                             "checkpoint: {enabled: true, model_size: 100 MiB, ranks: all_ranks}");
  text = changed(text, "  file_systems:\n", "  file_systems:\n    nvme: {local: {capacity: 1 GiB}}\n");
  text = changed(text, "    storage: scratch\n",
                 "    storage: scratch\n    local_storage: nvme\n    checkpointing: {strategy: two_level}\n");
  for (const auto& [from, to] : changes) text = changed(text, from, to);
  return read_scenario(text, "small.yaml");
}

// "CODE sentence" of each problem.
std::string said_of_checkpoints(const std::vector<std::pair<std::string, std::string>>& changes) {
  std::string out;
  const ScenarioRead read = checkpointed(changes);
  for (const Problem& problem : read.problems.all())
    out += (out.empty() ? "" : "\n") + problem.code + " " + problem.sentence;
  return out;
}

std::pair<std::string, std::string> spread(const std::string& parallelism) {
  return {"ranks: all_ranks", "transformer: {layers: 4}, parallelism: " + parallelism};
}

TEST(CheckpointChecks, AreSilentWhereAllFits) { EXPECT_EQ(said_of_checkpoints({}), ""); }

TEST(CheckpointChecks, RanksMustBeWholeReplicas) {
  for (const char* good :
       {"{}", "{tensor: 4}", "{tensor: 2, pipeline: 2}", "{tensor: 2}", "{tensor: 2, data: 2}"})
    EXPECT_EQ(said_of_checkpoints({spread(good), {"two_level", "sharded"}}), "") << good;
  EXPECT_EQ(said_of_checkpoints({spread("{tensor: 3}")}),
            "E0330 the job has 4 ranks; its model is spread over tensor 3 x pipeline 1 = 3");
  EXPECT_EQ(said_of_checkpoints({spread("{tensor: 8}")}),
            "E0330 the job has 4 ranks; its model is spread over tensor 8 x pipeline 1 = 8");
  EXPECT_EQ(said_of_checkpoints({spread("{tensor: 2, data: 4}")}),
            "E0330 the job has 4 ranks; its model is spread over tensor 2 x pipeline 1 x data 4 = 8");
  // Of a plain model, or where nothing is written, it has no meaning.
  EXPECT_EQ(said_of_checkpoints({{"ranks: all_ranks", "parallelism: {tensor: 3}"}}), "");
  EXPECT_EQ(said_of_checkpoints({spread("{tensor: 3}"), {"enabled: true", "enabled: false"}}), "");
}

TEST(CheckpointChecks, ZeroStepsAreNoDistance) {
  const auto between = [](const char* steps) {
    return std::pair<std::string, std::string>("enabled: true",
                                               std::string("enabled: true, steps_between: ") + steps);
  };
  EXPECT_EQ(said_of_checkpoints({between("0")}), "E0107 'steps_between' is 0; it takes -1, or 1 and more");
  EXPECT_EQ(said_of_checkpoints({between("-1")}), "");
  EXPECT_EQ(said_of_checkpoints({between("1")}), "");
}

TEST(CheckpointChecks, LocalStorageIsOnTheNodes) {
  EXPECT_EQ(said_of_checkpoints({{"    local_storage: nvme\n", ""}}),
            "E0331 'two_level' writes to the drives of the nodes, and the job has no 'local_storage'");
  EXPECT_EQ(said_of_checkpoints({{"local_storage: nvme", "local_storage: scratch"}}),
            "E0332 'scratch' is not on the drives of the nodes");
  EXPECT_EQ(said_of_checkpoints({{"local_storage: nvme", "local_storage: nvmee"}}),
            "E0305 the platform has no file system 'nvmee'");
  EXPECT_EQ(said_of_checkpoints({{"    local_storage: nvme\n", ""}, {"two_level", "async"}}), "");
}

// Two ranks of a node and two copies: 4 x 100 MiB of 1 GiB; 4 x 256 MiB just fit.
TEST(CheckpointChecks, CopiesMustFitOnTheDrives) {
  EXPECT_EQ(said_of_checkpoints({{"100 MiB, ranks", "256 MiB, ranks"}}), "");
  EXPECT_EQ(said_of_checkpoints({{"100 MiB, ranks", "257 MiB, ranks"}}),
            "E0333 the drives of a node hold 1 GiB, too little for 2 checkpoints of 514 MiB");
  EXPECT_EQ(said_of_checkpoints(
                {{"100 MiB, ranks", "257 MiB, ranks"}, {"two_level", "two_level, local_copies: 1"}}),
            "");
  EXPECT_EQ(said_of_checkpoints({{"100 MiB, ranks", "257 MiB, ranks"}, {"two_level", "sharded"}}), "");
}

TEST(CheckpointChecks, AHostBufferHoldsACheckpoint) {
  EXPECT_EQ(said_of_checkpoints({{"two_level", "async, host_buffer: 100 MiB"}}), "");
  EXPECT_EQ(said_of_checkpoints({{"two_level", "async, host_buffer: 0 B"}}), "");
  EXPECT_EQ(said_of_checkpoints({{"two_level", "async, host_buffer: 99 MiB"}}),
            "E0334 a host buffer of 99 MiB never holds the checkpoint of a rank, 100 MiB");
}

TEST(CheckpointChecks, StraightFromAcceleratorsNeedsLinks) {
  const std::pair<std::string, std::string> direct{"two_level", "direct"};
  EXPECT_EQ(said_of_checkpoints({direct}), "E0336 the nodes of 'clients' have no links to accelerators");
  EXPECT_EQ(said_of_checkpoints({direct, {"{count: 2, ", "{count: 2, pcie: {}, "}}), "");
}

TEST(CheckpointChecks, SizesAreCountable) {
  EXPECT_EQ(
      said_of_checkpoints({{"ranks: all_ranks", "transformer: {layers: 1000000, hidden_size: 10000000}"}}),
      "E0335 a checkpoint is larger than 2 EiB");
  EXPECT_EQ(said_of_checkpoints(
                {{"ranks: all_ranks", "layer_elements: [9000000000000000000], transformer: {layers: 9}"}}),
            "E0335 a checkpoint is larger than 2 EiB");
}

TEST(CheckpointChecks, ParametersAreThoseOfTheStrategy) {
  EXPECT_EQ(codes_of(checkpointed({{"two_level", "sharded, host_buffer: 1 GiB"}}).problems), "E0101");
  EXPECT_EQ(codes_of(checkpointed({{"two_level", "twolevel"}}).problems), "E0109");
}

// DLIO's files of MLPerf Storage, on the ranks that the benchmark fixes for them, and on others.
std::string dlio_scenario(const std::string& model, std::int64_t nodes) {
  return "schema: headrace/1\nname: checkpoints\nplatform:\n  nodes: {clients: {count: " +
         std::to_string(nodes) +
         ", accelerators: 8}}\n  file_systems: {scratch: {lustre: {oss: {count: 2}, ost: {count: 8}}}}\n"
         "jobs:\n  save:\n    dlio: workloads/" +
         model +
         ".yaml\n    overrides: [\"++workload.checkpoint.num_checkpoints_write=1\", "
         "\"++workload.checkpoint.num_checkpoints_read=1\"]\n"
         "    nodes: {group: clients}\n    storage: scratch\n";
}

TEST(CheckpointChecks, PublishedFilesRunOnTheirRanks) {
  for (const auto& [model, nodes] : std::vector<std::pair<std::string, std::int64_t>>{
           {"llama3_8b", 1}, {"llama3_70b", 8}, {"llama3_405b", 64}, {"llama3_1t", 128}}) {
    EXPECT_EQ(codes_of(read_scenario(dlio_scenario(model, nodes), "s.yaml").problems), "") << model;
  }
  EXPECT_EQ(codes_of(read_scenario(dlio_scenario("llama3_405b", 65), "s.yaml").problems), "E0330");
}

// From the unmodified file to the answer: 104.7045 GiB written and read back by 8 ranks.
TEST(CheckpointChecks, The8bFileRunsFromEndToEnd) {
  const ScenarioRead read = read_scenario(dlio_scenario("llama3_8b", 1), "s.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const RunResult result = Experiment(*read.scenario).run();
  ASSERT_EQ(result.outcome.end, RunEnd::finished);
  const JobResult& job = result.jobs.at(0);
  EXPECT_EQ(job.kind, JobKind::checkpoint);
  ASSERT_EQ(job.checkpoints.size(), 2u);
  for (const SpanResult& span : job.checkpoints) {
    EXPECT_NEAR(static_cast<double>(span.bytes.count()) / 1073741824.0, 104.7045, 5e-5);
    EXPECT_GT(span.end, span.start);
    EXPECT_GE(span.durable, span.end);
  }
}

}  // namespace
}  // namespace headrace
