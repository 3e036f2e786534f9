#include "models/jobs/inference/inference_predictions.h"

#include <gtest/gtest.h>

#include "sim/task_group.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

class PredictionRun : public testing::Test {
 protected:
  PredictionRun() { group_.spawn("writer", writer_.run()); }
  void add_later(Duration at, Bytes size) { group_.spawn("answers", answers(at, size)); }
  Task<> answers(Duration at, Bytes size) {
    co_await sim_.delay(at);
    writer_.add(size);
  }

  Simulation sim_;
  Metrics metrics_;
  RecordingFileSystem storage_{sim_, 1_us, Duration(), 1_GBps, Duration()};
  PredictionWriter writer_{Scope(sim_, metrics_, "predictions/0"), storage_, FileInfo(), 1000_B};
  TaskGroup group_{sim_};
};

TEST_F(PredictionRun, WritesWholeBlocksAndThenTheRest) {
  add_later(10_us, 600_B);
  add_later(20_us, 600_B);
  add_later(30_us, 2000_B);
  EXPECT_EQ(sim_.run().end, RunEnd::stalled);
  EXPECT_EQ(writer_.written(), 3000_B);
  writer_.finish();
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(storage_.texts(),
            (std::vector<std::string>{"create 0/0", "write 0/0 [0, 1000)", "write 0/0 [1000, 2000)",
                                      "write 0/0 [2000, 3000)", "write 0/0 [3000, 3200)", "close 0/0"}));
  EXPECT_EQ(storage_.records()[1].at, Time::at(21_us));
  EXPECT_EQ(writer_.written(), writer_.added());
}

TEST_F(PredictionRun, WritesNothingWhereNothingWasPredicted) {
  writer_.finish();
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_TRUE(storage_.records().empty());
}

}  // namespace
}  // namespace headrace
