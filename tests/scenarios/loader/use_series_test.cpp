#include "scenarios/loader/use_series.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

using namespace literals;

Time at(Duration since_start) { return Time::at(since_start); }

// Waiting for anything.
Waited waited(Duration all) { return {all, {}}; }

std::vector<ResourceResult> drives(double utilisation) {
  ResourceResult one;
  one.name = "drives";
  one.add(utilisation);
  return {one};
}

// Busy for the first 10 of 40 s, in which alone somebody waits: 25 % over the run, 100 % while waited for.
TEST(UseSeries, WeighsWindowsByTheWaitingInThem) {
  UseSeries series;
  series.take(at(10_s), {waited(8_s)}, drives(1));
  series.take(at(40_s), {waited(8_s)}, drives(0.25));
  EXPECT_DOUBLE_EQ(series.while_waiting(drives(0.25)[0], 0).mean, 1);
}

// Drives of which the first is busy whenever somebody waits, the second never: half of them while waiting,
// over the run an eighth.
TEST(UseSeries, KnowsTheBusiestInstance) {
  const auto pair = [](double utilisation) {
    std::vector<ResourceResult> all = drives(utilisation);
    all[0].add(0);
    return all;
  };
  UseSeries series;
  series.take(at(10_s), {waited(8_s)}, pair(1));
  series.take(at(40_s), {waited(8_s)}, pair(0.25));
  const UseSeries::Use use = series.while_waiting(pair(0.25)[0], 0);
  EXPECT_DOUBLE_EQ(use.mean, 0.5);
  EXPECT_DOUBLE_EQ(use.busiest, 1);
  const UseSeries::Use unknown = UseSeries().while_waiting(pair(0.25)[0], 0);
  EXPECT_DOUBLE_EQ(unknown.mean, 0.125);
  EXPECT_DOUBLE_EQ(unknown.busiest, 0.25);
}

// 2 s of waiting at 100 %, 6 s at (0.4 * 40 - 10) / 30 = 20 %.
TEST(UseSeries, IsAMeanOverAllWaiting) {
  UseSeries series;
  series.take(at(10_s), {waited(2_s)}, drives(1));
  series.take(at(40_s), {waited(8_s)}, drives(0.4));
  EXPECT_NEAR(series.while_waiting(drives(0.4)[0], 0).mean, (2 * 1 + 6 * 0.2) / 8, 1e-12);
}

// Busy for the first 10 of 40 s: one job waits then alone, another later alone, a third twice as long then as
// later. What one of them waits is nothing to the others.
TEST(UseSeries, IsEachJobsOwn) {
  UseSeries series;
  series.take(at(10_s), {waited(8_s), waited(0_s), waited(4_s)}, drives(1));
  series.take(at(40_s), {waited(8_s), waited(900_s), waited(6_s)}, drives(0.25));
  const ResourceResult one = drives(0.25)[0];
  EXPECT_DOUBLE_EQ(series.while_waiting(one, 0).mean, 1);
  EXPECT_DOUBLE_EQ(series.while_waiting(one, 1).mean, 0);
  EXPECT_DOUBLE_EQ(series.while_waiting(one, 2).mean, 2.0 / 3);
}

// Busy for the first 10 of 40 s, in which the job waits for it; later it waits longer for its loaders alone.
TEST(UseSeries, WeighsTheStorageByTheWaitingForIt) {
  const auto storage = [](double utilisation) {
    std::vector<ResourceResult> all = drives(utilisation);
    all[0].activity = Activity::device;
    return all;
  };
  UseSeries series;
  series.take(at(10_s), {{8_s, 8_s}}, storage(1));
  series.take(at(40_s), {{32_s, 8_s}}, storage(0.25));
  EXPECT_DOUBLE_EQ(series.while_waiting(storage(0.25)[0], 0).mean, 1);
  EXPECT_DOUBLE_EQ(series.while_waiting(drives(0.25)[0], 0).mean, 0.25) << "what it is not said to wait for";
  UseSeries none;
  none.take(at(10_s), {waited(8_s)}, storage(1));
  none.take(at(40_s), {waited(32_s)}, storage(0.25));
  EXPECT_DOUBLE_EQ(none.while_waiting(storage(0.25)[0], 0).mean, 0.25) << "a job that waits for other things";
}

// What was waited for until the first look turned out to be the storage, and since then something else.
TEST(UseSeries, LearnsLaterWhatWasWaitedFor) {
  std::vector<ResourceResult> one = drives(1);
  one[0].activity = Activity::device;
  UseSeries series;
  series.take(at(10_s), {{8_s, 8_s}}, one);
  one[0].utilisation_mean = 0.5;
  series.take(at(20_s), {{18_s, 18_s}}, one);
  series.take(at(30_s), {{28_s, 8_s}}, one);
  EXPECT_DOUBLE_EQ(series.while_waiting(one[0], 0).mean, 1);
}

