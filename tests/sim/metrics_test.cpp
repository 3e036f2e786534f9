#include "sim/metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

TEST(Counter, AddsCountsBytesAndDurations) {
  Counter counter;
  counter.add();
  counter.add(Bytes::count(9));
  counter.add(5_ns);
  EXPECT_EQ(counter.value(), 15);
}

// Mean = sum of value x time / time: (0 x 10 + 4 x 20 + 1 x 10) / 40.
TEST(Gauge, WeighsByTime) {
  Gauge gauge;
  gauge.set(Time::at(10_ns), 4);
  gauge.set(Time::at(30_ns), 1);
  EXPECT_DOUBLE_EQ(gauge.mean(Time::at(40_ns)), 90.0 / 40);
  EXPECT_EQ(gauge.max(), 4);
  EXPECT_EQ(gauge.value(), 1);
  gauge.add(Time::at(40_ns), 2);
  EXPECT_EQ(gauge.value(), 3);
  EXPECT_DOUBLE_EQ(gauge.mean(Time::at(50_ns)), 120.0 / 50);
}

TEST(Gauge, AtTheStartIsItsValue) {
  Gauge gauge;
  gauge.set(Time(), 7);
  EXPECT_EQ(gauge.mean(Time()), 7);
}

TEST(Histogram, IsExactForSmallNumbersAndSums) {
  Histogram histogram;
  for (std::int64_t v = 1; v <= 100; ++v) histogram.record(v);
  EXPECT_EQ(histogram.count(), 100u);
  EXPECT_EQ(histogram.min(), 1);
  EXPECT_EQ(histogram.max(), 100);
  EXPECT_EQ(histogram.mean(), 50.5);
  EXPECT_EQ(histogram.quantile(0), 1);
  EXPECT_EQ(histogram.quantile(0.5), 50);
  EXPECT_EQ(histogram.quantile(0.99), 99);
  EXPECT_EQ(histogram.quantile(1), 100);
}

// Of one record all are that record; of none, nothing.
TEST(Histogram, OfOneAndOfNone) {
  Histogram histogram;
  EXPECT_EQ(histogram.count(), 0u);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.max(), 0);
  EXPECT_EQ(histogram.mean(), 0);
  EXPECT_EQ(histogram.quantile(0.5), 0);
  histogram.record(7);
  EXPECT_EQ(histogram.count(), 1u);
  EXPECT_EQ(histogram.min(), 7);
  EXPECT_EQ(histogram.max(), 7);
  EXPECT_EQ(histogram.mean(), 7);
  EXPECT_EQ(histogram.quantile(0), 7);
  EXPECT_EQ(histogram.quantile(1), 7);
}

TEST(Histogram, QuantilesAreWithinOnePointSixPercent) {
  RandomStream random(1, "histogram");
  Histogram histogram;
  std::vector<std::int64_t> all;
  for (int i = 0; i < 50000; ++i) {
    all.push_back(static_cast<std::int64_t>(std::exp(25 * random.uniform())));
    histogram.record(all.back());
  }
  std::sort(all.begin(), all.end());
  for (const double q : {0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
    const auto rank = static_cast<std::size_t>(std::ceil(q * 50000)) - 1;
    const auto exact = static_cast<double>(all[rank]);
    EXPECT_NEAR(static_cast<double>(histogram.quantile(q)), exact, 0.016 * exact) << q;
  }
}

TEST(Histogram, HoldsTheExtremes) {
  Histogram histogram;
  histogram.record(-5);
  EXPECT_EQ(histogram.max(), 0);
  histogram.record(Duration::max());
  EXPECT_EQ(histogram.quantile(1), Duration::max().ns());
  EXPECT_EQ(histogram.quantile(0), 0);
  EXPECT_EQ(Histogram().quantile(0.5), 0);
}

TEST(Histogram, MergedIsAsIfRecordedTogether) {
  RandomStream random(1, "merge");
  Histogram parts[3];
  Histogram together;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const auto value = static_cast<std::int64_t>(random.below(std::uint64_t{1} << (10 * (1 + i % 3))));
    parts[i % 3].record(value);
    together.record(value);
  }
  Histogram merged;
  for (const Histogram& part : parts) merged.merge(part);
  EXPECT_EQ(merged.count(), together.count());
  EXPECT_EQ(merged.sum(), together.sum());
  EXPECT_EQ(merged.min(), together.min());
  EXPECT_EQ(merged.max(), together.max());
  for (int percent = 0; percent <= 100; ++percent)
    EXPECT_EQ(merged.quantile(percent / 100.0), together.quantile(percent / 100.0));
}

TEST(Metrics, GivesRowsInTheOrderOfAsking) {
  Metrics metrics;
  Histogram& latency = metrics.histogram("ost/2", "latency", Unit::nanoseconds);
  Counter& read = metrics.counter("ost/10", "bytes_read", Unit::bytes);
  metrics.gauge("ost/10", "queue", Unit::count).set(Time(), 2);
  metrics.histogram("ost/10", "empty", Unit::bytes);
  for (int i = 0; i < 1000; ++i)
    metrics.counter("filler", std::to_string(i), Unit::count);  // References stay good.
  latency.record(80_ns);
  read.add(4_KiB);
  std::vector<MetricRow> rows = metrics.rows(Time::at(1_s));
  ASSERT_EQ(rows.size(), 8u + 1 + 2 + 1 + 1000);
  rows.resize(12);
  EXPECT_EQ(rows[0], (MetricRow{"ost/2", "latency", "count", 1, Unit::count}));
  EXPECT_EQ(rows[1], (MetricRow{"ost/2", "latency", "mean", 80, Unit::nanoseconds}));
  EXPECT_EQ(rows[7], (MetricRow{"ost/2", "latency", "p99.9", 80, Unit::nanoseconds}));
  EXPECT_EQ(rows[8], (MetricRow{"ost/10", "bytes_read", "total", 4096, Unit::bytes}));
  EXPECT_EQ(rows[9], (MetricRow{"ost/10", "queue", "mean", 2, Unit::count}));
  EXPECT_EQ(rows[10], (MetricRow{"ost/10", "queue", "max", 2, Unit::count}));
  EXPECT_EQ(rows[11], (MetricRow{"ost/10", "empty", "count", 0, Unit::count}));
}

