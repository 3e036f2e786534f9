#include "scenarios/loader/read/includes.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/document.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

class Includes : public testing::Test {
 protected:
  // Resolves a file of the folder; problems_ holds what was wrong.
  Tree resolve(const std::string& name) {
    FileFinder files(FileFinder::Disk::yes);
    const std::string path = folder_.path(name);
    Tree tree = parse_document(contents_of(path), name, problems_);
    files.place(tree.mark.source, {name, path, ""});
    resolve_includes(tree, files, problems_);
    return tree;
  }

  static std::string at(const Tree& tree, const std::string& key) {
    const Tree::Entry* entry = tree.find(key);
    return entry == nullptr ? "(absent)" : entry->value.scalar;
  }

  TestFolder folder_{"includes"};
  Problems problems_;
};

TEST_F(Includes, MergeUnderTheFileThatIncludes) {
  folder_.write("top.yaml", "m: {include: parts/part.yaml, a: top}\n");
  folder_.write("parts/part.yaml", "schema: headrace/1\na: part\nb: part\ninclude: deep.yaml\n");
  folder_.write("parts/deep.yaml", "b: deep\nc: deep\n");
  const Tree tree = resolve("top.yaml");
  EXPECT_FALSE(problems_.has_errors()) << problems_.text();
  const Tree& map = tree.find("m")->value;
  EXPECT_EQ(at(map, "a"), "top");
  EXPECT_EQ(at(map, "b"), "part");
  EXPECT_EQ(at(map, "c"), "deep");
  EXPECT_EQ(at(map, "include"), "(absent)");
  EXPECT_EQ(at(map, "schema"), "(absent)");
  EXPECT_EQ(map.find("b")->value.mark.source->file, "parts/part.yaml");
  EXPECT_EQ(map.find("b")->value.mark.line, 3);
}

TEST_F(Includes, OfSeveralFilesTheLaterWins) {
  folder_.write("top.yaml", "include: [one.yaml, two.yaml]\n");
  folder_.write("one.yaml", "a: one\nb: one\n");
  folder_.write("two.yaml", "b: two\nc: two\n");
  const Tree tree = resolve("top.yaml");
  EXPECT_EQ(at(tree, "a") + at(tree, "b") + at(tree, "c"), "onetwotwo");
}

TEST_F(Includes, AMapsOwnIncludeWinsOverThatOfTheMapAround) {
  folder_.write("top.yaml", "include: outer.yaml\nm: {include: inner.yaml}\n");
  folder_.write("outer.yaml", "m: {a: outer, b: outer}\n");
  folder_.write("inner.yaml", "a: inner\n");
  const Tree tree = resolve("top.yaml");
  EXPECT_EQ(at(tree.find("m")->value, "a"), "inner");
  EXPECT_EQ(at(tree.find("m")->value, "b"), "outer");
}

TEST_F(Includes, ReportCycles) {
  folder_.write("a.yaml", "include: b.yaml\n");
  folder_.write("b.yaml", "x: {include: c.yaml}\n");
  folder_.write("c.yaml", "include: b.yaml\n");
  resolve("a.yaml");
  ASSERT_EQ(codes_of(problems_), "E0025");
  EXPECT_EQ(problems_.all()[0].sentence, "'b.yaml' includes itself");
  EXPECT_EQ(problems_.all()[0].help, "the way around: b.yaml, c.yaml, b.yaml");
  EXPECT_EQ(problems_.all()[0].mark.source->file, "c.yaml");
}

TEST_F(Includes, AreBounded) {
  // Each file includes the next one twice: 2^20 copies if nobody counted.
  for (int i = 0; i < 15; ++i) {
    const std::string next = "{include: f" + std::to_string(i + 1) + ".yaml}";
    folder_.write("f" + std::to_string(i) + ".yaml", "a: " + next + "\nb: " + next + "\nc: " + next + "\n");
  }
  folder_.write("f15.yaml", "x: 1\n");
  resolve("f0.yaml");
  EXPECT_EQ(codes_of(problems_), "E0027");
}

TEST_F(Includes, AreNotDeep) {
  for (int i = 0; i < 20; ++i) {
    folder_.write("f" + std::to_string(i) + ".yaml", "include: f" + std::to_string(i + 1) + ".yaml\n");
  }
  resolve("f0.yaml");
  EXPECT_EQ(codes_of(problems_), "E0027");
}

TEST_F(Includes, ReportProblemsOfWhatTheyRead) {
  folder_.write("top.yaml",
                "a: {include: one.yaml}\nb: {include: two.yaml}\nc: {include: three.yaml}\nd: {include: }\n");
  folder_.write("one.yaml", "x: [\n");
  folder_.write("two.yaml", "- x\n");
  folder_.write("three.yaml", "schema: headrace/7\n");
  resolve("top.yaml");
  EXPECT_EQ(codes_of(problems_), "E0004 E0026 E0021 E0023");
  EXPECT_EQ(problems_.all()[0].mark.source->file, "one.yaml");
}

std::string schema_problem(const std::string& text, bool needed) {
  Problems problems;
  Tree tree = parse_document(text, "x.yaml", problems);
  const bool readable = check_schema(tree, needed, problems);
  return (readable ? "read " : "refused ") + codes_of(problems);
}

TEST(Schema, DecidesWhetherATextIsRead) {
  EXPECT_EQ(schema_problem("schema: headrace/1\n", true), "read ");
  EXPECT_EQ(schema_problem("name: x\n", true), "read E0020");
  EXPECT_EQ(schema_problem("name: x\n", false), "read ");
  EXPECT_EQ(schema_problem("schema: headrace/2\n", true), "refused E0021");
  EXPECT_EQ(schema_problem("schema: headrace/2\n", false), "refused E0021");
  EXPECT_EQ(schema_problem("schema: headrace/0\n", true), "refused E0022");
  EXPECT_EQ(schema_problem("schema: headrace/1.5\n", true), "refused E0022");
  EXPECT_EQ(schema_problem("schema: headrace/99999999999999999999\n", true), "refused E0022");
  EXPECT_EQ(schema_problem("schema: [1]\n", true), "refused E0022");
  EXPECT_EQ(schema_problem("schema:\n", true), "refused E0022");
}

}  // namespace
}  // namespace headrace