// A rank that was waiting for a batch waited for its copy, as it turns out: that look had too much.
TEST(UseSeries, CountsNoWindowLessThanNothing) {
  UseSeries series;
  series.take(at(10_s), {waited(2_s)}, drives(1));
  series.take(at(20_s), {waited(1_s)}, drives(0.5));
  EXPECT_DOUBLE_EQ(series.while_waiting(drives(0.5)[0], 0).mean, 1);
}

TEST(UseSeries, IsTheMeanOfTheRunOfAJobThatNeverWaits) {
  UseSeries series;
  series.take(at(10_s), {waited(0_s)}, drives(1));
  series.take(at(40_s), {waited(0_s)}, drives(0.4));
  ResourceResult one = drives(0.4)[0];
  EXPECT_DOUBLE_EQ(series.while_waiting(one, 0).mean, 0.4);
  one.name = "not seen before";
  EXPECT_DOUBLE_EQ(series.while_waiting(one, 0).mean, 0.4);
}

// A thousand looks of a second each, busy and waited for in every second one: windows of the rows are whole,
// add up to the run, and are never more than 64.
TEST(UseSeries, IsBoundedAndKeepsTheSums) {
  UseSeries series;
  double busy = 0;
  for (int second = 1; second <= 1000; ++second) {
    busy += second % 2;
    if (!series.wants_next() && second < 1000) {
      series.leave_out();
      continue;
    }
    series.take(at(second * 1_s), {waited((second / 2) * 1_s)}, drives(busy / second));
  }
  double length = 0, used = 0, waited = 0;
  std::size_t windows = 0;
  for (const SeriesRow& row : series.rows()) {
    if (row.component == "jobs") {
      ++windows;
      length += row.length.in_seconds();
      waited += row.value * row.length.in_seconds();
    } else {
      EXPECT_EQ(row.component, "resource/drives");
      EXPECT_LE(row.value, 1);
      used += row.value * row.length.in_seconds();
    }
  }
  EXPECT_LE(windows, UseSeries::kMostRows);
  EXPECT_GE(windows, UseSeries::kMostRows / 4);
  EXPECT_NEAR(length, 1000, 1e-9);
  EXPECT_NEAR(used, 500, 1e-6);
  EXPECT_NEAR(waited, 500, 1e-6);
}

// A counter grows by 30 in 10 s and by 60 in 30 s, a gauge gathers 20 and 90; what stays zero is not told.
TEST(UseSeries, TellsMetricsAsMeansOfWindows) {
  UseSeries series;
  const auto look = [&](Duration when, double read, double queue) {
    series.take(
        at(when), {waited(0_s)}, {},
        {{"ost/0", "read", false, read}, {"ost/0", "queue", true, queue}, {"ost/1", "read", false, 0}});
  };
  look(10_s, 30, 20);
  look(40_s, 90, 110);
  std::vector<std::string> told;
  for (const SeriesRow& row : series.rows())
    if (row.component != "jobs")
      told.push_back(row.component + " " + row.metric + " " + std::to_string(row.value));
  EXPECT_EQ(told, (std::vector<std::string>{"ost/0 queue 2.000000", "ost/0 read_per_second 3.000000",
                                            "ost/0 queue 3.000000", "ost/0 read_per_second 2.000000"}));
}

// Of 130 nodes three neighbours are a row, the last one of one node; a row has the mean of its nodes.
TEST(UseSeries, JoinsNeighboursOfMany) {
  constexpr int kNodes = 130;
  UseSeries series;
  std::vector<std::string> names;
  std::vector<Gathered> all;
  for (int node = 0; node < kNodes; ++node)
    names.push_back("nodes/clients/" + std::to_string(node) + "/sent");
  for (int node = 0; node < kNodes; ++node)
    all.push_back({names[static_cast<std::size_t>(node)], "bytes", false, 10.0 * (node + 1)});
  series.take(at(10_s), {waited(0_s)}, {}, all);
  std::vector<SeriesRow> rows = series.rows();
  std::erase_if(rows, [](const SeriesRow& row) { return row.component == "jobs"; });
  ASSERT_EQ(rows.size(), 44U);
  EXPECT_EQ(rows.front().component, "nodes/clients/0-2/sent");
  EXPECT_DOUBLE_EQ(rows.front().value, 2) << "(1 + 2 + 3) / 3";
  EXPECT_EQ(rows.back().component, "nodes/clients/129/sent");
  EXPECT_LE(rows.size(), UseSeries::kMostInstances);
}

TEST(UseSeries, SaysNothingOfARunWithoutTime) {
  UseSeries series;
  series.take(Time(), {waited(0_s)}, drives(0));
  EXPECT_TRUE(series.rows().empty());
}

}  // namespace
}  // namespace headrace
