// The traps of the YAML library, one by one.
#include "scenarios/loader/text/document.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/text/tree_of.h"

namespace headrace {
namespace {

std::string problems_of(std::string_view text) {
  Problems problems;
  parse_document(text, "x.yaml", problems);
  std::string out;
  for (const Problem& problem : problems.all()) {
    out += problem.code + " " + std::to_string(problem.mark.line) + ":" +
           std::to_string(problem.mark.column) + "; ";
  }
  return out;
}

std::string place(const Mark& mark) {
  return std::to_string(mark.line) + ":" + std::to_string(mark.column) + "+" + std::to_string(mark.length);
}

TEST(Document, RemembersWhereWordsStand) {
  const Tree tree = tree_of("first: 1\nmap: {key: \"a b\", other: [x, 'y']}\ntext: one two\n");
  EXPECT_EQ(place(tree.find("first")->key_mark), "1:1+5");
  EXPECT_EQ(place(tree.find("first")->value.mark), "1:8+1");
  const Tree& map = tree.find("map")->value;
  EXPECT_EQ(place(map.find("key")->key_mark), "2:7+3");
  EXPECT_EQ(place(map.find("key")->value.mark), "2:12+5");
  EXPECT_TRUE(map.find("key")->value.quoted);
  EXPECT_EQ(place(map.find("other")->value.items[1].mark), "2:30+3");
  EXPECT_EQ(place(tree.find("text")->value.mark), "3:7+7");
  EXPECT_FALSE(tree.find("text")->value.quoted);
}

TEST(Document, ReadsBlockTextsNothingAndQuotes) {
  const Tree tree = tree_of("a: |\n  one\n  two\nb:\nc: ~\nd: \"\\\"\\u20AC\"\ne: 'it''s'\n");
  EXPECT_EQ(tree.find("a")->value.scalar, "one\ntwo\n");
  EXPECT_TRUE(tree.find("a")->value.quoted);
  EXPECT_EQ(tree.find("b")->value.kind, Tree::Kind::null);
  EXPECT_EQ(tree.find("c")->value.kind, Tree::Kind::null);
  EXPECT_EQ(tree.find("d")->value.scalar, "\"\u20AC");
  EXPECT_EQ(tree.find("e")->value.scalar, "it's");
}

TEST(Document, CopiesWhatAnAliasNames) {
  const Tree tree = tree_of("a: &x {k: 5}\nb: *x\nc: &n 7\nd: *n\n");
  const Tree& copy = tree.find("b")->value;
  EXPECT_EQ(place(copy.mark), "2:4+2");
  EXPECT_EQ(copy.mark.alias_line, 0);
  EXPECT_EQ(place(copy.find("k")->value.mark), "1:11+1");
  EXPECT_EQ(copy.find("k")->value.mark.alias_line, 2);
  EXPECT_EQ(tree.find("d")->value.scalar, "7");
  EXPECT_EQ(place(tree.find("a")->value.mark), "1:7+1");
}

TEST(Document, RefusesWhatItDoesNotFollow) {
  EXPECT_EQ(problems_of("a: 1\nb: 2\na: 3\n"), "E0006 3:1; ");
  EXPECT_EQ(problems_of("<<: {a: 1}\nb: 2\n"), "E0007 1:1; ");
  EXPECT_EQ(problems_of("a: !!int 5\n"), "E0008 1:4; ");
  EXPECT_EQ(problems_of("a: 1\n---\nb: 2\n"), "E0009 2:1; ");
  EXPECT_EQ(problems_of("a: &a [*a]\n"), "E0013 1:8; ");
  EXPECT_EQ(problems_of("? [k]\n: 1\n"), "E0014 1:3; ");
  EXPECT_EQ(problems_of("a: *b\n"), "E0015 1:4; ");
  EXPECT_EQ(problems_of(""), "E0011 0:0; ");
  EXPECT_EQ(problems_of("# only a comment\n"), "E0011 0:0; ");
  EXPECT_EQ(problems_of("- a\nb: 1\n"), "E0004 2:1; ");
}

TEST(Document, RefusesQuotesThatRunAway) {
  EXPECT_EQ(problems_of("a: 'b\nc: 1\n"), "E0004 1:4; ");
  EXPECT_EQ(problems_of("a: \"b\nc: \"d\"\n"), "E0004 1:4; ");
}

TEST(Document, StandsDeepNesting) {
  const auto nested = [](int depth) {
    return "a: " + std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_EQ(problems_of(nested(kDeepestTree - 1)), "");
  EXPECT_EQ(problems_of(nested(kDeepestTree)), "E0010 1:103; ");
  EXPECT_EQ(problems_of(nested(500)), "E0010 1:103; ");
  EXPECT_EQ(problems_of(nested(100'000)).substr(0, 5), "E0010");
}

TEST(Document, StandsAliasBombs) {
  std::string laughs = "a0: &a0 [x]\n";
  for (int i = 1; i < 10; ++i) {
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 9; ++j) laughs += "*a" + std::to_string(i - 1) + ",";
    laughs += "]\n";
  }
  EXPECT_EQ(problems_of(laughs).substr(0, 5), "E0012");
  // Each anchor keeps a copy, so that anchors inside anchors multiply too.
  std::string anchors = "a: ";
  for (int i = 0; i < 90; ++i) anchors += "&a" + std::to_string(i) + " [";
  for (int i = 0; i < 20'000; ++i) anchors += "x,";
  EXPECT_EQ(problems_of(anchors + std::string(90, ']')).substr(0, 5), "E0012");
  std::string texts = "a: &a \"" + std::string(100'000, 'x') + "\"\nb: [";
  for (int i = 0; i < 1000; ++i) texts += "*a,";
  EXPECT_EQ(problems_of(texts + "]\n").substr(0, 5), "E0012");
}

TEST(Document, OfAPartHasPlacesOfTheWhole) {
  const auto source = std::make_shared<const SourceText>(SourceText{"command line", "a.b=[x, {y: \"z\"}]"});
  Problems problems;
  const Tree tree = parse_part(source, 4, problems);
  ASSERT_EQ(tree.items.size(), 2u) << problems.text();
  EXPECT_EQ(tree.mark.column, 5);
  EXPECT_EQ(tree.items[0].mark.column, 6);
  EXPECT_EQ(tree.items[1].entries[0].key_mark.column, 10);
  EXPECT_EQ(tree.items[1].entries[0].value.mark.length, 3);
  EXPECT_EQ(tree.items[1].mark.source, source);
}

TEST(Document, OfAPartTellsOfMistakesInTheWhole) {
  const auto column_of = [](const std::string& text) {
    Problems problems;
    parse_part(std::make_shared<const SourceText>(SourceText{"command line", text}), 4, problems);
    return problems.errors() == 1
               ? problems.all()[0].code + " " + std::to_string(problems.all()[0].mark.column)
               : problems.text();
  };
  EXPECT_EQ(column_of("a.b=[x"), "E0004 5");
  EXPECT_EQ(column_of("a.b=x \xFF"), "E0002 7");
  EXPECT_EQ(column_of("a.b='x"), "E0004 7");  // Where the text ends.
}

}  // namespace
}  // namespace headrace