// 10 records of 1 and 5 of 7, seven thirds times: 23 and 12 of 35 more.
TEST(Histogram, MergesMoreRecordsLikeThoseOfAnother) {
  Histogram few, all;
  for (int i = 0; i < 10; ++i) few.record(1);
  for (int i = 0; i < 5; ++i) few.record(7);
  all.record(100);
  all.merge(few, 7, 3);
  EXPECT_EQ(all.count(), 36U);
  EXPECT_EQ(all.min(), 1);
  EXPECT_EQ(all.max(), 100);
  EXPECT_DOUBLE_EQ(all.sum(), 100 + 45.0 * 7 / 3);
  EXPECT_EQ(all.quantile(23.0 / 36), 1);
  EXPECT_EQ(all.quantile(24.0 / 36), 7);
}

// Of 1 to 1000 on a scale that buckets do not blur: each statistic by its own name and from its own share.
TEST(Metrics, AHistogramHasARowForEachStatistic) {
  Metrics metrics;
  Histogram& latency = metrics.histogram("ost/2", "latency", Unit::nanoseconds);
  for (std::int64_t v = 1; v <= 1000; ++v)
    latency.record(v <= 500 ? 10 : v <= 900 ? 20 : v <= 990 ? 30 : v <= 999 ? 40 : 50);
  const std::pair<const char*, double> expected[] = {{"mean", 16.11}, {"min", 10}, {"max", 50},  {"p50", 10},
                                                     {"p90", 20},     {"p99", 30}, {"p99.9", 40}};
  const std::vector<MetricRow> rows = metrics.rows(Time::at(1_s));
  ASSERT_EQ(rows.size(), 1 + std::size(expected));
  EXPECT_EQ(rows[0], (MetricRow{"ost/2", "latency", "count", 1000, Unit::count}));
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_EQ(rows[i + 1],
              (MetricRow{"ost/2", "latency", expected[i].first, expected[i].second, Unit::nanoseconds}));
}

// A counter of 3, a gauge that is 2 for 4 s and 5 for 6 s: 3, and 2 * 4 + 5 * 6 = 38. Histograms have
// no sum over time.
TEST(Metrics, GathersTotalsAndAreas) {
  Metrics metrics;
  metrics.counter("ost/3", "requests", Unit::count).add(3);
  metrics.histogram("ost/3", "latency", Unit::nanoseconds).record(7);
  Gauge& queue = metrics.gauge("ost/3", "queue", Unit::count);
  queue.set(Time(), 2);
  queue.set(Time::at(4_s), 5);
  const std::vector<Gathered> all = metrics.gathered(Time::at(10_s));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].metric, "requests");
  EXPECT_FALSE(all[0].gauge);
  EXPECT_DOUBLE_EQ(all[0].sum, 3);
  EXPECT_EQ(all[1].component, "ost/3");
  EXPECT_TRUE(all[1].gauge);
  EXPECT_DOUBLE_EQ(all[1].sum, 38);
}

TEST(Metrics, OneNameIsOneMetric) {
  Metrics metrics;
  EXPECT_EQ(&metrics.counter("a", "b", Unit::count), &metrics.counter("a", "b", Unit::count));
  EXPECT_NE(&metrics.counter("a", "b", Unit::count), &metrics.counter("ab", "", Unit::count));
}

TEST(MetricsDeathTest, OneNameHasOneKindAndUnit) {
  Metrics metrics;
  metrics.counter("a", "b", Unit::count);
  EXPECT_EXIT(metrics.counter("a", "b", Unit::bytes), testing::ExitedWithCode(70), "check failed");
  EXPECT_EXIT(metrics.gauge("a", "b", Unit::count), testing::ExitedWithCode(70), "check failed");
}

// A histogram made of another's content is that histogram, also where the sum is beyond 64 bits.
TEST(HistogramContent, MakesItAgain) {
  Histogram histogram;
  for (std::int64_t value : {std::int64_t{0}, std::int64_t{63}, std::int64_t{64}, std::int64_t{1} << 62})
    for (int i = 0; i < 9; ++i) histogram.record(value);
  const Histogram again = Histogram::of(histogram.content());
  EXPECT_EQ(again.count(), histogram.count());
  EXPECT_EQ(again.sum(), histogram.sum());
  EXPECT_EQ(again.min(), 0);
  EXPECT_EQ(again.max(), histogram.max());
  EXPECT_EQ(again.quantile(0.6), histogram.quantile(0.6));
  EXPECT_EQ(again.mean(), histogram.mean());
  EXPECT_EQ(histogram.content().sum_high, 2U);  // 9 x 2^62 = 2 x 2^64 + 2^62
  EXPECT_EQ(histogram.content().sum_low, (std::uint64_t{1} << 62) + std::uint64_t{9} * 127);
  Histogram merged = Histogram::of(Histogram().content());
  EXPECT_EQ(merged.count(), 0U);
  merged.merge(histogram);
  EXPECT_EQ(merged.min(), histogram.min());
}

}  // namespace
}  // namespace headrace
