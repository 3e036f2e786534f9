#include "scenarios/loader/job_logs/machine_hours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

constexpr double kHourOfLog = 3600, kDayOfLog = 24 * kHourOfLog, kWeekOfLog = 7 * kDayOfLog;

// Two jobs on a Monday: 0:30 to 2:00 on 4 nodes, 1:00 to 1:15 on 8.
TEST(MachineHours, AreMeansOfEachHour) {
  MachineHours hours;
  hours.add(0.5 * kHourOfLog, 2 * kHourOfLog, 4);
  hours.add(kHourOfLog, 1.25 * kHourOfLog, 8);
  EXPECT_EQ(hours.jobs(), 2);
  EXPECT_EQ(hours.span(), 1.5 * kHourOfLog);
  EXPECT_DOUBLE_EQ(*hours.busy_nodes(0, 0), 4) << "of the half hour that the log reaches";
  EXPECT_DOUBLE_EQ(*hours.busy_nodes(0, 1), 6);
  EXPECT_DOUBLE_EQ(*hours.running_jobs(0, 1), 1.25);
  EXPECT_FALSE(hours.busy_nodes(0, 2)) << "the log has ended";
  EXPECT_FALSE(hours.busy_nodes(1, 1));
  EXPECT_DOUBLE_EQ(*hours.busy_nodes(1), 6);
  EXPECT_DOUBLE_EQ(hours.running_jobs(), 1.75 / 1.5);
  EXPECT_DOUBLE_EQ(hours.busy_nodes(), (4 * 1.5 + 8 * 0.25) / 1.5);
  EXPECT_FALSE(hours.has_weekdays());
}

// A job of three weeks and a day from a Wednesday on is busy in every hour of the week.
TEST(MachineHours, SpreadLongJobsOverWeeks) {
  MachineHours hours;
  hours.add(2 * kDayOfLog, 3 * kWeekOfLog + 3 * kDayOfLog, 5);
  EXPECT_TRUE(hours.has_weekdays());
  for (int day = 0; day < MachineHours::kDays; ++day)
    for (int hour = 0; hour < MachineHours::kHours; ++hour) {
      EXPECT_DOUBLE_EQ(*hours.busy_nodes(day, hour), 5);
      EXPECT_DOUBLE_EQ(*hours.running_jobs(day, hour), 1);
    }
}

TEST(MachineHours, TellTheDaysOfTheWeek) {
  MachineHours hours;
  for (int week = 0; week < 2; ++week)
    hours.add(week * kWeekOfLog + 4 * kDayOfLog, week * kWeekOfLog + 5 * kDayOfLog, 3);
  hours.add(0, 60, 1);
  hours.add(2 * kWeekOfLog - 60, 2 * kWeekOfLog, 1);
  EXPECT_TRUE(hours.has_weekdays());
  EXPECT_DOUBLE_EQ(*hours.busy_nodes(4, 12), 3);
  EXPECT_DOUBLE_EQ(*hours.busy_nodes(5, 12), 0);
  EXPECT_DOUBLE_EQ(*hours.busy_nodes(0, 0), 1.0 / 120);
  EXPECT_DOUBLE_EQ(*hours.busy_nodes(12), 3.0 / 7);
}

TEST(MachineHours, BeforeTheMondayAreOfTheWeekBefore) {
  MachineHours hours;
  hours.add(-kHourOfLog, 0, 2);
  EXPECT_DOUBLE_EQ(*hours.busy_nodes(6, 23), 2);
}

// Sums a span over the hours of its days, one by one.
void add_naively(std::vector<double>& week, double begin, double end, double weight) {
  for (double hour = std::floor(begin / kHourOfLog); hour * kHourOfLog < end; ++hour) {
    const double from = std::max(begin, hour * kHourOfLog), to = std::min(end, (hour + 1) * kHourOfLog);
    week[static_cast<std::size_t>(hour) % week.size()] += (to - from) * weight;
  }
}

// Whatever the jobs and their order: as a sum over every hour of every job says.
TEST(MachineHours, AddUpInAnyOrder) {
  RandomStream draws(3, "jobs");
  std::vector<std::pair<double, double>> jobs;
  for (int i = 0; i < 500; ++i) {
    const double begin = draws.uniform() * 3 * kWeekOfLog;
    jobs.emplace_back(begin, begin + 1 + draws.exponential() * 3 * kDayOfLog);
  }
  MachineHours one, other;
  std::vector<double> busy(168), lasting(168);
  for (const auto& [begin, end] : jobs) {
    one.add(begin, end, 2);
    add_naively(busy, begin, end, 2);
  }
  std::reverse(jobs.begin(), jobs.end());
  for (const auto& [begin, end] : jobs) other.add(begin, end, 2);
  add_naively(lasting, one.begin(), one.end(), 1);
  for (int day = 0; day < MachineHours::kDays; ++day)
    for (int hour = 0; hour < MachineHours::kHours; ++hour) {
      const std::size_t place = static_cast<std::size_t>(day) * 24 + static_cast<std::size_t>(hour);
      EXPECT_NEAR(*one.busy_nodes(day, hour), busy[place] / lasting[place], 1e-6);
      EXPECT_NEAR(*one.busy_nodes(day, hour), *other.busy_nodes(day, hour), 1e-9);
    }
}

// A span as long as can be told ends, and at once.
TEST(MachineHours, TakeTheLongestSpan) {
  MachineHours hours;
  hours.add(-MachineHours::kLatest, MachineHours::kLatest, 1e9);
  EXPECT_NEAR(*hours.busy_nodes(3, 3), 1e9, 1);
}

}  // namespace
}  // namespace headrace
