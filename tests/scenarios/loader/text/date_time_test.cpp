#include "scenarios/loader/text/date_time.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;  // Nanoseconds.

TEST(DateTime, IsTimeSince1970) {
  EXPECT_EQ(since_1970("1970-01-01 00:00:00"), Duration());
  EXPECT_EQ(since_1970("1970-01-02T01:02:03Z")->ns(), (86'400 + 3723) * kSecond);
  EXPECT_EQ(since_1970("2000-03-01 00:00:00")->ns(), 951'868'800 * kSecond);
  EXPECT_EQ(since_1970("2023-11-16 18:15:46.6805900")->ns(), 1'700'158'546 * kSecond + 680'590'000);
  EXPECT_EQ(since_1970("2024-05-10 00:00:00.000000001999+00:00")->ns(), 1'715'299'200 * kSecond + 1);
  EXPECT_EQ(since_1970("1970-01-01T12:00:00+01:30")->ns(), 37'800 * kSecond);
  EXPECT_EQ(since_1970("1970-01-01T12:00:00-0100")->ns(), 46'800 * kSecond);
}

TEST(DateTime, IsNothingElse) {
  for (const char* const text :
       {"", "5", "2023-11-16", "2023-02-30 00:00:00", "2023-13-01 00:00:00", "2023-11-16 24:00:00",
        "2023-11-16 18:60:00", "2023-11-16 18:15", "2023-11-16 18:15:46 x", "2023-11-16 18:15:46+1",
        "1969-12-31 00:00:00", "23-11-16 18:15:46", "2023-11-16 18:15:46.", "Unknown", "-023-11-16 18:15:46"})
    EXPECT_FALSE(since_1970(text)) << text;
}

TEST(DateTime, IsWrittenAsItIsRead) {
  EXPECT_EQ(date_time_text(0), "1970-01-01 00:00:00");
  EXPECT_EQ(date_time_text(-1), "1969-12-31 23:59:59");
  for (const char* const text : {"2023-11-16 18:15:46", "2000-02-29 00:00:59", "2199-12-31 23:59:59"})
    EXPECT_EQ(date_time_text(since_1970(text)->ns() / kSecond), text);
}

}  // namespace
}  // namespace headrace
