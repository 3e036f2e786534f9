#include "analysis/sweep/sweep_progress.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

double read_clock(void* context) { return *static_cast<double*>(context); }

TEST(SweepProgress, ALineEveryTenSeconds) {
  double now = 0;
  StringSink err;
  SweepProgress progress(err, false, ProgressMode::text, read_clock, &now);
  now = 9.9;
  progress.update({100, 10, 10, 0.1});
  EXPECT_EQ(err.text(), "");
  now = 10;
  progress.update({100, 20, 20, 0.2});
  EXPECT_EQ(err.text(), "20 of 100 points, 20 %, 2 runs/s, 40 s left\n");
}

TEST(SweepProgress, ATerminalHasOneLine) {
  double now = 0;
  StringSink err;
  SweepProgress progress(err, true, ProgressMode::text, read_clock, &now);
  now = 1;
  progress.update({100, 0, 0, 0});
  progress.finish();
  EXPECT_EQ(err.text(), "\r\x1b[K0 of 100 points, 0 %\r\x1b[K");
}

TEST(SweepProgress, JsonIsALineASecond) {
  double now = 0;
  StringSink err;
  SweepProgress progress(err, false, ProgressMode::json, read_clock, &now);
  now = 2;
  progress.update({8, 4, 4, 0.5});
  progress.update({8, 5, 5, 0.6});
  EXPECT_EQ(err.text(),
            "{\"schema\": \"headrace.progress/1\", \"points\": 8, \"points_over\": 4, \"runs\": 4, "
            "\"done\": 0.500000, \"seconds_left\": 2.0}\n");
}

}  // namespace
}  // namespace headrace
