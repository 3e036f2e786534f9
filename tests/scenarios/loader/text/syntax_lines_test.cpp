#include "scenarios/loader/text/syntax_lines.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/document.h"

namespace headrace {
namespace {

std::string told(std::string_view text) {
  Problems problems;
  parse_document(text, "x.yaml", problems);
  return problems.text();
}

TEST(SyntaxLines, AKeyWithoutItsColonIsThere) {
  EXPECT_EQ(told("name: a\nseed 1  # of draws\n\nplatform: b\n"),
            "x.yaml:2:1: error[E0004]: no ':' stands behind 'seed'\n"
            "    2 | seed 1  # of draws\n"
            "      | ^^^^^^ did you mean 'seed: 1'?\n");
  EXPECT_EQ(told("job:\n  workload\n    dataset: 1\n"),
            "x.yaml:2:3: error[E0004]: no ':' stands behind 'workload'\n"
            "    2 |   workload\n"
            "      |   ^^^^^^^^ did you mean 'workload:'?\n");
}

TEST(SyntaxLines, ATextThatGoesOnIsNoKey) {
  EXPECT_EQ(told("question: does it\n  feed them\n  seed: 1\n").find("x.yaml:3:7: error[E0004]: a ':'"), 0u);
  EXPECT_EQ(told("a: b: c\n").find("x.yaml:1:5: error[E0004]: a ':'"), 0u);
  EXPECT_EQ(told("- a\n- b: c: d\n").find("x.yaml:2:7: error[E0004]: a ':'"), 0u);
}

TEST(SyntaxLines, ALineMayStandTooDeep) {
  EXPECT_EQ(
      told("storage: scratch\n  layout: 1\n"),
      "x.yaml:2:3: error[E0004]: this line stands deeper than the key above it, which has its value already\n"
      "    2 |   layout: 1\n"
      "      |   ^^^^^^^^^\n"
      "   help: keys of one map stand in one column\n");
}

TEST(SyntaxLines, AKeyMayStandTooFarLeft) {
  EXPECT_EQ(told("reader:\n  loader: a\nbatch_size: 7\n  read_threads: 4\n"),
            "x.yaml:3:1: error[E0004]: this key stands further left than those above and below it\n"
            "    3 | batch_size: 7\n"
            "      | ^^^^^^^^^^^^^\n"
            "   help: keys of one map stand in one column\n");
}

}  // namespace
}  // namespace headrace
