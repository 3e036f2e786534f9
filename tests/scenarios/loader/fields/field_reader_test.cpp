#include "scenarios/loader/fields/field_reader.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/fields/field_support.h"

namespace headrace {
namespace {

TEST(FieldReader, ReadsGroupsListsAndMaps) {
  const OuterRead read =
      read_outer("group: {size: 4}\nmaybe: {size: 5}\nlist: [{size: 6}, {}]\nmap: {b: {size: 7}, a: {}}\n");
  EXPECT_FALSE(read.problems.has_errors()) << read.problems.text();
  EXPECT_EQ(read.spec.group.size, 4);
  ASSERT_TRUE(read.spec.maybe.has_value());
  EXPECT_EQ(read.spec.maybe->size, 5);
  ASSERT_EQ(read.spec.list.size(), 2u);
  EXPECT_EQ(read.spec.list[0].size, 6);
  EXPECT_EQ(read.spec.list[1].size, 3);
  ASSERT_EQ(read.spec.map.size(), 2u);
  EXPECT_EQ(read.spec.map[0].first, "b");  // In the order of the text.
  EXPECT_EQ(read.spec.map[0].second.size, 7);
}

TEST(FieldReader, LeavesDefaultsWhereNothingStands) {
  const OuterRead read = read_outer("");
  EXPECT_FALSE(read.problems.has_errors()) << read.problems.text();
  EXPECT_EQ(read.spec.wait, 5_ms);
  EXPECT_FALSE(read.spec.maybe.has_value());
  EXPECT_TRUE(read.spec.list.empty());
}

TEST(FieldReader, KnowsWhereFieldsStood) {
  const OuterRead read = read_outer("group: {size: 4}\nmap: {b: {size: 7}}\nwords: [p, q]\n");
  EXPECT_EQ(read.places.at("group.size").line, 2);
  EXPECT_EQ(read.places.at("map.b.size").column, 17);
  EXPECT_EQ(read.places.at("words[1]").column, 12);
  EXPECT_EQ(read.places.at("map.b").column, 7);
  EXPECT_FALSE(read.places.contains("wait"));
}

TEST(FieldReader, ReportsWhatNobodyAskedFor) {
  const OuterRead read = read_outer("grup: {size: 4}\ngroup: {sise: 1}\nmap: {b: {zzz: 1}}\n");
  EXPECT_EQ(read.problems.text(),
            "x.yaml:3:9: error[E0101]: 'group' has no field 'sise'\n"
            "    3 | group: {sise: 1}\n"
            "      |         ^^^^ did you mean 'size'?\n"
            "x.yaml:4:11: error[E0101]: 'map.b' has no field 'zzz'\n"
            "    4 | map: {b: {zzz: 1}}\n"
            "      |           ^^^\n"
            "   help: its fields are size\n"
            "x.yaml:2:1: error[E0101]: the scenario has no field 'grup'\n"
            "    2 | grup: {size: 4}\n"
            "      | ^^^^ did you mean 'group'?\n");
}

TEST(FieldReader, DemandsRequiredFields) {
  Problems problems;
  const Tree tree = parse_document("whole: 1\n", "x.yaml", problems);
  FieldReader reader(tree, problems);
  Outer spec;
  spec.visit(reader);
  reader.finish();
  ASSERT_EQ(problems.errors(), 1u);
  EXPECT_EQ(problems.all()[0].sentence, "the scenario has no 'name'");
  EXPECT_EQ(problems.all()[0].help, "'name' is required: a name");
  EXPECT_EQ(problems.all()[0].path, "name");
}

// A misspelt key that stands for a required one is told once.
TEST(FieldReader, DemandsNoFieldThatWasMisspelt) {
  const auto said = [](const char* text) {
    Problems problems;
    const Tree tree = parse_document(text, "x.yaml", problems);
    FieldReader reader(tree, problems);
    Outer spec;
    spec.visit(reader);
    reader.finish();
    std::string all;
    for (const Problem& problem : problems.all())
      all += problem.code + " " + problem.sentence + "; " + problem.nearest + "\n";
    return all;
  };
  EXPECT_EQ(said("nmae: x\n"), "E0101 the scenario has no field 'nmae'; did you mean 'name'?\n");
  EXPECT_EQ(said("'name {a': 1}\n"), "E0101 the scenario has no field 'name {a'; did you mean 'name: {a'?\n");
  EXPECT_EQ(said("other: x\n"),
            "E0101 the scenario has no field 'other'; \nE0102 the scenario has no 'name'; \n");
}

TEST(FieldReader, RefusesTheWrongKind) {
  EXPECT_EQ(only_problem("group: 5\n"), "E0103 'group' takes a map of fields, not '5'");
  EXPECT_EQ(only_problem("list: {size: 1}\n"), "E0103 'list' takes a list, not a map");
  EXPECT_EQ(only_problem("list: [5]\n"), "E0103 'list[0]' takes a map of fields, not '5'");
  EXPECT_EQ(only_problem("map: [a]\n"), "E0103 'map' takes a map of names, not a list");
  EXPECT_EQ(only_problem("map: {a: 5}\n"), "E0103 'map.a' takes a map of fields, not '5'");
  EXPECT_EQ(only_problem("map: {a:}\n"), "E0103 'map.a' takes a map of fields, not nothing");
  EXPECT_EQ(only_problem("group:\n"), "E0108 'group' has no value");
  EXPECT_EQ(only_problem("map: {a b: {}}\n"), "E0112 'a b' is not a name");
}

TEST(FieldReader, RefusesATextThatIsNoMap) {
  Problems problems;
  const Tree tree = parse_document("seed:1\n", "x.yaml", problems);
  FieldReader reader(tree, problems);
  Outer spec;
  spec.visit(reader);
  reader.finish();
  ASSERT_EQ(problems.errors(), 1u) << problems.text();
  EXPECT_EQ(problems.all()[0].sentence, "'seed:1' stands where fields were expected");
}

TEST(FieldReader, FindsEveryProblemInOnePass) {
  const OuterRead read =
      read_outer("whole: 101\nshare: x\nwait: 5\ntaste: salty\ngroup: {size: 0}\nlist: [1, {size: 11}]\n");
  EXPECT_EQ(read.problems.errors(), 7u) << read.problems.text();
}

TEST(FieldReader, ReadsLargeMapsByIndex) {
  std::string lines = "map:\n";
  for (int i = 0; i < 5000; ++i)
    lines += "  n" + std::to_string(i) + ": {size: " + std::to_string(1 + i % 10) + "}\n";
  for (int i = 0; i < 100; ++i) lines += "unknown" + std::to_string(i) + ": 1\n";
  const OuterRead read = read_outer(lines);
  EXPECT_EQ(read.spec.map.size(), 5000u);
  EXPECT_EQ(read.spec.map[4321].second.size, 2);
  EXPECT_EQ(read.problems.errors(), 100u);
}

TEST(FieldReader, LeavesWhatHasNoValueWithout) {
  const OuterRead none = read_outer("");
  EXPECT_FALSE(none.spec.limit || none.spec.end);
  const OuterRead read = read_outer("limit: 7\nend: 2 s\n");
  EXPECT_EQ(read.spec.limit, 7);
  EXPECT_EQ(read.spec.end, 2_s);
  EXPECT_TRUE(read.places.contains("limit"));
  EXPECT_EQ(only_problem("limit: -1\n"), "E0107 'limit' is -1; it takes 1 to 9");
  EXPECT_EQ(only_problem("limit:\n"), "E0108 'limit' has no value");
  EXPECT_EQ(read_outer("limti: 7\n").problems.all()[0].nearest, "did you mean 'limit'?");
}

}  // namespace
}  // namespace headrace
