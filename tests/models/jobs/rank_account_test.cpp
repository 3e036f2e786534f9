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

// Adds so long of an activity to what an account did.
void spend(RankAccount& account, Activity activity, Duration span) {
  account.spend(activity, account.accounted() + span);
}

// Two ranks, of which one waits at a barrier for the other.
class Late : public testing::Test {
 protected:
  void start(Duration late_at, Duration early_at) {
    late.start(at(late_at));
    early.start(at(early_at));
  }
  void wait() {
    early.begin(Cause::barrier_wait);
    late.tell(early);
  }
  Duration waited_for(Activity activity) const { return spent(early, Cause::barrier_wait, activity); }

  RankAccount late, early;
};

// The late one loaded for 3 s and computed for 2, the early one computed for 2: it waits for the loading.
TEST_F(Late, TellsWhatItDidLonger) {
  start(1_s, 1_s);
  spend(late, Activity::device, 3_s);
  spend(late, Activity::compute, 2_s);
  spend(early, Activity::compute, 2_s);
  wait();
  EXPECT_EQ(waited_for(Activity::device), 3_s);
  EXPECT_EQ(early.spent(Cause::barrier_wait), 3_s);
  EXPECT_EQ(early.accounted(), at(6_s));
  early.meet();
  late.meet();
  spend(late, Activity::compute, 1_s);
  wait();
  EXPECT_EQ(waited_for(Activity::compute), 1_s);
}

// The late one did 4 s more of one and 2 s more of another, and 3 s less of a third: 3 s of wait are 2 s of
// the first and 1 s of the second.
TEST_F(Late, SharesAWaitOutInProportion) {
  start(0_s, 0_s);
  spend(late, Activity::compute, 4_s);
  spend(late, Activity::device, 2_s);
  spend(early, Activity::host, 3_s);
  wait();
  EXPECT_EQ(waited_for(Activity::compute), 2_s);
  EXPECT_EQ(waited_for(Activity::device), 1_s);
}

// A wait of 10 ns for three things alike has parts without a remainder.
TEST_F(Late, SharesAWaitOutWithoutRemainder) {
  start(0_s, 0_s);
  for (const Activity activity : {Activity::device, Activity::network, Activity::window})
    spend(late, activity, 10_ns);
  spend(early, Activity::host, 20_ns);
  wait();
  EXPECT_EQ(early.spent(Cause::barrier_wait), 10_ns);
  EXPECT_EQ(early.accounted(), late.accounted());
}

// A rank that began 5 s later did nothing in that time; to one that came later the first has nothing to tell.
TEST_F(Late, TellsOfALateBeginning) {
  start(6_s, 1_s);
  spend(late, Activity::compute, 2_s);
  spend(early, Activity::compute, 2_s);
  early.tell(late);
  EXPECT_EQ(late.accounted(), at(8_s));
  wait();
  EXPECT_EQ(waited_for(Activity::none), 5_s);
  EXPECT_EQ(early.spent(Cause::barrier_wait), 5_s);
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

// An account of 9 ns since it met others has 4 of computing and 5 of waiting: 10 ns more are 4 and 6 of that.
TEST(RankAccount, RepeatsWhatItDid) {
  RankAccount account;
  account.start(at(1_s));
  account.begin(Cause::host);
  account.end(at(2_s));
  const RankAccount::Spent then = account.spent();
  account.begin(Cause::compute);
  account.end(at(2_s + 4_ns));
  account.begin(Cause::batch_wait);
  account.spend(Activity::device, at(2_s + 9_ns));
  account.repeat(then, at(2_s + 19_ns));
  EXPECT_EQ(account.spent(Cause::compute), 4_ns + 4_ns);
  EXPECT_EQ(spent(account, Cause::batch_wait, Activity::device), 5_ns + 6_ns);
  EXPECT_EQ(account.spent(Cause::host), 1_s);
  EXPECT_EQ(account.accounted(), at(2_s + 19_ns));
}

TEST(RankAccount, RepeatsNothingWhereNoTimeIsLeft) {
  RankAccount account;
  account.start(at(1_s));
  const RankAccount::Spent then = account.spent();
  account.begin(Cause::compute);
  account.end(at(2_s));
  account.repeat(then, at(2_s));
  EXPECT_EQ(account.spent(Cause::compute), 1_s);
}

// Who listens has spent its time on what the other one does meanwhile, and not on what that did before; what
// ranks send each other is no network of the storage.
TEST(RankAccount, WhoListensIsToldToo) {
  RankAccount stage, next;
  stage.start(at(1_s));
  next.start(at(1_s));
  stage.begin(Cause::batch_wait);
  next.begin(Cause::compute);
  next.end(at(3_s));
  next.begin(Cause::pipeline_wait);
  {
    const RankAccount::Listening listening(stage, next);
    stage.spend(Activity::device, at(4_s));
    stage.begin(Cause::network_wait);
    stage.end(at(6_s));
    stage.begin(Cause::compute);
    stage.end(at(7_s));
  }
  stage.end(at(9_s));
  next.end(at(8_s));
  EXPECT_EQ(spent(next, Cause::compute, Activity::compute), 2_s);
  EXPECT_EQ(spent(next, Cause::pipeline_wait, Activity::device), 1_s);
  EXPECT_EQ(spent(next, Cause::pipeline_wait, Activity::port), 2_s);
  EXPECT_EQ(spent(next, Cause::pipeline_wait, Activity::compute), 1_s);
  EXPECT_EQ(spent(next, Cause::pipeline_wait, Activity::delivery), 1_s);
  EXPECT_EQ(spent(stage, Cause::network_wait, Activity::network), 2_s);
}

// Two stages that wait for each other's messages, both on their way, wait for the network.
TEST(RankAccount, TwoMayListenToEachOther) {
  RankAccount stage, next;
  stage.start(at(1_s));
  next.start(at(1_s));
  stage.begin(Cause::pipeline_wait);
  next.begin(Cause::pipeline_wait);
  {
    const RankAccount::Listening one(stage, next), other(next, stage);
    stage.spend(Activity::port, at(4_s));
  }
  EXPECT_EQ(spent(stage, Cause::pipeline_wait, Activity::port), 3_s);
  EXPECT_EQ(spent(next, Cause::pipeline_wait, Activity::port), 3_s);
}

}  // namespace
}  // namespace headrace
