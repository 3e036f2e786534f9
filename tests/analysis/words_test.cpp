#include "analysis/words.h"

#include <gtest/gtest.h>

#include "analysis/errors.h"

namespace headrace {
namespace {

TEST(Words, AreThoseThatScriptsKnow) {
  EXPECT_STREQ(outcome_word(RunEnd::finished), "finished");
  EXPECT_STREQ(outcome_word(RunEnd::stalled), "stalled");
  EXPECT_STREQ(outcome_word(RunEnd::time_limit), "time_limit");
  EXPECT_STREQ(outcome_word(RunEnd::event_limit), "event_limit");
  EXPECT_STREQ(outcome_word(RunEnd::stopped), "stopped");
  EXPECT_STREQ(unit_word(Unit::count), "count");
  EXPECT_STREQ(unit_word(Unit::nanoseconds), "ns");
  EXPECT_STREQ(unit_word(Unit::bytes), "B");
  EXPECT_STREQ(unit_word(Unit::fraction), "fraction");
  EXPECT_STREQ(unit_word(Unit::per_second), "1/s");
  EXPECT_STREQ(unit_word(Unit::bytes_per_second), "B/s");
}

TEST(Words, AreReadBack) {
  for (const RunEnd end :
       {RunEnd::finished, RunEnd::stalled, RunEnd::time_limit, RunEnd::event_limit, RunEnd::stopped})
    EXPECT_EQ(run_end_of(outcome_word(end)), end);
  for (const Unit unit : {Unit::count, Unit::nanoseconds, Unit::bytes, Unit::fraction, Unit::per_second,
                          Unit::bytes_per_second})
    EXPECT_EQ(unit_of(unit_word(unit)), unit);
  EXPECT_THROW(run_end_of("over"), InternalError);
  EXPECT_THROW(unit_of("furlongs"), InternalError);
}

TEST(Words, FingerprintsKeepAll64Bits) {
  EXPECT_EQ(fingerprint_text(0), "0000000000000000");
  EXPECT_EQ(fingerprint_text(0xfedcba9876543210), "fedcba9876543210");
}

}  // namespace
}  // namespace headrace
