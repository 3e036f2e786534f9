#include "models/jobs/checkpoint/figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "models/jobs/figures.h"

namespace headrace {
namespace {

TEST(CheckpointFigures, AreRowsOfTheTable) {
  const auto rows = checkpoint_figures();
  EXPECT_TRUE(std::any_of(rows.begin(), rows.end(),
                          [](const FigureRow& row) { return row.path == "checkpoint_all_seconds"; }));
  for (const FigureRow& row : rows) {
    const FigureRow* const found = find_figure_row(row.path);
    ASSERT_NE(found, nullptr) << row.path;
    EXPECT_EQ(found->meaning, row.meaning);
  }
}

SpanResult written(Duration start, Duration end, Duration durable) {
  SpanResult span;
  span.start = Time::at(start);
  span.end = span.all_end = Time::at(end);
  span.durable = Time::at(durable);
  span.bytes = 3'000'000_B;
  return span;
}

// Bytes over the time until the last rank goes on and all is durable: 3 MB in 2 ms and in 6 ms; nothing of
// what takes no time, or is not durable yet.
TEST(CheckpointFigures, HaveARateOfWhatTakesTime) {
  EXPECT_DOUBLE_EQ(bytes_per_second(written(1_ms, 3_ms, 2_ms)).value(), 1.5e9);
  EXPECT_DOUBLE_EQ(bytes_per_second(written(1_ms, 3_ms, 7_ms)).value(), 0.5e9);
  EXPECT_EQ(bytes_per_second(written(1_ms, 1_ms, 1_ms)), std::nullopt);
  SpanResult open = written(1_ms, 3_ms, 2_ms);
  open.durable = Time::never();
  EXPECT_EQ(bytes_per_second(open), std::nullopt);
}

// Durable is what was written, once somebody has said when it was.
TEST(CheckpointFigures, KnowWhatIsDurable) {
  SpanResult span = written(1_ms, 3_ms, 7_ms);
  EXPECT_TRUE(is_durable(span));
  span.read = true;
  EXPECT_FALSE(is_durable(span));
  EXPECT_FALSE(is_durable(SpanResult()));
  span = SpanResult();
  span.durable = Time::never();
  EXPECT_FALSE(is_durable(span));
}

// A mean over those of epochs and outside of them: 5, 6 and 7 ms, and not of one that is read, nor of one
// that is not there yet.
TEST(CheckpointFigures, TellWhenCheckpointsWereSafe) {
  const auto found = [](const JobResult& job) {
    return value_of(*find_figure_row("checkpoint_durable_seconds"), job);
  };
  JobResult job;
  EXPECT_FALSE(found(job).there);
  EpochResult& epoch = job.epochs.emplace_back();
  epoch.checkpoints = {written(1_ms, 2_ms, 6_ms), written(10_ms, 11_ms, 16_ms)};
  job.checkpoints = {written(20_ms, 27_ms, 27_ms), written(30_ms, 31_ms, 90_ms),
                     written(40_ms, 41_ms, 90_ms)};
  job.checkpoints[1].read = true;
  job.checkpoints[2].durable = Time::never();
  EXPECT_DOUBLE_EQ(found(job).number.value(), 0.006);
}

}  // namespace
}  // namespace headrace
