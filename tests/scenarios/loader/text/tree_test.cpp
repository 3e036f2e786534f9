#include "scenarios/loader/text/tree.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/document.h"
#include "tests/scenarios/loader/text/tree_of.h"

namespace headrace {
namespace {

// Writes a tree in one line: {a: 1, b: [2]}.
std::string shown(const Tree& tree) {
  std::string text;
  switch (tree.kind) {
    case Tree::Kind::null: return "~";
    case Tree::Kind::scalar: return tree.scalar;
    case Tree::Kind::sequence:
      for (const Tree& item : tree.items) text += (text.empty() ? "" : ", ") + shown(item);
      return "[" + text + "]";
    case Tree::Kind::map:
      for (const Tree::Entry& entry : tree.entries) {
        text += (text.empty() ? "" : ", ") + entry.key + ": " + shown(entry.value);
      }
      return "{" + text + "}";
  }
  return text;
}

std::string merged(std::string_view over, std::string_view under) {
  Tree tree = tree_of(over);
  merge_under(tree, tree_of(under));
  return shown(tree);
}

TEST(Tree, FindsEntries) {
  Tree tree = tree_of("{a: 1, b: {c: 2}}");
  ASSERT_NE(tree.find("b"), nullptr);
  EXPECT_EQ(shown(tree.find("b")->value), "{c: 2}");
  EXPECT_EQ(tree.find("c"), nullptr);
}

TEST(Tree, MergesMapsKeyByKeyAndAllElseWhole) {
  EXPECT_EQ(merged("{a: 1}", "{b: 2, a: 3}"), "{a: 1, b: 2}");
  EXPECT_EQ(merged("{a: {x: 1}}", "{a: {x: 2, y: 3}}"), "{a: {x: 1, y: 3}}");
  EXPECT_EQ(merged("{a: [1]}", "{a: [2, 3]}"), "{a: [1]}");
  EXPECT_EQ(merged("{a: 1}", "{a: {x: 2}}"), "{a: 1}");
  EXPECT_EQ(merged("{a: {x: 1}}", "{a: 2}"), "{a: {x: 1}}");
  EXPECT_EQ(merged("[1]", "{a: 2}"), "[1]");
}

TEST(Tree, ForgetsThatAnOverrideNamedAKeyThatAFileHas) {
  Tree over = tree_of("{a: {x: 1}, b: 1}");
  for (Tree::Entry& entry : over.entries) entry.from_override = true;
  merge_under(over, tree_of("{a: {y: 2}}"));
  EXPECT_FALSE(over.find("a")->from_override);
  EXPECT_TRUE(over.find("b")->from_override);
}

TEST(Tree, KeepsTheFirstOfEqualKeys) {
  Tree tree = tree_of("{a: 1, b: 2, c: 3, d: 4}");
  tree.entries[2].key = "a";
  tree.entries[3].key = "b";
  Problems problems;
  remove_duplicates(tree, problems);
  EXPECT_EQ(shown(tree), "{a: 1, b: 2}");
  ASSERT_EQ(problems.errors(), 2u);
  EXPECT_EQ(problems.all()[0].sentence, "'a' appears twice");
  EXPECT_EQ(problems.all()[0].mark.column, 14);
  EXPECT_EQ(problems.all()[0].help, "it stands first in line 1");
}

}  // namespace
}  // namespace headrace
