#include "analysis/cli/options/answer_form.h"

#include <gtest/gtest.h>

#include "tests/analysis/cli/options/read_verb.h"

namespace headrace {
namespace {

struct Printing : IdleVerb {
  void declare(Options& options) override { form.declare(options); }
  AnswerForm form;
};

TEST(AnswerForm, IsTextUnlessToldOtherwise) {
  const AnswerForm plain = read_verb<Printing>({})->form;
  EXPECT_FALSE(plain.json || plain.quiet || plain.verbose);
  EXPECT_TRUE(read_verb<Printing>({"--json"})->form.json);
  EXPECT_TRUE(read_verb<Printing>({"--quiet"})->form.quiet);
  EXPECT_TRUE(read_verb<Printing>({"--verbose"})->form.verbose);
}

TEST(AnswerForm, IsHandedOnToAnotherCommand) {
  std::vector<std::string> words = {"show", "answer"};
  AnswerForm().append_to(words);
  EXPECT_EQ(words.size(), 2U);
  AnswerForm{true, false, true}.append_to(words);
  EXPECT_EQ(words, (std::vector<std::string>{"show", "answer", "--json", "--verbose"}));
}

}  // namespace
}  // namespace headrace
