#include "models/account.h"

#include <gtest/gtest.h>

#include "tests/models/support/tally.h"

namespace headrace {
namespace {

Time at(Duration since_start) { return Time::at(since_start); }

TEST(Account, PartsFollowEachOtherWithoutAGap) {
  Tally tally(at(10_s));
  tally.spend(Activity::window, at(5_s));  // Before anybody waited.
  tally.spend(Activity::network, at(12_s));
  tally.spend(Activity::device, at(11_s));  // Told already.
  tally.spend(Activity::device, at(15_s));
  EXPECT_EQ(tally.of(Activity::window), Duration());
  EXPECT_EQ(tally.of(Activity::network), 2_s);
  EXPECT_EQ(tally.of(Activity::device), 3_s);
  EXPECT_EQ(tally.accounted(), at(15_s));
}

TEST(Account, NobodyTakesNothing) {
  nobody().spend(Activity::device, at(1_s));
  EXPECT_EQ(nobody().accounted(), Time::never());
}

TEST(Account, ARelayTellsAllWhoListen) {
  Relay relay;
  Tally early(at(1_s)), late(at(1_s));
  relay.spend(Activity::device, at(2_s));  // Nobody listens.
  {
    const Relay::Listening first(relay, early);
    relay.spend(Activity::network, at(3_s));
    const Relay::Listening second(relay, late);
    relay.spend(Activity::device, at(5_s));
  }
  relay.spend(Activity::device, at(9_s));
  EXPECT_EQ(early.of(Activity::network), 2_s);
  EXPECT_EQ(early.of(Activity::device), 2_s);
  EXPECT_EQ(late.of(Activity::device), 4_s);
  EXPECT_EQ(early.all(), 4_s);
}

TEST(Account, AJournalTellsFromWhereTheOtherEnds) {
  Journal journal(at(1_s));
  journal.spend(Activity::metadata, at(2_s));
  journal.spend(Activity::device, at(3_s));
  journal.spend(Activity::device, at(4_s));
  journal.spend(Activity::memory, at(5_s));
  EXPECT_EQ(journal.begun(), at(1_s));
  Tally other(at(2_s) + 500_ms);
  journal.tell(other);
  EXPECT_EQ(other.of(Activity::metadata), Duration());
  EXPECT_EQ(other.of(Activity::device), 1'500_ms);
  EXPECT_EQ(other.of(Activity::memory), 1_s);
  EXPECT_EQ(other.all(), 2'500_ms);
}

// However long a journal gets, the parts of all of it add up, and so do those of its end.
TEST(Account, AJournalLosesNoTime) {
  Journal journal(Time{});
  Time now;
  for (int i = 0; i < 1000; ++i) {
    now += 1_us;
    journal.spend(Activity::window, now);
    now += 3_us;
    journal.spend(Activity::device, now);
  }
  Tally all, last(now - 10_us);
  journal.tell(all);
  journal.tell(last);
  EXPECT_EQ(all.of(Activity::window), 1000 * 1_us);
  EXPECT_EQ(all.of(Activity::device), 1000 * 3_us);
  EXPECT_EQ(last.of(Activity::window), 2_us);
  EXPECT_EQ(last.of(Activity::device), 8_us);
}

}  // namespace
}  // namespace headrace
