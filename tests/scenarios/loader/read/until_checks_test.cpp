#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

constexpr const char* kUntil = "measure.until.half_width=0.005";

Problems read_until(std::vector<std::string> changes, const std::string& more = {}) {
  // Nothing is read from memory where a test does not say so: each has one reason.
  changes.insert(changes.begin(), {"jobs.train.workload.loader.direct_io=true", kUntil});
  return read_scenario(small_scenario() + more, "small.yaml", changes).problems;
}

TEST(UntilChecks, StepsThatAreAlikeMayBeLeftOut) { EXPECT_EQ(codes_of(read_until({})), ""); }

TEST(UntilChecks, SaysWhyAndWhere) {
  const Problems problems = read_until(
      {"jobs.train.workload.checkpoint.enabled=true", "jobs.train.workload.checkpoint.steps_between=7"});
  ASSERT_EQ(codes_of(problems), "E0373");
  const Problem& problem = problems.all().front();
  EXPECT_EQ(problem.sentence, "no rest of an epoch can be left out: checkpoints are written within epochs");
  EXPECT_EQ(problem.path, "measure.until");
  EXPECT_EQ(problem.help, "leave 'until' out: every step is simulated then");
}

TEST(UntilChecks, LaterStepsOfSomeJobsAreOtherSteps) {
  for (const char* change :
       {"jobs.train.cache={policy: lru, tier: memory, capacity: 1 MiB}",
        "jobs.train.shuffle={policy: global}", "jobs.train.workload.training.enabled=false",
        "measure.simulated_time_limit=10s",
        "jobs.train.workload.loader={kind: tf.data, batch_size: 4, cache_after: map}",
        "jobs.train.workload.loader={kind: tf.data, batch_size: 4, map: {num_parallel_calls: -1}}"})
    EXPECT_NE(codes_of(read_until({change, "jobs.train.workload.checkpoint.writes=1"})).find("E0373"),
              std::string::npos)
        << change;
  EXPECT_EQ(codes_of(read_until(
                {}, "faults:\n  slow: {kind: slow_node, nodes: clients, node: 0, at: 1s, lasting: 1s}\n")),
            "E0373");
}

// A checkpoint at the end of an epoch lies between epochs.
TEST(UntilChecks, CheckpointsBetweenEpochsAreNoReason) {
  EXPECT_EQ(codes_of(read_until({"jobs.train.workload.checkpoint.enabled=true"})), "");
}

// A fifth of the data set, and no more, may lie in the memory of the nodes where it is read again.
TEST(UntilChecks, MemoryServesWhatIsReadAgain) {
  const auto codes = [](std::vector<std::string> changes) {
    changes.insert(changes.begin(), "jobs.train.workload.loader.direct_io=false");
    changes.insert(changes.begin(), "jobs.train.workload.training.epochs=2");
    return codes_of(read_until(std::move(changes)));
  };
  EXPECT_NE(codes({"platform.nodes.clients.memory=1 TiB"}).find("E0373"), std::string::npos);
  EXPECT_EQ(codes({"platform.nodes.clients.memory=1 TiB", "jobs.train.workload.training.epochs=1"}), "");
}

TEST(UntilChecks, AHalfWidthHasBounds) {
  EXPECT_EQ(codes_of(read_until({"measure.until.half_width=0.00001"})), "E0107");
  EXPECT_EQ(codes_of(read_until({"measure.until.half_width=0.5"})), "E0107");
}

}  // namespace
}  // namespace headrace
