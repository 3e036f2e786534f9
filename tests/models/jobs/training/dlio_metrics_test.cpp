#include "models/jobs/training/dlio_metrics.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

Time at_second(double seconds) { return Time::at(Duration::seconds(seconds)); }

// Runs a block of 4 steps, 2 s compute each; loads 3, 1, 1, 1 s; the block lasts 16 s.
DlioMeter::Epoch run_block(DlioVersion version, const MetricSpec& metric) {
  DlioMeter meter(version, metric, 10);
  meter.begin_block(at_second(100));
  for (const double load : {3.0, 1.0, 1.0, 1.0}) meter.step(Duration::seconds(load), 2_s);
  meter.end_block(at_second(116));
  return meter.take_epoch();
}

// AU = 3 * 2 / (16 - 5), rate = 4 * 10 / 16.
TEST(DlioMetrics, OldVersionsSkipTheFirstStepOnly) {
  for (const DlioVersion version : {DlioVersion::v0_5, DlioVersion::v1_0}) {
    const auto epoch = run_block(version, MetricSpec());
    EXPECT_EQ(epoch.steps, 4);
    EXPECT_DOUBLE_EQ(epoch.au_percent.value(), 100.0 * 6 / 11);
    EXPECT_DOUBLE_EQ(epoch.samples_per_second.value(), 2.5);
  }
}

// The same AU; rate = (4 - 2) * 10 / (16 - 5).
TEST(DlioMetrics, NewVersionsLeaveTheExcludedStepsOutOfBoth) {
  const auto epoch = run_block(DlioVersion::v2_0, MetricSpec());
  EXPECT_DOUBLE_EQ(epoch.au_percent.value(), 100.0 * 6 / 11);
  EXPECT_DOUBLE_EQ(epoch.samples_per_second.value(), 20.0 / 11);
}

// The same AU; rate = (4 - 1) * 10 / (16 - 5), and of one step nothing, where v2.0 has a negative rate.
TEST(DlioMetrics, MlperfV3CountsTheSameStepsForBoth) {
  const auto epoch = run_block(DlioVersion::mlperf_v3_0, MetricSpec());
  EXPECT_DOUBLE_EQ(epoch.au_percent.value(), 100.0 * 6 / 11);
  EXPECT_DOUBLE_EQ(epoch.samples_per_second.value(), 30.0 / 11);
  const auto main = run_block(DlioVersion::main, MetricSpec());
  EXPECT_DOUBLE_EQ(main.samples_per_second.value(), 20.0 / 11);
  DlioMeter meter(DlioVersion::mlperf_v3_0, MetricSpec(), 10);
  meter.begin_block(at_second(0));
  meter.step(3_s, 2_s);
  meter.end_block(at_second(7));
  EXPECT_EQ(meter.take_epoch().samples_per_second, std::nullopt);
}

// Without 1 step at the start and 1 at the end: AU = 2 * 2 / (16 - 5 - 3), rate = (4 - 1 - 1 - 1) * 10 / 8.
TEST(DlioMetrics, NewVersionsCanLeaveOutTheEndToo) {
  MetricSpec metric;
  metric.exclude_end_steps = 1;
  const auto epoch = run_block(DlioVersion::v2_0, metric);
  EXPECT_DOUBLE_EQ(epoch.au_percent.value(), 50.0);
  EXPECT_DOUBLE_EQ(epoch.samples_per_second.value(), 1.25);
}

// An epoch that hardly computes has the AU that it has: 2 steps of 1 ms in the 20 s behind the first.
TEST(DlioMetrics, AUtilisationBelowOnePercentIsTold) {
  DlioMeter meter(DlioVersion::v1_0, MetricSpec(), 1);
  meter.begin_block(at_second(0));
  for (const double load : {10.0, 10.0, 10.0}) meter.step(Duration::seconds(load) - 1_ms, 1_ms);
  meter.end_block(at_second(30));
  EXPECT_NEAR(meter.take_epoch().au_percent.value(), 100 * 0.002 / 20, 1e-9);
}

