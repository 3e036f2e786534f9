#include "sim/units_text.h"

#include <gtest/gtest.h>

#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace headrace {
namespace {

std::int64_t ns(std::string_view text) {
  const auto parsed = parse_duration(text);
  return std::holds_alternative<Duration>(parsed) ? std::get<Duration>(parsed).ns() : -1;
}

std::int64_t bytes(std::string_view text) {
  const auto parsed = parse_bytes(text);
  return std::holds_alternative<Bytes>(parsed) ? std::get<Bytes>(parsed).count() : -1;
}

double rate(std::string_view text) {
  const auto parsed = parse_bandwidth(text);
  return std::holds_alternative<Bandwidth>(parsed) ? std::get<Bandwidth>(parsed).in_bytes_per_second() : -1;
}

TEST(UnitsText, ReadsDurations) {
  EXPECT_EQ(ns("80 us"), 80'000);
  EXPECT_EQ(ns("80us"), 80'000);
  EXPECT_EQ(ns("1.5 ms"), 1'500'000);
  EXPECT_EQ(ns("0 s"), 0);
  EXPECT_EQ(ns("0.000 s"), 0);
  EXPECT_EQ(ns("1 h"), 3'600'000'000'000);
  EXPECT_EQ(ns("3 min"), 180'000'000'000);
  EXPECT_EQ(ns("1e3 s"), 1'000'000'000'000);
  EXPECT_EQ(ns("25E-1 us"), 2'500);
}

TEST(UnitsText, ReadsAmountsOfBytes) {
  EXPECT_EQ(bytes("64 KiB"), 65'536);
  EXPECT_EQ(bytes("64 kB"), 64'000);
  EXPECT_EQ(bytes("2 TiB"), 2'199'023'255'552);
  EXPECT_EQ(bytes("0 B"), 0);
  EXPECT_EQ(bytes("1.5 KiB"), 1'536);
}

TEST(UnitsText, ReadsBandwidthsInBytesAndBits) {
  EXPECT_EQ(rate("5 GB/s"), 5e9);
  EXPECT_EQ(rate("200 Gbit/s"), 25e9);
  EXPECT_EQ(rate("200 Gb/s"), 25e9);
  EXPECT_EQ(rate("1 GiB/s"), 1073741824.0);
  EXPECT_EQ(rate("1.25e1 MB/s"), 12.5e6);
  EXPECT_EQ(rate("1.25e+1 MB/s"), 12.5e6);
  EXPECT_EQ(rate("125E-1 MB/s"), 12.5e6);
  EXPECT_EQ(rate("0 B/s"), 0);
}

// A double holds 0.00551 x 10^9 only nearly: 5510000.000000001.
TEST(UnitsText, IsExactDecimalArithmetic) {
  EXPECT_EQ(ns("0.00551 s"), 5'510'000);
  EXPECT_EQ(ns("9007199.254740993 s"), 9'007'199'254'740'993);  // 2^53 + 1
  EXPECT_EQ(bytes("9.223372036854775807e18 B"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(rate("0.1 GB/s"), 100'000'000.0);
  EXPECT_EQ(rate("0.3 kB/s"), 300.0);
}

TEST(UnitsText, RoundsOnlyWhereThatIsHarmless) {
  EXPECT_EQ(bytes("1.1 GiB"), 1'181'116'006);  // 1181116006.4
  EXPECT_EQ(ns("33.3333333333333333333333 ms"), 33'333'333);
  EXPECT_EQ(ns("0.66666666666666666666666667 s"), 666'666'667);
  EXPECT_EQ(bytes("0.1 KiB"), -1);  // 102.4
  EXPECT_EQ(ns("1.5 ns"), -1);
  EXPECT_EQ(ns("1e-400000 s"), -1);
  EXPECT_EQ(ns("499999.9 ns"), -1);
  EXPECT_EQ(ns("500000.9 ns"), 500'001);
  EXPECT_EQ(ns("500000.4 ns"), 500'000);
  EXPECT_EQ(ns("500000.5 ns"), 500'001);
}

// What stands behind the digits that are kept counts, too: it makes an amount finer than the unit.
TEST(UnitsText, LooksAtEveryDigit) {
  EXPECT_EQ(ns("1.0000000000000000000000 ns"), 1);
  EXPECT_EQ(ns("1.0000000000000000000001 ns"), -1);
  EXPECT_EQ(ns("1.0000000000000000000010 ns"), -1);
  EXPECT_EQ(ns("1000000000000000000000e-21 ns"), 1);
  EXPECT_EQ(ns("1000000000000000000001e-21 ns"), -1);
  EXPECT_EQ(bytes("100000000000000000000 B"), -1);
  EXPECT_EQ(ns("0.0000000000000000000000000001 s"), -1);
}

// Returns the factor that a name says: k is a thousand, Ki 1024, and so on; b and bit are an eighth.
double factor_of(std::string_view name) {
  double factor = 1;
  if (name.ends_with("/s")) name.remove_suffix(2);
  if (name.ends_with("bit") || name.ends_with('b')) {
    factor = 0.125;
    name.remove_suffix(name.ends_with('b') ? 1 : 3);
  } else {
    name.remove_suffix(1);
  }
  const double step = name.ends_with('i') ? 1024 : 1000;
  const std::string_view prefixes = "kMGTP";
  for (std::size_t i = 0; !name.empty() && i < prefixes.size(); ++i) {
    factor *= step;
    if (prefixes[i] == name[0] || (name[0] == 'K' && prefixes[i] == 'k')) return factor;
  }
  return factor;
}

TEST(UnitsText, UnitsAreWhatTheirNamesSay) {
  for (const std::string_view unit : bytes_units())
    EXPECT_EQ(static_cast<double>(bytes("1 " + std::string(unit))), factor_of(unit)) << unit;
  for (const std::string_view unit : bandwidth_units())
    EXPECT_EQ(rate("1 " + std::string(unit)), factor_of(unit)) << unit;
  std::int64_t whole = 1;
  const std::pair<std::string_view, std::int64_t> steps[] = {{"ns", 1},   {"us", 1000}, {"ms", 1000},
                                                             {"s", 1000}, {"min", 60},  {"h", 60}};
  ASSERT_EQ(duration_units().size(), std::size(steps));
  for (const auto& [unit, step] : steps) EXPECT_EQ(ns("1 " + std::string(unit)), whole *= step) << unit;
}

// The same from both ends: of amounts that differ by one, and of digits before and behind the point.
TEST(UnitsText, TheGreatestAmountIsTheLastThatFits) {
  EXPECT_EQ(ns("9223372036854775807 ns"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(ns("9223372036854775806 ns"), std::numeric_limits<std::int64_t>::max() - 1);
  EXPECT_EQ(ns("9223372036854775808 ns"), -1);
  EXPECT_EQ(ns("9223372036.854775807 s"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(ns("9223372036.854775808 s"), -1);
}

struct Refusal {
  std::string_view text;
  QuantityFault fault;
  std::string_view part;
  std::string_view sentence;
  std::string_view suggestion;
};

template <class Parsed>
void expect_refused(const Refusal& refusal, const Parsed& parsed) {
  const auto* error = std::get_if<QuantityError>(&parsed);
  ASSERT_NE(error, nullptr) << refusal.text;
  EXPECT_EQ(error->fault, refusal.fault) << refusal.text;
  EXPECT_EQ(refusal.text.substr(error->offset, error->length), refusal.part) << refusal.text;
  EXPECT_EQ(error->sentence, refusal.sentence);
  EXPECT_EQ(error->suggestion, refusal.suggestion) << refusal.text;
}

TEST(UnitsText, SaysWhyATextIsNoDuration) {
  using enum QuantityFault;
  const Refusal refusals[] = {
      {"5", no_unit, "5", "'5' has no unit", ""},
      {"0", no_unit, "0", "'0' has no unit", ""},
      {"", not_a_number, "", "'' is not a duration", ""},
      {"fast", not_a_number, "fast", "'fast' is not a duration", ""},
      {".5 s", not_a_number, ".5 s", "'.5 s' is not a duration", ""},
      {"5. s", not_a_number, "5. s", "'5. s' is not a duration", ""},
      {"1_000 s", not_a_number, "1_000 s", "'1_000 s' is not a duration", ""},
      {"+1 s", not_a_number, "+1 s", "'+1 s' is not a duration", ""},
      {"-", not_a_number, "-", "'-' is not a duration", ""},
      {"-s", not_a_number, "-s", "'-s' is not a duration", ""},
      {"-1", negative, "-1", "'-1' is negative", ""},
      {"5.", not_a_number, "5.", "'5.' is not a duration", ""},
      {"5e s", unknown_unit, "e s", "'e s' is not a unit of a duration", ""},
      {"5e+ s", unknown_unit, "e+ s", "'e+ s' is not a unit of a duration", ""},
      {"5e", unknown_unit, "e", "'e' is not a unit of a duration", ""},
      {"5,3 s", not_a_number, "5,3 s", "'5,3 s' is not a duration", ""},
      {"5'3 s", not_a_number, "5'3 s", "'5'3 s' is not a duration", ""},
      {"00", leading_zeros, "00", "'00' has leading zeros", "0"},
      {"007", leading_zeros, "007", "'007' has leading zeros", "7"},
      {".inf", not_a_number, ".inf", "'.inf' is not a duration", ""},
      {"010 s", leading_zeros, "010", "'010' has leading zeros", "10"},
      {"00 s", leading_zeros, "00", "'00' has leading zeros", "0"},
      {"00.5 s", leading_zeros, "00.5", "'00.5' has leading zeros", "0.5"},
      {"-1 s", negative, "-1 s", "'-1 s' is negative", ""},
      {"3 seconds", unknown_unit, "seconds", "'seconds' is not a unit of a duration", "s"},
      {"3 µs", unknown_unit, "µs", "'µs' is not a unit of a duration", "us"},
      {"3 Ms", unknown_unit, "Ms", "'Ms' is not a unit of a duration", ""},
      {"3 MiB", other_quantity, "MiB", "'MiB' is not a duration", ""},
      {"1 s s", unknown_unit, "s s", "'s s' is not a unit of a duration", ""},
      {"3000000 h", too_large, "3000000 h", "'3000000 h' is too large", ""},
      {"1e400000 s", too_large, "1e400000 s", "'1e400000 s' is too large", ""},
      {"0.5 ns", too_fine, "0.5 ns", "'0.5 ns' is finer than 1 ns", ""},
  };
  for (const Refusal& refusal : refusals) expect_refused(refusal, parse_duration(refusal.text));
}

TEST(UnitsText, SaysWhyATextIsNoAmountOfBytes) {
  using enum QuantityFault;
  const Refusal refusals[] = {
      {"64", no_unit, "64", "'64' has no unit", ""},
      {"0.5 B", too_fine, "0.5 B", "'0.5 B' is finer than 1 B", ""},
      {"3 parsecs/s", unknown_unit, "parsecs/s", "'parsecs/s' is not a unit of an amount of bytes", ""},
      {"3 s/s", unknown_unit, "s/s", "'s/s' is not a unit of an amount of bytes", ""},
      {"3 ms", other_quantity, "ms", "'ms' is not an amount of bytes", ""},
      {"64K", unknown_unit, "K", "'K' is not a unit of an amount of bytes", "KiB"},
      {"1 MB/s", other_quantity, "MB/s", "'MB/s' is not an amount of bytes", "MB"},
      {"1 Mbit", other_quantity, "Mbit", "'Mbit' is not an amount of bytes", ""},
      {"8192 PiB", too_large, "8192 PiB", "'8192 PiB' is too large", ""},
      {"9223372036854775808 B", too_large, "9223372036854775808 B", "'9223372036854775808 B' is too large",
       ""},
  };
  for (const Refusal& refusal : refusals) expect_refused(refusal, parse_bytes(refusal.text));
}

TEST(UnitsText, SaysWhyATextIsNoBandwidth) {
  using enum QuantityFault;
  const Refusal refusals[] = {
      {"200Gbit", other_quantity, "Gbit", "'Gbit' is not a bandwidth", "Gbit/s"},
      {"200 Gb", other_quantity, "Gb", "'Gb' is not a bandwidth", "Gbit/s"},
      {"25 GB", other_quantity, "GB", "'GB' is not a bandwidth", "GB/s"},
      {"25 Gbps", unknown_unit, "Gbps", "'Gbps' is not a unit of a bandwidth", "Gbit/s"},
      {"25 gb/s", unknown_unit, "gb/s", "'gb/s' is not a unit of a bandwidth", ""},
      {"25", no_unit, "25", "'25' has no unit", ""},
      {"25 s", other_quantity, "s", "'s' is not a bandwidth", ""},
      {"25 b", other_quantity, "b", "'b' is not a bandwidth", "bit/s"},
      {"25 kb", other_quantity, "kb", "'kb' is not a bandwidth", "kbit/s"},
      {"1e400 GB/s", too_large, "1e400 GB/s", "'1e400 GB/s' is too large or too small", ""},
  };
  for (const Refusal& refusal : refusals) expect_refused(refusal, parse_bandwidth(refusal.text));
}

// A text ends where it ends, whatever stands behind it.
TEST(UnitsText, ReadsNothingBehindTheText) {
  const std::string_view text = "5.5,0";
  for (const std::size_t length : {std::size_t{1}, std::size_t{3}}) {
    const auto error = std::get<QuantityError>(parse_duration(text.substr(0, length)));
    EXPECT_EQ(error.fault, QuantityFault::no_unit) << length;
  }
}

// A letter alone means what memory is counted in for bytes, and what wires are counted in for rates.
TEST(UnitsText, KnowsWhatPeopleWrite) {
  using TextsAndWords = std::vector<std::pair<std::string, std::string>>;
  const auto suggested = [](const auto& parsed) { return std::get<QuantityError>(parsed).suggestion; };
  for (const auto& [word, unit] : TextsAndWords{{"k", "KiB"},
                                                {"K", "KiB"},
                                                {"M", "MiB"},
                                                {"G", "GiB"},
                                                {"T", "TiB"},
                                                {"byte", "B"},
                                                {"bytes", "B"}})
    EXPECT_EQ(suggested(parse_bytes("3 " + word)), unit) << word;
  for (const auto& [word, unit] : TextsAndWords{{"M", "MB/s"},
                                                {"G", "GB/s"},
                                                {"bps", "bit/s"},
                                                {"kbps", "kbit/s"},
                                                {"Mbps", "Mbit/s"},
                                                {"Gbps", "Gbit/s"},
                                                {"Tbps", "Tbit/s"},
                                                {"kBps", "kB/s"},
                                                {"MBps", "MB/s"},
                                                {"GBps", "GB/s"},
                                                {"TBps", "TB/s"}})
    EXPECT_EQ(suggested(parse_bandwidth("3 " + word)), unit) << word;
  for (const auto& [word, unit] : TextsAndWords{{"m", "min"},
                                                {"minute", "min"},
                                                {"minutes", "min"},
                                                {"hour", "h"},
                                                {"hours", "h"},
                                                {"hr", "h"},
                                                {"sec", "s"},
                                                {"secs", "s"},
                                                {"second", "s"},
                                                {"seconds", "s"},
                                                {"msec", "ms"},
                                                {"milliseconds", "ms"},
                                                {"usec", "us"},
                                                {"microseconds", "us"},
                                                {"\u00B5s", "us"},
                                                {"\u03BCs", "us"},
                                                {"nsec", "ns"},
                                                {"nanoseconds", "ns"}})
    EXPECT_EQ(suggested(parse_duration("3 " + word)), unit) << word;
}

// The shortest text that reads back as the same number, from the least to the greatest.
TEST(UnitsText, WritesANumberInItsShortestForm) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(-2.5), "-2.5");
  EXPECT_EQ(number_text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(number_text(5e-324), "5e-324");
  EXPECT_EQ(number_text(1e300), "1e+300");
}

}  // namespace
}  // namespace headrace
