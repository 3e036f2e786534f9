#include "analysis/run/sweep_progress.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// On a clock that the test sets, in seconds.
class SweepProgressTest : public testing::Test {
 protected:
  SweepProgress progress(ProgressMode mode, bool on_a_terminal = false) {
    const auto read = [](void* clock) { return *static_cast<double*>(clock); };
    return {err_, on_a_terminal, mode, read, &now_};
  }

  double now_ = 0;
  StringSink err_;
};

TEST_F(SweepProgressTest, ALineEveryTenSeconds) {
  SweepProgress shown = progress(ProgressMode::text);
  now_ = 9.9;
  shown.update({100, 10, 10, 0.1});
  EXPECT_EQ(err_.text(), "");
  now_ = 10;
  shown.update({100, 20, 20, 0.2});
  EXPECT_EQ(err_.text(), "20 of 100 points, 20 %, 2 runs/s, 40 s left\n");
}

TEST_F(SweepProgressTest, ATerminalHasOneLine) {
  SweepProgress shown = progress(ProgressMode::text, true);
  now_ = 1;
  shown.update({100, 0, 0, 0});
  shown.finish();
  EXPECT_EQ(err_.text(), "\r\x1b[K0 of 100 points, 0 %\r\x1b[K");
}

TEST_F(SweepProgressTest, JsonIsALineASecond) {
  SweepProgress shown = progress(ProgressMode::json);
  now_ = 2;
  shown.update({8, 4, 4, 0.5});
  shown.update({8, 5, 5, 0.6});
  EXPECT_EQ(err_.text(),
            "{\"schema\": \"headrace.progress/1\", \"points\": 8, \"points_over\": 4, \"runs\": 4, "
            "\"done\": 0.500000, \"seconds_left\": 2.0}\n");
}

}  // namespace
}  // namespace headrace
