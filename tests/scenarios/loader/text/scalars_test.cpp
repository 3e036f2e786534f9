#include "scenarios/loader/text/scalars.h"
#include "sim/units_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace headrace {
namespace {

Tree word(std::string_view text, bool quoted = false) {
  Tree tree;
  tree.kind = Tree::Kind::scalar;
  tree.scalar = text;
  tree.quoted = quoted;
  return tree;
}

// The value as text, or the fault: "E0104 'x' is not a whole number".
template <class T>
std::string read(std::string_view text, bool quoted = false) {
  T value{};
  const auto fault = read_scalar(word(text, quoted), value);
  if (fault)
    return std::string(fault->code) + " " + fault->sentence + (fault->nearest.empty() ? "" : "; ") +
           fault->nearest;
  if constexpr (std::is_same_v<T, std::string>)
    return value;
  else
    return number_text(static_cast<double>(value));
}

TEST(Scalars, ReadsWholeNumbers) {
  std::int64_t value = 0;
  EXPECT_FALSE(read_scalar(word("-9223372036854775808"), value));
  EXPECT_EQ(value, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read<std::int64_t>("0"), "0");
  EXPECT_EQ(read<std::int64_t>("9223372036854775808"), "E0122 '9223372036854775808' is too large");
  EXPECT_EQ(read<std::int64_t>("1e3"), "E0104 '1e3' is not a whole number");
  EXPECT_EQ(read<std::int64_t>("+1"), "E0104 '+1' is not a whole number");
  EXPECT_EQ(read<std::int64_t>("-"), "E0104 '-' is not a whole number");
  EXPECT_EQ(read<std::int64_t>("0x1F"), "E0104 '0x1F' is not a whole number");
  EXPECT_EQ(read<std::int64_t>("4KiB"), "E0104 '4KiB' is not a whole number");
  EXPECT_EQ(read<std::int64_t>("-010"), "E0105 '-010' has leading zeros; did you mean '-10'?");
  EXPECT_EQ(read<std::int64_t>("000"), "E0105 '000' has leading zeros; did you mean '0'?");
  EXPECT_EQ(read<std::int64_t>("5", true), "E0106 '5' in quotes is a text, not a whole number");
}

TEST(Scalars, ReadsNumbers) {
  EXPECT_EQ(read<double>("0.9"), "0.9");
  EXPECT_EQ(read<double>("-1.5e-3"), "-0.0015");
  EXPECT_EQ(read<double>("7"), "7");
  for (const std::string_view text : {".nan", ".inf", "nan", "inf", "infinity", "1.", ".5", "0x1p3", "1,5"}) {
    EXPECT_EQ(read<double>(text), "E0104 '" + std::string(text) + "' is not a number");
  }
  EXPECT_EQ(read<double>("00.5"), "E0105 '00.5' has leading zeros; did you mean '0.5'?");
  EXPECT_EQ(read<double>("1e999"), "E0122 '1e999' is too large or too small");
}

TEST(Scalars, ReadsFlags) {
  EXPECT_EQ(read<bool>("true"), "1");
  EXPECT_EQ(read<bool>("false"), "0");
  EXPECT_EQ(read<bool>("yes"), "E0110 'yes' is not true or false; did you mean 'true'?");
  EXPECT_EQ(read<bool>("NO"), "E0110 'NO' is not true or false");
  EXPECT_EQ(read<bool>("ture"), "E0110 'ture' is not true or false; did you mean 'true'?");
  EXPECT_EQ(read<bool>("true", true), "E0110 'true' in quotes is a text, not true or false");
}

TEST(Scalars, ReadsTexts) {
  EXPECT_EQ(read<std::string>("no"), "no");  // Norway.
  EXPECT_EQ(read<std::string>("5", true), "5");
  EXPECT_EQ(read<std::string>("1.0"), "E0103 '1.0' is not a text; did you mean '\"1.0\"'?");
  EXPECT_EQ(read<std::string>("", true), "E0111 the text is empty");
}

TEST(Scalars, KnowsWhatYamlTakesForSomethingElse) {
  for (const std::string_view text : {"", "1", "-1", "+1", "1.5", "1.", ".5", "1e3", "1.e3", "0x1F", "0o17",
                                      "true", "False", "NULL", "~", ".inf", "-.inf", ".NaN"}) {
    EXPECT_TRUE(needs_quotes(text)) << text;
  }
  for (const std::string_view text :
       {"a", "1 h", "v1.0", "1.2.3", "-", "+", ".", "0x", "e3", "no", "on", "inf"}) {
    EXPECT_FALSE(needs_quotes(text)) << text;
  }
}

TEST(Scalars, SuggestsTheNearestUnit) {
  Duration duration;
  Bytes bytes;
  EXPECT_EQ(read_scalar(word("5 mss"), duration)->nearest, "did you mean 'ms'?");
  EXPECT_EQ(read_scalar(word("5 mib"), bytes)->nearest, "did you mean 'MiB'?");
  EXPECT_EQ(read_scalar(word("5"), duration)->help,
            "a duration takes ns, us, ms, s, min, h   (headrace show units)");
}

TEST(Scalars, PointsAtThePartThatIsWrong) {
  const auto source = std::make_shared<const SourceText>(SourceText{"x.yaml", "a: 200Gbit\n"});
  Tree scalar = word("200Gbit");
  scalar.mark = {source, 1, 4, 7};
  Bandwidth value;
  Problems problems;
  add_fault(scalar, *read_scalar(scalar, value), problems);
  EXPECT_EQ(problems.all()[0].mark.column, 7);
  EXPECT_EQ(problems.all()[0].mark.length, 4);
  scalar.mark.length = 2;  // An alias: what stands in the text is another word.
  add_fault(scalar, *read_scalar(scalar, value), problems);
  EXPECT_EQ(problems.all()[1].mark.column, 4);
}

TEST(Scalars, WritesNumbersThatReadBack) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1e22), "1e+22");
  EXPECT_EQ(read<double>(number_text(1e22)), "1e+22");
}

}  // namespace
}  // namespace headrace
