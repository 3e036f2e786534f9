#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "sim/units_text.h"

namespace headrace {
namespace {

// A plain generator with a fixed seed, so that a failure can be seen again.
class Numbers {
 public:
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }

 private:
  std::uint64_t state_ = 88172645463325252u;
};

TEST(UnitsFormat, WritesTheLargestUnitThatIsWhole) {
  EXPECT_EQ(text_of(Duration()), "0 s");
  EXPECT_EQ(text_of(80_us), "80 us");
  EXPECT_EQ(text_of(Duration::nanoseconds(1'500'000)), "1500 us");
  EXPECT_EQ(text_of(90_s), "90 s");
  EXPECT_EQ(text_of(120_s), "2 min");
  EXPECT_EQ(text_of(7200_s), "2 h");
  EXPECT_EQ(text_of(Bytes()), "0 B");
  EXPECT_EQ(text_of(64_KiB), "64 KiB");
  EXPECT_EQ(text_of(Bytes::count(146'600'628)), "146600628 B");
  EXPECT_EQ(text_of(Bytes::count(1'000'000)), "1 MB");
  EXPECT_EQ(text_of(Bytes::count(1'500)), "1500 B");
}

TEST(UnitsFormat, WritesARateInItsShortestUnit) {
  EXPECT_EQ(text_of(25_GBps), "25 GB/s");
  EXPECT_EQ(text_of(Bandwidth::bytes_per_second(0x1p30)), "1 GiB/s");
  EXPECT_EQ(text_of(Bandwidth::bytes_per_second(1.5e9)), "1.5 GB/s");
  EXPECT_EQ(text_of(Bandwidth::bytes_per_second(0.1)), "0.1 B/s");
  EXPECT_EQ(text_of(Bandwidth::bytes_per_second(1e9 / 3)), "333333333.3333333 B/s");
}

// A tenth of a MiB is 102.4 KiB: "0.1 MiB/s" would be shorter, but is less than one of its unit.
TEST(UnitsFormat, WritesARateInAUnitOfWhichThereIsOne) {
  for (const auto& [power, below] : {std::pair{20, "KiB/s"}, std::pair{30, "MiB/s"}, std::pair{40, "GiB/s"}})
    EXPECT_EQ(text_of(Bandwidth::bytes_per_second(std::ldexp(0.1, power))), "102.4 " + std::string(below));
}

TEST(UnitsFormat, ReadsBackAsTheSameWholeAmount) {
  Numbers numbers;
  for (int i = 0; i < 100'000; ++i) {
    const auto value = static_cast<std::int64_t>(numbers.next() >> (1 + i % 63));
    const auto duration = parse_duration(text_of(Duration::nanoseconds(value)));
    ASSERT_TRUE(std::holds_alternative<Duration>(duration)) << value;
    ASSERT_EQ(std::get<Duration>(duration).ns(), value);
    const auto round = Bytes::count(value >> 20 << 20);
    const auto size = parse_bytes(text_of(round));
    ASSERT_TRUE(std::holds_alternative<Bytes>(size)) << value;
    ASSERT_EQ(std::get<Bytes>(size), round);
  }
  EXPECT_EQ(std::get<Duration>(parse_duration(text_of(Duration::max()))), Duration::max());
}

TEST(UnitsFormat, ReadsBackAsTheSameRateToTheLastBit) {
  Numbers numbers;
  for (int i = 0; i < 100'000; ++i) {
    const double mantissa = 1 + static_cast<double>(numbers.next() >> 12) * 0x1p-52;
    const double value = std::ldexp(mantissa, static_cast<int>(numbers.next() % 100) - 40);
    const std::string text = text_of(Bandwidth::bytes_per_second(value));
    const auto parsed = parse_bandwidth(text);
    ASSERT_TRUE(std::holds_alternative<Bandwidth>(parsed)) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(std::get<Bandwidth>(parsed).in_bytes_per_second()),
              std::bit_cast<std::uint64_t>(value))
        << text;
  }
}

TEST(UnitsFormat, RoundsForPeople) {
  EXPECT_EQ(human_text(Duration()), "0 ns");
  EXPECT_EQ(human_text(Duration::nanoseconds(1'234'567)), "1.23 ms");
  EXPECT_EQ(human_text(Duration::nanoseconds(12'345'678)), "12.3 ms");
  EXPECT_EQ(human_text(Duration::nanoseconds(999'960)), "1.00 ms");
  EXPECT_EQ(human_text(Duration::nanoseconds(9'994'000)), "9.99 ms");
  EXPECT_EQ(human_text(Duration::nanoseconds(9'996'000)), "10.0 ms");
  EXPECT_EQ(human_text(Duration::nanoseconds(99'940'000)), "99.9 ms");
  EXPECT_EQ(human_text(Duration::nanoseconds(99'950'000)), "100 ms");
  EXPECT_EQ(human_text(Duration::nanoseconds(99'960'000)), "100 ms");
  EXPECT_EQ(human_text(Duration::nanoseconds(123'400'000)), "123 ms");
  EXPECT_EQ(human_text(3_ms), "3 ms");
  EXPECT_EQ(human_text(119_s), "119 s");
  EXPECT_EQ(human_text(150_s), "2.50 min");
  EXPECT_EQ(human_text(7200_s), "2 h");
  EXPECT_EQ(human_text(Bytes::count(146'600'628)), "140 MiB");
  EXPECT_EQ(human_text(1023_B), "1023 B");
  EXPECT_EQ(human_text(Bandwidth::bytes_per_second(12.345e9)), "12.3 GB/s");
  EXPECT_EQ(human_text(Bandwidth::bytes_per_second(999.9e6)), "1.00 GB/s");
}

// Two of a unit are written in that unit, for the machine and for people.
TEST(UnitsFormat, WritesEachUnitByItsName) {
  for (const std::string_view unit : duration_units()) {
    const std::string two = "2 " + std::string(unit);
    const Duration span = std::get<Duration>(parse_duration(two));
    EXPECT_EQ(text_of(span), two);
    if (span != 120_s) {
      EXPECT_EQ(human_text(span), two);
    }
  }
  for (const std::string_view unit : bytes_units()) {
    const std::string two = "2 " + std::string(unit);
    const Bytes size = std::get<Bytes>(parse_bytes(two));
    EXPECT_EQ(text_of(size), two);
    if (unit == "B" || unit.ends_with("iB")) {
      EXPECT_EQ(human_text(size), two);
    }
  }
  for (const std::string_view unit : bandwidth_units()) {
    const std::string two = "2 " + std::string(unit);
    const Bandwidth rate = std::get<Bandwidth>(parse_bandwidth(two));
    if (unit.ends_with("B/s")) {
      EXPECT_EQ(text_of(rate), two);
    }
    if (unit.ends_with("B/s") && unit.find('i') == std::string_view::npos) {
      EXPECT_EQ(human_text(rate), two);
    }
  }
  EXPECT_EQ(human_text(120_s), "2 min");
}

TEST(UnitsFormat, ListsTheUnitsItReads) {
  for (const std::string_view unit : duration_units()) {
    EXPECT_TRUE(std::holds_alternative<Duration>(parse_duration("1 " + std::string(unit)))) << unit;
  }
  for (const std::string_view unit : bytes_units()) {
    EXPECT_TRUE(std::holds_alternative<Bytes>(parse_bytes("1 " + std::string(unit)))) << unit;
  }
  for (const std::string_view unit : bandwidth_units()) {
    EXPECT_TRUE(std::holds_alternative<Bandwidth>(parse_bandwidth("1 " + std::string(unit)))) << unit;
  }
}

}  // namespace
}  // namespace headrace
