#include "models/jobs/time_budget.h"

#include <gtest/gtest.h>

#include <iterator>
#include <set>

namespace headrace {
namespace {

TEST(TimeBudget, EveryCauseAndActivityHasAWordOfItsOwn) {
  EXPECT_EQ(word(Cause::compute), "compute");
  EXPECT_EQ(word(Cause::failure), "failure");
  EXPECT_EQ(word(Cause::startup), "startup");
  EXPECT_EQ(word(Activity::none), "none");
  EXPECT_EQ(word(Activity::start_up), "start_up");
  EXPECT_EQ(std::set(std::begin(kCauses), std::end(kCauses)).size(), std::size(kCauses));
  EXPECT_EQ(std::set(std::begin(kActivities), std::end(kActivities)).size(), std::size(kActivities));
  EXPECT_EQ(std::size(kCauses), static_cast<std::size_t>(Cause::pipeline_wait) + 1);
  EXPECT_EQ(std::size(kActivities), static_cast<std::size_t>(Activity::source) + 1);
}

TEST(TimeBudget, SumsTheActivitiesOfEachRankAndCause) {
  const std::vector<TimeBudgetRow> budget = {{0, Cause::compute, Activity::compute, 1_s},
                                             {0, Cause::batch_wait, Activity::window, 2_s},
                                             {0, Cause::batch_wait, Activity::device, 4_s},
                                             {1, Cause::batch_wait, Activity::device, 8_s}};
  const std::vector<TimeBudgetRow> sums = by_cause(budget);
  ASSERT_EQ(sums.size(), 3U);
  EXPECT_EQ(sums[0].spent, 1_s);
  EXPECT_EQ(sums[1].cause, Cause::batch_wait);
  EXPECT_EQ(sums[1].activity, Activity::none);
  EXPECT_EQ(sums[1].spent, 6_s);
  EXPECT_EQ(sums[2].rank, 1);
  EXPECT_EQ(sums[2].spent, 8_s);
}

}  // namespace
}  // namespace headrace
