#include "analysis/answer/latency.h"

#include <gtest/gtest.h>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

std::vector<MetricRow> operator+(std::vector<MetricRow> a, const std::vector<MetricRow>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// p50 = (100 * 10 + 300 * 30) / 400 = 25.
TEST(Latency, GathersEqualComponents) {
  const auto rows = latencies_of(histogram_rows("scratch/ost/0", "service", 100, 10, 50, 90) +
                                 histogram_rows("scratch/ost/12", "service", 300, 30, 40, 400));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].component, "scratch/ost/*");
  EXPECT_EQ(rows[0].metric, "service");
  EXPECT_EQ(rows[0].instances, 2);
  EXPECT_EQ(rows[0].count, 400);
  EXPECT_EQ(rows[0].p50, 25_ns);
  EXPECT_EQ(rows[0].p99, 50_ns);
  EXPECT_EQ(rows[0].max, 400_ns);
}

TEST(Latency, KeepsMetricsAndKindsApartInTheOrderOfTheirNames) {
  const auto rows = latencies_of(histogram_rows("scratch", "write", 1, 1, 1, 1) +
                                 histogram_rows("scratch", "read", 1, 1, 1, 1) +
                                 histogram_rows("home", "read", 1, 1, 1, 1));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].component, "home");
  EXPECT_EQ(rows[1].metric, "read");
  EXPECT_EQ(rows[2].metric, "write");
}

TEST(Latency, LeavesOutWhatIsNoTimeOrWasNeverUsed) {
  const std::vector<MetricRow> rows = {{"scratch", "size", "count", 3, Unit::count},
                                       {"scratch", "size", "p50", 3, Unit::bytes},
                                       {"scratch", "read", "count", 0, Unit::count},
                                       {"scratch", "busy", "mean", 7, Unit::nanoseconds}};
  EXPECT_TRUE(latencies_of(rows).empty());
}

}  // namespace
}  // namespace headrace
