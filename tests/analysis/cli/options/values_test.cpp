#include "analysis/cli/options/values.h"

#include <gtest/gtest.h>

#include "analysis/errors.h"

namespace headrace {
namespace {

template <class Read> std::string refusal(Read read) {
  try {
    read();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Values, SuggestTheNearestWord) {
  constexpr std::string_view kWords[] = {"text", "json", "off"};
  EXPECT_EQ(suggestion("jsn", kWords), "; did you mean 'json'?");
  EXPECT_EQ(suggestion("thousand", kWords), "");
}

TEST(Values, CountsAreWholeNumbersFromOneOn) {
  EXPECT_EQ(count_of("--runs", "64"), 64);
  for (const char* text : {"0", "-1", "1.5", "x", "", "1 ", "99999999999999999999"})
    EXPECT_EQ(refusal([&] { count_of("--runs", text); }),
              "'" + std::string(text) + "' is no value of --runs, which is a whole number from 1 on");
}

TEST(Values, PercentagesAreAboveZero) {
  EXPECT_EQ(percentage_of("--au", "87.5"), 87.5);
  EXPECT_EQ(percentage_of("--au", "80"), 80);
  EXPECT_EQ(percentage_of("--au", "100"), 100);
  for (const char* text : {"0", "-1", "101", "nan", "inf", "x", "90 %"})
    EXPECT_EQ(refusal([&] { percentage_of("--au", text); }),
              "'" + std::string(text) + "' is no value of --au, which is a percentage: above 0, to 100");
}

TEST(Values, QuantitiesHaveUnits) {
  EXPECT_EQ(duration_of("--wall-limit", "10min", Duration()), 600_s);
  EXPECT_EQ(bytes_of("--memory-limit", "8 GiB", Bytes()), 8_GiB);
  EXPECT_EQ(duration_of("--wall-limit", "", 5_s), 5_s);
  EXPECT_EQ(bytes_of("--memory-limit", "", 5_MiB), 5_MiB);
  EXPECT_EQ(refusal([] { duration_of("--wall-limit", "8GiB", Duration()); }),
            "'8GiB' is no value of --wall-limit: 'GiB' is not a duration");
  EXPECT_EQ(refusal([] { bytes_of("--memory-limit", "0 B", Bytes()); }),
            "--memory-limit must be above zero, not '0 B'");
}

}  // namespace
}  // namespace headrace
