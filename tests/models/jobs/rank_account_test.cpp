#include "models/jobs/rank_account.h"

#include <gtest/gtest.h>

#include "tests/models/support/budget.h"

namespace headrace {
namespace {

Time at(Duration since_start) { return Time::at(since_start); }

TEST(RankAccount, KeepsEachActivityOfACauseApart) {
  RankAccount account;
  account.start(at(1_s));
  account.begin(Cause::batch_wait);
  account.spend(Activity::window, at(2_s));
  account.spend(Activity::device, at(4_s));
  account.end(at(5_s));
  account.begin(Cause::compute);
  account.end(at(9_s));
  EXPECT_EQ(account.spent(Cause::batch_wait), 4_s);
  EXPECT_EQ(spent(account, Cause::batch_wait, Activity::window), 1_s);
  EXPECT_EQ(spent(account, Cause::batch_wait, Activity::device), 2_s);
  EXPECT_EQ(spent(account, Cause::batch_wait, Activity::delivery), 1_s);
  EXPECT_EQ(spent(account, Cause::compute, Activity::compute), 4_s);
}

TEST(RankAccount, HasARowOfACauseThatTookNoTime) {
  RankAccount account;
  account.start(at(1_s));
  std::vector<TimeBudgetRow> rows;
  account.add_rows(rows, 7, Cause::checkpoint, at(3_s));
  account.add_rows(rows, 7, Cause::host, at(3_s));  // Which it is at.
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].rank, 7);
  EXPECT_EQ(rows[0].cause, Cause::checkpoint);
  EXPECT_EQ(rows[0].spent, Duration());
  EXPECT_EQ(rows[1].activity, Activity::host);
  EXPECT_EQ(rows[1].spent, 2_s);
}

TEST(RankAccount, HasNoTimeBeforeItStarts) {
  RankAccount account;
  account.begin(Cause::host);
  account.spend(Activity::host, at(2_s));
  EXPECT_EQ(account.open(Cause::host, at(3_s)), Duration());
  account.start(at(4_s));
  EXPECT_EQ(account.open(Cause::host, at(6_s)), 2_s);
  EXPECT_EQ(account.open(Cause::compute, at(6_s)), Duration());
  EXPECT_EQ(account.spent(Cause::host), Duration());
}

TEST(RankAccount, TellsWhoWaitedForIt) {
  RankAccount late, early;
  late.start(at(1_s));
  early.start(at(1_s));
  late.begin(Cause::batch_wait);
  late.spend(Activity::device, at(4_s));
  late.begin(Cause::compute);
  late.end(at(6_s));
  early.begin(Cause::compute);
  early.end(at(3_s));
  early.begin(Cause::barrier_wait);
  late.tell(early);
  EXPECT_EQ(spent(early, Cause::barrier_wait, Activity::device), 1_s);
  EXPECT_EQ(spent(early, Cause::barrier_wait, Activity::compute), 2_s);
  late.forget();
  RankAccount other;
  other.start(at(2_s));
  late.tell(other);
  EXPECT_EQ(other.accounted(), at(2_s));
}

// Two of five seconds were waited for a batch and told, one more is waited since: for the storage, too, until
// it turns out to be the hand-over. Computing is no waiting.
TEST(RankAccount, KnowsWhatItWaitsForNow) {
  RankAccount account;
  account.start(Time());
  account.begin(Cause::batch_wait);
  account.spend(Activity::device, Time::at(2_s));
  EXPECT_EQ(account.waited(Time::at(3_s)).all, 3_s);
  EXPECT_EQ(account.waited(Time::at(3_s)).storage, 3_s);
  account.end(Time::at(3_s));
  account.begin(Cause::compute);
  EXPECT_EQ(account.waited(Time::at(5_s)).all, 3_s);
  EXPECT_EQ(account.waited(Time::at(5_s)).storage, 2_s);
}

}  // namespace
}  // namespace headrace
