#include "sim/units.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace headrace {
namespace {

TEST(Units, NothingIsZero) {
  EXPECT_EQ(Duration().ns(), 0);
  EXPECT_EQ(Time().ns(), 0);
  EXPECT_EQ(Bytes().count(), 0);
  EXPECT_EQ(Bandwidth().in_bytes_per_second(), 0);
}

// A unit is a thousand, or 1024, of the one before.
TEST(Units, LiteralsAreWhatTheirUnitsSay) {
  EXPECT_EQ((7_ns).ns(), 7);
  EXPECT_EQ(3_us, 3 * 1000_ns);
  EXPECT_EQ(3_ms, 3 * 1000_us);
  EXPECT_EQ(3_s, 3 * 1000_ms);
  EXPECT_EQ((7_B).count(), 7);
  EXPECT_EQ(3_KiB, 3 * 1024_B);
  EXPECT_EQ(3_MiB, 3 * 1024_KiB);
  EXPECT_EQ(3_GiB, 3 * 1024_MiB);
  EXPECT_EQ(3_TiB, 3 * 1024_GiB);
  EXPECT_EQ((3_MBps).in_bytes_per_second(), 3e6);
  EXPECT_EQ((3_GBps).in_bytes_per_second(), 3e9);
}

// Seven thirds of so many nanoseconds, rounded down; of a year, too, many million times.
TEST(Units, PartsOfManySpans) {
  EXPECT_EQ(scaled(10_ns, 7, 3), 23_ns);
  EXPECT_EQ(scaled(9_ns, 2, 3), 6_ns);
  EXPECT_EQ(scaled(8_ns, 1, 3), 2_ns);
  EXPECT_EQ(scaled(Duration::seconds(3.1e7), 30'000'001, 120'000'000),
            Duration::nanoseconds(7'750'000'258'333'333));
  EXPECT_EQ(scaled(10_ns, 0, 3), 0_ns);
}

// Whole seconds are exact, so that they can be held against a bound.
TEST(Units, WholeSecondsAreWhole) {
  for (int seconds = 0; seconds <= 86'400; ++seconds)
    ASSERT_EQ((seconds * 1_s).in_seconds(), static_cast<double>(seconds));
}

TEST(Units, SecondsRoundToTheNearestNanosecond) {
  EXPECT_EQ(Duration::seconds(1.5), 1500_ms);
  EXPECT_EQ(Duration::seconds(1.4e-9), 1_ns);
  EXPECT_EQ(Duration::seconds(1.6e-9), 2_ns);
  EXPECT_EQ(Duration::seconds(-1.4e-9), Duration() - 1_ns);
  EXPECT_EQ(Duration::seconds(-1.6e-9), Duration() - 2_ns);
  EXPECT_EQ(Duration::seconds(0), Duration());
  EXPECT_EQ((250_ms).in_seconds(), 0.25);
}

TEST(Units, TheLongestAreTheLargestNumbers) {
  EXPECT_EQ(Duration::max().ns(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Time::never().ns(), std::numeric_limits<std::int64_t>::max());
}

TEST(Units, SpansAddUpAndDivide) {
  Duration span = 5_us;
  span += 3_us;
  EXPECT_EQ(span, 8_us);
  span -= 2_us;
  EXPECT_EQ(span, 6_us);
  EXPECT_EQ(5_us + 3_us, 8_us);
  EXPECT_EQ(5_us - 3_us, 2_us);
  EXPECT_EQ(5_us * 3, 15_us);
  EXPECT_EQ(3 * 5_us, 15_us);
  EXPECT_EQ(7_ns / 2, 3_ns);
  EXPECT_EQ(1_us / 4_us, 0.25);
  EXPECT_LT(1_us, 2_us);
}

TEST(Units, InstantsAreSpansApart) {
  Time at = Time::at(5_us);
  EXPECT_EQ(at.ns(), 5000);
  EXPECT_EQ(at.since_start(), 5_us);
  at += 3_us;
  EXPECT_EQ(at, Time::at(8_us));
  EXPECT_EQ(at + 2_us, Time::at(10_us));
  EXPECT_EQ(at - 2_us, Time::at(6_us));
  EXPECT_EQ(at - Time::at(5_us), 3_us);
  EXPECT_LT(Time::at(5_us), at);
}

TEST(Units, AmountsAddUpAndDivide) {
  Bytes size = 5_KiB;
  size += 3_KiB;
  EXPECT_EQ(size, 8_KiB);
  size -= 2_KiB;
  EXPECT_EQ(size, 6_KiB);
  EXPECT_EQ(5_KiB + 3_KiB, 8_KiB);
  EXPECT_EQ(5_KiB - 3_KiB, 2_KiB);
  EXPECT_EQ(5_KiB * 3, 15_KiB);
  EXPECT_EQ(3 * 5_KiB, 15_KiB);
  EXPECT_EQ(7_B / 2, 3_B);
  EXPECT_EQ(17_B / 5_B, 3);
  EXPECT_EQ(17_B % 5_B, 2_B);
  EXPECT_LT(1_KiB, 2_KiB);
}

TEST(Units, RatesScale) {
  EXPECT_EQ(3_GBps * 0.5, 1500_MBps);
  EXPECT_EQ(3_GBps / 4, 750_MBps);
  EXPECT_LT(3_MBps, 3_GBps);
}

// Nothing arrives before its last byte.
TEST(Units, WhatIsMadeFromARateRoundsUp) {
  EXPECT_EQ(1000_B / 1_GBps, 1000_ns);
  EXPECT_EQ(1000_B / 3_GBps, 334_ns);
  EXPECT_EQ(1_B / 3_GBps, 1_ns);
  EXPECT_EQ(0_B / 3_GBps, 0_ns);
  EXPECT_EQ(3_MiB / 2_s, Bandwidth::bytes_per_second(1.5 * 1024 * 1024));
}

}  // namespace
}  // namespace headrace