// One step: DLIO prints (1 - 2) * batch / (block - all of it) = -5, and an AU of 0.
TEST(DlioMetrics, OneStepOfTheNewVersionHasNoFigure) {
  DlioMeter meter(DlioVersion::v2_0, MetricSpec(), 10);
  meter.begin_block(at_second(0));
  meter.step(3_s, 2_s);
  meter.end_block(at_second(7));
  const auto epoch = meter.take_epoch();
  EXPECT_EQ(epoch.au_percent, std::nullopt);
  EXPECT_EQ(epoch.samples_per_second, std::nullopt);
}

// Blocks of 2 and 3 steps: the mean weighted by steps.
TEST(DlioMetrics, BlocksAreWeightedByTheirSteps) {
  DlioMeter meter(DlioVersion::v1_0, MetricSpec(), 1);
  meter.begin_block(at_second(0));
  for (int i = 0; i < 2; ++i) meter.step(0_s, 1_s);
  meter.end_block(at_second(2));  // AU 1 / (2 - 1), rate 1.
  meter.begin_block(at_second(10));
  for (int i = 0; i < 3; ++i) meter.step(1_s, 1_s);
  meter.end_block(at_second(16));  // AU 2 / (6 - 2), rate 1/2.
  const auto epoch = meter.take_epoch();
  EXPECT_DOUBLE_EQ(epoch.au_percent.value(), (2 * 100.0 + 3 * 50.0) / 5);
  EXPECT_DOUBLE_EQ(epoch.samples_per_second.value(), (2 * 1.0 + 3 * 0.5) / 5);
  EXPECT_EQ(meter.take_epoch().steps, 0);
}

// Blocks of 5 steps, with a rate of 3 / 4, and of 2, of which DLIO counts none. With one of a single step,
// which DLIO counts as less than none, the epoch has no rate. The next epoch begins anew.
TEST(DlioMetrics, ABlockThatIsTooShortTakesTheRateOfItsEpoch) {
  DlioMeter meter(DlioVersion::v2_0, MetricSpec(), 1);
  meter.begin_block(at_second(0));
  for (int i = 0; i < 5; ++i) meter.step(0_s, 1_s);
  meter.end_block(at_second(5));
  meter.begin_block(at_second(5));
  for (int i = 0; i < 2; ++i) meter.step(1_s, 1_s);
  meter.end_block(at_second(9));
  DlioMeter shorter = meter;
  const auto epoch = meter.take_epoch();
  EXPECT_DOUBLE_EQ(epoch.au_percent.value(), (5 * 100.0 + 2 * 50.0) / 7);
  EXPECT_DOUBLE_EQ(epoch.samples_per_second.value(), 5 * (3.0 / 4) / 7);
  shorter.begin_block(at_second(9));
  shorter.step(1_s, 1_s);
  shorter.end_block(at_second(12));
  EXPECT_EQ(shorter.take_epoch().samples_per_second, std::nullopt);
  meter.begin_block(at_second(10));
  for (int i = 0; i < 3; ++i) meter.step(0_s, 1_s);
  meter.end_block(at_second(13));
  EXPECT_DOUBLE_EQ(meter.take_epoch().samples_per_second.value(), 1.0 / 2);
}

// Eight steps of which the last four repeat the two before them: the figures of eight that were made.
TEST(DlioMetrics, RepeatedStepsCountAsIfTheyWereMade) {
  for (const DlioVersion version : {DlioVersion::v1_0, DlioVersion::v2_0}) {
    DlioMeter made(version, MetricSpec(), 10), repeated(version, MetricSpec(), 10);
    for (DlioMeter* meter : {&made, &repeated}) {
      meter->begin_block(at_second(100));
      for (int step = 0; step < 2; ++step) meter->step(1_s, 2_s);
    }
    const DlioMeter half = repeated;
    for (int step = 0; step < 2; ++step) repeated.step(1_s, 2_s);
    repeated.repeat(half, 4, 2);
    for (int step = 0; step < 6; ++step) made.step(1_s, 2_s);
    for (DlioMeter* meter : {&made, &repeated}) meter->end_block(at_second(126));
    const auto expected = made.take_epoch(), found = repeated.take_epoch();
    EXPECT_EQ(found.steps, 8);
    EXPECT_DOUBLE_EQ(found.au_percent.value(), expected.au_percent.value());
    EXPECT_DOUBLE_EQ(found.samples_per_second.value(), expected.samples_per_second.value());
  }
}

}  // namespace
}  // namespace headrace
