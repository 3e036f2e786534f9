#include "scenarios/loader/dlio/hydra_value.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// Writes a value as a text: scalars bare, texts in quotes, null as "null".
std::string show(const Tree& tree) {
  std::string out;
  switch (tree.kind) {
    case Tree::Kind::null: return "null";
    case Tree::Kind::scalar: return tree.quoted ? "\"" + tree.scalar + "\"" : tree.scalar;
    case Tree::Kind::sequence:
      for (const Tree& item : tree.items) out += (out.empty() ? "" : ", ") + show(item);
      return "[" + out + "]";
    case Tree::Kind::map:
      for (const Tree::Entry& entry : tree.entries)
        out += (out.empty() ? "" : ", ") + entry.key + ": " + show(entry.value);
      return "{" + out + "}";
  }
  return out;
}

std::string parse(std::string_view text) {
  std::string why;
  const auto value = parse_hydra_value(text, Mark{}, why);
  return value ? show(*value) : "error: " + why;
}

TEST(HydraValue, ReadsScalars) {
  EXPECT_EQ(parse("8"), "8");
  EXPECT_EQ(parse(" False "), "False");
  EXPECT_EQ(parse("null"), "null");
  EXPECT_EQ(parse(""), "\"\"");
  EXPECT_EQ(parse("/lustre/a:b/c=d"), "/lustre/a:b/c=d");
  EXPECT_EQ(parse("'a, b'"), "\"a, b\"");
  EXPECT_EQ(parse(R"("it\"s")"), "\"it\"s\"");
}

TEST(HydraValue, ReadsListsAndMaps) {
  EXPECT_EQ(parse("[]"), "[]");
  EXPECT_EQ(parse("[1, 2,[3]]"), "[1, 2, [3]]");
  EXPECT_EQ(parse("{type:normal,mean: 0.3, stdev:0.01}"), "{type: normal, mean: 0.3, stdev: 0.01}");
  EXPECT_EQ(parse("{}"), "{}");
}

TEST(HydraValue, SaysWhatIsWrong) {
  EXPECT_EQ(parse("8,16"), "error: several values stand for a sweep, and a job takes one");
  EXPECT_EQ(parse("[1,2"), "error: a list is not closed by ']'");
  EXPECT_EQ(parse("{a:1"), "error: a map is not closed by '}'");
  EXPECT_EQ(parse("{a}"), "error: a map wants {key:value,…}");
  EXPECT_EQ(parse("{a:1,a:2}"), "error: a map names 'a' twice");
  EXPECT_EQ(parse("'open"), "error: a quote is not closed");
  EXPECT_EQ(parse("[1] 2"), "error: nothing may follow the value");
  EXPECT_EQ(parse("${workload.model}"), "error: an interpolation '${…}' is not resolved");
  EXPECT_EQ(parse(std::string(40, '[')), "error: lists and maps stand too deep in each other");
}

}  // namespace
}  // namespace headrace
