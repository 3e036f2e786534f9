#include <gtest/gtest.h>

#include "tests/scenarios/loader/fields/field_support.h"

namespace headrace {
namespace {

TEST(FieldValues, AreRead) {
  const OuterRead read = read_outer(
      "whole: 100\nshare: 0.25\non: true\nwords: [a, \"b, c\"]\ncounts: [1, -2]\nwait: 1 us\nspace: 1 MiB\n"
      "rate: 8 Gbit/s\ndraw: 80 us\ntaste: sour\n");
  EXPECT_FALSE(read.problems.has_errors()) << read.problems.text();
  EXPECT_EQ(read.spec.whole, 100);
  EXPECT_EQ(read.spec.share, 0.25);
  EXPECT_TRUE(read.spec.on);
  EXPECT_EQ(read.spec.words, (std::vector<std::string>{"a", "b, c"}));
  EXPECT_EQ(read.spec.counts, (std::vector<std::int64_t>{1, -2}));
  EXPECT_EQ(read.spec.wait, 1_us);
  EXPECT_EQ(read.spec.space, 1_MiB);
  EXPECT_EQ(read.spec.rate, 1_GBps);
  EXPECT_EQ(read.spec.draw, Distribution(80_us));
  EXPECT_EQ(read.spec.taste, Taste::sour);
}

TEST(FieldValues, AreHeldToTheirBounds) {
  EXPECT_EQ(only_problem("whole: 101\n"), "E0107 'whole' is 101; it takes 0 to 100");
  EXPECT_EQ(only_problem("share: 1.1\n"), "E0107 'share' is 1.1; it takes 0 to 1");
  EXPECT_EQ(only_problem("wait: 2 s\n"), "E0107 'wait' is 2 s; it takes 1 us to 1 s");
  EXPECT_EQ(only_problem("space: 0 B\n"), "E0107 'space' is 0 B; it takes 1 B to 1 MiB");
  EXPECT_EQ(only_problem("rate: 0 B/s\n"), "E0107 'rate' is 0 B/s; it takes 1 kB/s to 1000000 TB/s");
  EXPECT_EQ(only_problem("draw: 1000000 h\n"), "E0107 'draw' is 1000000 h; it takes 0 s to 1000000000 s");
}

TEST(FieldValues, AreRefusedOneByOneInLists) {
  const OuterRead read = read_outer("counts: [1, x, 2.5, [3]]\nwords: [a, 5]\n");
  EXPECT_EQ(read.problems.errors(), 4u) << read.problems.text();
  EXPECT_TRUE(read.spec.counts.empty());
  EXPECT_EQ(only_problem("words: a\n"), "E0103 'words' takes a list of texts, not 'a'");
}

TEST(FieldValues, OfWordsNameTheNearest) {
  const OuterRead read = read_outer("taste: suor\n");
  ASSERT_EQ(read.problems.errors(), 1u);
  const Problem& problem = read.problems.all()[0];
  EXPECT_EQ(problem.sentence, "'suor' is not a value of 'taste'");
  EXPECT_EQ(problem.nearest, "did you mean 'sour'?");
  EXPECT_EQ(problem.help, "it is one of sweet, sour");
}

TEST(FieldValues, OfDistributionsAreDurationsOrLaws) {
  EXPECT_EQ(read_outer("draw: {law: lognormal, mean: 80 us, spread: 24 us}\n").spec.draw,
            Distribution(Law::lognormal, 80_us, 24_us));
  EXPECT_EQ(read_outer("draw: {law: lognormal, mean: 80 us, cv: 0.3}\n").spec.draw,
            Distribution(Law::lognormal, 80_us, 24_us));
  EXPECT_EQ(read_outer("draw: {law: exponential, mean: 80 us}\n").spec.draw,
            Distribution(Law::exponential, 80_us));
  EXPECT_EQ(only_problem("draw: {law: normal, mean: 1 s}\n"),
            "E0102 the law 'normal' needs a 'spread' or a 'cv'");
  EXPECT_EQ(only_problem("draw: {law: constant, mean: 1 s, cv: 0.1}\n"),
            "E0113 the law 'constant' takes no spread");
  EXPECT_EQ(only_problem("draw: {law: normal, mean: 1 s, cv: 0.1, spread: 1 s}\n"),
            "E0113 'cv' and 'spread' say the same thing");
  EXPECT_EQ(only_problem("draw: {law: normal, mean: 1, cv: 0.1}\n"), "E0120 '1' has no unit");
  EXPECT_EQ(only_problem("draw: [1 s]\n"),
            "E0103 'draw' takes a duration or a map with 'law' and 'mean', not a list");
  // A spread beyond what a time can hold is as long as is allowed, not undefined.
  EXPECT_EQ(read_outer("draw: {law: normal, mean: 1000000000 s, cv: 1000}\n").spec.draw.spread(),
            Duration::seconds(1e9));
}

}  // namespace
}  // namespace headrace
