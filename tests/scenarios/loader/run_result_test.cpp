#include "scenarios/loader/run_result.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/models/support/kept_parts.h"

namespace headrace {
namespace {

// Two jobs that were run beside each other: every member is a part, and is found again.
TEST(RunResult, AnInterferenceIsItsMembers) {
  const auto filled = filled_parts<Interference>();
  const auto again = copy_by_parts(filled);
  const auto& [job, together, alone, au, au_alone, latency, latency_alone] = filled;
  EXPECT_EQ(parts_of(filled).size(), 7U);
  EXPECT_EQ(again.job, job);
  EXPECT_EQ(again.together, together);
  EXPECT_EQ(again.alone, alone);
  EXPECT_EQ(again.au_together, au);
  EXPECT_EQ(again.au_alone, au_alone);
  EXPECT_EQ(again.latency_p99_together, latency);
  EXPECT_EQ(again.latency_p99_alone, latency_alone);
  EXPECT_EQ(std::set<double>(
                {together.in_seconds(), alone.in_seconds(), latency.in_seconds(), latency_alone.in_seconds()})
                .size(),
            4U);
}

// Of a run its jobs, resources and interference, and three members of its own; what tells it from others,
// what was run beside it, and its rows are kept elsewhere: they stay what they were.
TEST(RunResult, ARunIsWhatItFound) {
  const auto filled = filled_parts<RunResult>();
  KeptParts counter(KeptParts::Mode::write);
  RunResult(filled).visit(counter);
  EXPECT_EQ(counter.at_top(), 6);
  RunResult before;
  before.scenario = "kept";
  before.seed = 7;
  before.replication = 3;
  before.rows.resize(2);
  before.alone.resize(1);
  const RunResult again = copy_by_parts(filled, before);
  EXPECT_EQ(parts_of(again), parts_of(filled));
  EXPECT_EQ(again.arm, filled.arm);
  EXPECT_FALSE(again.arm.empty());
  EXPECT_TRUE(again.disturbed);
  EXPECT_EQ(again.imbalance, filled.imbalance);
  EXPECT_EQ(again.jobs.size(), 2U);
  EXPECT_EQ(again.resources.size(), 2U);
  EXPECT_EQ(again.interference.size(), 2U);
  EXPECT_EQ(again.scenario, "kept");
  EXPECT_EQ(again.seed, 7);
  EXPECT_EQ(again.replication, 3);
  EXPECT_EQ(again.rows.size(), 2U);
  EXPECT_EQ(again.alone.size(), 1U);
}

// Paths tell the jobs apart, and what is in them: as many paths as there are parts in all.
TEST(RunResult, EachPathLeadsToItsPart) {
  const RunResult filled = filled_parts<RunResult>();
  const auto all = parts_of(filled);
  for (const std::string path :
       {"jobs/0/name", "jobs/1/epochs/1/checkpoints/0/bytes", "resources/1/owner", "interference/0/au_alone"})
    EXPECT_TRUE(all.contains(path)) << path;
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(all.at("jobs/" + std::to_string(i) + "/name"), "'" + filled.jobs[i].name + "'");
    for (const auto& [path, value] : parts_of(filled.jobs[i]))
      EXPECT_EQ(all.at("jobs/" + std::to_string(i) + "/" + path), value) << path;
  }
}

}  // namespace
}  // namespace headrace
