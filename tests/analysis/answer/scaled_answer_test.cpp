#include "analysis/answer/scaled_answer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace headrace {
namespace {

// The inferred loader misses 100 s by 1 %; one alternative by 4 %, within 1 % + 5 %; one by 10 %, beyond.
ScaleEvidence evidence() { return {100, {"", "slow", "slower"}, {101, 104, 110}}; }

ScaledFigures at(double doublings, std::vector<double> seconds) {
  ScaledFigures point;
  point.doublings = doublings;
  point.row.seconds = seconds.front();
  point.seconds = std::move(seconds);
  return point;
}

TEST(ScaledAnswer, LeavesOutWhatTheRecordingContradicts) {
  EXPECT_EQ(loaders_that_fit(evidence()), (std::vector<std::size_t>{0, 1}));
}

// 25 % more is e^0.22, and 20 % less than the recorded time e^-0.22.
TEST(ScaledAnswer, FollowsFromALoaderThatExplainsTheRecording) {
  EXPECT_TRUE(explains(evidence()));
  EXPECT_FALSE(explains({100, {""}, {125}}));
  EXPECT_FALSE(explains({100, {""}, {80}}));
}

// low = min / e^(ln 1.01 + 0.035 d), high = max e^(ln 1.01 + 0.035 d).
TEST(ScaledAnswer, HasBoundsOfAllLoadersThatFit) {
  const ScaledAnswer answer = scaled_answer(evidence(), {at(2, {100, 104})});
  EXPECT_NEAR(answer.missed, std::log(1.01), 1e-12);
  EXPECT_DOUBLE_EQ(answer.rows.front().seconds, 100);
  EXPECT_NEAR(answer.rows.front().low, 100 / (1.01 * std::exp(0.07)), 1e-9);
  EXPECT_NEAR(answer.rows.front().high, 104 * 1.01 * std::exp(0.07), 1e-9);
}

TEST(ScaledAnswer, IsLessSureFurtherFromTheRecording) {
  const ScaledAnswer answer =
      scaled_answer(evidence(), {at(0, {101, 104}), at(1, {101, 104}), at(3, {101, 104})});
  for (std::size_t i = 1; i < answer.rows.size(); ++i) {
    EXPECT_LT(answer.rows[i].low, answer.rows[i - 1].low);
    EXPECT_GT(answer.rows[i].high, answer.rows[i - 1].high);
  }
  EXPECT_LE(answer.rows.front().low, 100) << "the recording itself is within the bounds at its own ranks";
}

}  // namespace
}  // namespace headrace
