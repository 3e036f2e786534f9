#include "models/jobs/training/dlio_metrics.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

Time at(double seconds) { return Time::at(Duration::seconds(seconds)); }

// A block of 4 steps, 2 s compute each; loads 3, 1, 1, 1 s; the block lasts 16 s.
DlioMeter::Epoch run_block(DlioVersion version, const MetricSpec& metric) {
  DlioMeter meter(version, metric, 10);
  meter.begin_block(at(100));
  for (const double load : {3.0, 1.0, 1.0, 1.0}) meter.step(Duration::seconds(load), 2_s);
  meter.end_block(at(116));
  return meter.take_epoch();
}

// AU = 3 * 2 / (16 - 5), rate = 4 * 10 / 16.
TEST(DlioMetrics, OldVersionsSkipTheFirstStepOnly) {
  for (const DlioVersion version : {DlioVersion::v0_5, DlioVersion::v1_0}) {
    const auto epoch = run_block(version, MetricSpec());
    EXPECT_EQ(epoch.steps, 4);
    EXPECT_DOUBLE_EQ(epoch.au_percent, 100.0 * 6 / 11);
    EXPECT_DOUBLE_EQ(epoch.samples_per_second, 2.5);
  }
}

// The same AU; rate = (4 - 2) * 10 / (16 - 5).
TEST(DlioMetrics, NewVersionsLeaveTheExcludedStepsOutOfBoth) {
  const auto epoch = run_block(DlioVersion::v2_0, MetricSpec());
  EXPECT_DOUBLE_EQ(epoch.au_percent, 100.0 * 6 / 11);
  EXPECT_DOUBLE_EQ(epoch.samples_per_second, 20.0 / 11);
}

// Without 1 step at the start and 1 at the end: AU = 2 * 2 / (16 - 5 - 3), rate = (4 - 1 - 1 - 1) * 10 / 8.
TEST(DlioMetrics, NewVersionsCanLeaveOutTheEndToo) {
  MetricSpec metric;
  metric.exclude_end_steps = 1;
  const auto epoch = run_block(DlioVersion::v2_0, metric);
  EXPECT_DOUBLE_EQ(epoch.au_percent, 50.0);
  EXPECT_DOUBLE_EQ(epoch.samples_per_second, 1.25);
}

// One step: (1 - 2) * batch / (block - all of it), which is negative in DLIO, too.
TEST(DlioMetrics, OneStepOfTheNewVersionHasANegativeRate) {
  DlioMeter meter(DlioVersion::v2_0, MetricSpec(), 10);
  meter.begin_block(at(0));
  meter.step(3_s, 2_s);
  meter.end_block(at(7));
  const auto epoch = meter.take_epoch();
  EXPECT_DOUBLE_EQ(epoch.au_percent, 0);
  EXPECT_DOUBLE_EQ(epoch.samples_per_second, -5);
}

// Blocks of 1 and 3 steps: the mean weighted by steps.
TEST(DlioMetrics, BlocksAreWeightedByTheirSteps) {
  DlioMeter meter(DlioVersion::v1_0, MetricSpec(), 1);
  meter.begin_block(at(0));
  meter.step(0_s, 1_s);
  meter.end_block(at(1));  // AU 0 (nothing after the first step), rate 1.
  meter.begin_block(at(10));
  for (int i = 0; i < 3; ++i) meter.step(1_s, 1_s);
  meter.end_block(at(16));  // AU 2 / (6 - 2), rate 1/2.
  const auto epoch = meter.take_epoch();
  EXPECT_DOUBLE_EQ(epoch.au_percent, (1 * 0.0 + 3 * 50.0) / 4);
  EXPECT_DOUBLE_EQ(epoch.samples_per_second, (1 * 1.0 + 3 * 0.5) / 4);
  EXPECT_EQ(meter.take_epoch().steps, 0);
}

}  // namespace
}  // namespace headrace
