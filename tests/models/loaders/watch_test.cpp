#include "models/loaders/watch.h"

#include <gtest/gtest.h>

#include "tests/models/support/tally.h"

namespace headrace {
namespace {

Time at(Duration since_start) { return Time::at(since_start); }

TEST(Watch, HearsOfTheBatchThatIsWaitedFor) {
  Tally rank;
  Watch watch(rank, 2);
  watch.maker(0).begin(7);
  watch.maker(1).begin(8);
  watch.maker(0).spend(Activity::metadata, at(1_s));  // Nobody waits yet.
  rank.begin(at(1_s));
  watch.wait_for(8);
  watch.maker(0).spend(Activity::metadata, at(2_s));
  watch.maker(1).spend(Activity::device, at(4_s));
  watch.end();
  watch.maker(1).spend(Activity::decode, at(5_s));
  EXPECT_EQ(rank.all(), 3_s);
  EXPECT_EQ(rank.of(Activity::device), 3_s);
}

TEST(Watch, HearsOfABatchThatIsBegunWhileItIsWaitedFor) {
  Tally rank;
  Watch watch(rank, 1);
  watch.wait_for(3);
  watch.maker(0).begin(2);
  watch.maker(0).spend(Activity::device, at(1_s));
  watch.maker(0).end();
  watch.maker(0).begin(3);
  watch.maker(0).spend(Activity::delivery, at(1_s));
  watch.maker(0).spend(Activity::decode, at(3_s));
  watch.clear();
  watch.maker(0).spend(Activity::decode, at(9_s));
  EXPECT_EQ(rank.of(Activity::device), Duration());
  EXPECT_EQ(rank.of(Activity::delivery), 1_s);
  EXPECT_EQ(rank.of(Activity::decode), 2_s);
}

}  // namespace
}  // namespace headrace
