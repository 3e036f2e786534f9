#include "analysis/results/run_reader.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/errors.h"
#include "analysis/page/json.h"
#include "analysis/page/summary.h"
#include "analysis/results/run_writer.h"
#include "analysis/results/schema.h"
#include "scenarios/loader/experiment.h"
#include "tests/analysis/results/part_text.h"
#include "tests/analysis/results/sample_provenance.h"
#include "tests/analysis/sample_more.h"
#include "tests/scenarios/swarm.h"

namespace headrace {
namespace {

class RunReaderTest : public testing::Test {
 protected:
  RunReaderTest() { prepare_for_writing(database_); }

  std::int64_t store(const RunResult& run, RowChoice rows = RowChoice::all) {
    return RunWriter(database_).add(run, sample_provenance(), rows);
  }
  void expect_back(const RunResult& run) {
    const RunResult back = read_run(database_, store(run));
    EXPECT_EQ(lines_of(back), lines_of(run));
    EXPECT_EQ(json_text(result_tree({&back, 1}, {})), json_text(result_tree({&run, 1}, {})));
    SummaryOptions options;
    options.verbose = true;
    EXPECT_EQ(summary_text({&back, 1}, options), summary_text({&run, 1}, options));
  }

  Database database_{":memory:", Database::Access::write};
};

TEST_F(RunReaderTest, WhatEachKindOfJobSaysComesBack) {
  RunResult run = training_run();
  run.jobs[0].cache = cache_of(30, 70);
  run.jobs[0].restarts = JobRestarts{2, 3_s, 4_s};
  run.jobs[0].failure = JobFailure{at_seconds(7), "clients/3", at_seconds(5)};
  run.jobs[0].no_effect = {{"train", "dataset.data_folder", "files are simulated, not stored"}};
  run.jobs.push_back(streaming_job());
  run.jobs.push_back(checkpoint_run().jobs[0]);
  run.interference = {{"train", 410_s, 400_s, 91.9, 95, 3_ms, 2_ms}};
  run.series = {{"jobs", "ranks_waiting", at_seconds(1), 2_s, 0.1}};
  run.disturbed = true;
  run.imbalance = "a byte";
  run.arm = "wide";
  expect_back(run);
}

// Law: for every run of every store, kind of job and fault, what is read is what was written, and every page
// of it is the same byte for byte.
TEST_F(RunReaderTest, RunsOfTheSwarmComeBack) {
  for (std::uint64_t number = 0; number < 60; ++number) {
    Swarm swarm(number);
    Scenario scenario = swarm.draw();
    scenario.measure.event_limit = 5000;
    SCOPED_TRACE(swarm.text());
    expect_back(Experiment(scenario, 1).run());
    if (HasFailure()) return;
  }
}

// Writing what was read back gives the same figures, epochs and rows again.
TEST_F(RunReaderTest, WhatIsReadIsWrittenAlike) {
  const std::int64_t first = store(training_run());
  const std::int64_t second = store(read_run(database_, first));
  EXPECT_EQ(database_.text("SELECT content_hash FROM run WHERE id = " + std::to_string(first)),
            database_.text("SELECT content_hash FROM run WHERE id = " + std::to_string(second)));
}

TEST_F(RunReaderTest, FiguresAloneAreNoRun) {
  const std::int64_t run = store(training_run(), RowChoice::figures);
  EXPECT_THROW(read_run(database_, run), InputError);
  EXPECT_THROW(read_run(database_, run + 1), InputError);
}

// Rows that somebody has changed are told, never taken for something else.
TEST_F(RunReaderTest, DamagedPartsAreTold) {
  const std::int64_t run = store(training_run());
  for (const char* damage : {"DELETE FROM part WHERE path = 'jobs/0/name'",
                             "UPDATE part SET value = 'many' WHERE path = 'jobs/size'",
                             "UPDATE part SET value = -1 WHERE path = 'jobs/0/epochs/size'",
                             "UPDATE part SET value = 1000000000 WHERE path = 'jobs/0/epochs/size'",
                             "UPDATE part SET value = 'trains' WHERE path = 'jobs/0/kind'",
                             "UPDATE histogram SET bucket = bucket + 100000",
                             "UPDATE time_budget SET cause = 'sleep' WHERE rank = 0 AND cause = 'compute'"}) {
    Transaction undone(database_);
    database_.execute(damage);
    EXPECT_THROW(read_run(database_, run), InputError) << damage;
  }
}

// A headrace that did not know a part stored runs without it: nothing stands in its place.
TEST_F(RunReaderTest, RunsOfAnOlderHeadraceLackWhatIsNew) {
  RunResult run = training_run();
  run.jobs[0].epochs[0].step_time = StepTime{128, 8, 0.01};
  const std::int64_t stored = store(run);
  EXPECT_EQ(read_run(database_, stored).jobs[0].epochs[0].step_time->simulated, 128);
  database_.execute("DELETE FROM part WHERE path LIKE '%/step_time/%'");
  const RunResult old = read_run(database_, stored);
  EXPECT_FALSE(old.jobs[0].epochs[0].step_time);
  run.jobs[0].epochs[0].step_time.reset();
  EXPECT_EQ(summary_text({&old, 1}, {}), summary_text({&run, 1}, {}));
}

}  // namespace
}  // namespace headrace
