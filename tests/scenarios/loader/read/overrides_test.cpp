#include "scenarios/loader/read/overrides.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/text/document.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

constexpr std::string_view kText = "seed: 1\nm: {a: {x: 1}, empty: }\nlist: [{b: 1}, {b: 2}]\nwords: [p]\n";

struct Applied {
  Tree tree;
  Problems problems;
};

Applied apply(const std::string& text) {
  Applied out;
  out.tree = parse_document(kText, "x.yaml", out.problems);
  for (const Override& change : parse_overrides({text}, out.problems))
    apply_override(out.tree, change, out.problems);
  return out;
}

TEST(Overrides, ChangeWhatIsThere) {
  EXPECT_EQ(apply("seed=7").tree.find("seed")->value.scalar, "7");
  EXPECT_EQ(apply("m.a.x=7").tree.find("m")->value.find("a")->value.find("x")->value.scalar, "7");
  EXPECT_EQ(apply("list[1].b=7").tree.find("list")->value.items[1].find("b")->value.scalar, "7");
  EXPECT_EQ(apply("words[0]=q").tree.find("words")->value.items[0].scalar, "q");
  EXPECT_EQ(apply("words=[q, r]").tree.find("words")->value.items.size(), 2u);
  EXPECT_EQ(apply("m.a={y: 2}").tree.find("m")->value.find("a")->value.find("x"), nullptr);
}

TEST(Overrides, SetWhatIsNotThere) {
  const Applied applied = apply("measure.replications=3");
  const Tree::Entry* measure = applied.tree.find("measure");
  ASSERT_NE(measure, nullptr);
  EXPECT_TRUE(measure->from_override);
  EXPECT_EQ(measure->value.find("replications")->value.scalar, "3");
  EXPECT_EQ(apply("m.empty.z=1").tree.find("m")->value.find("empty")->value.find("z")->value.scalar, "1");
}

TEST(Overrides, AddWithPlus) {
  EXPECT_EQ(apply("words+=q").tree.find("words")->value.items.size(), 2u);
  EXPECT_EQ(apply("words+=[q, r]").tree.find("words")->value.items.size(), 3u);
  EXPECT_EQ(apply("more+=q").tree.find("more")->value.items.size(), 1u);
  const Applied applied = apply("m.b+={x: 2}");
  EXPECT_FALSE(applied.tree.find("m")->value.find("b")->from_override);
  EXPECT_EQ(codes_of(apply("m.a+={x: 2}").problems), "E0032");
  EXPECT_EQ(codes_of(apply("seed+=2").problems), "E0032");
}

TEST(Overrides, KeepTheirPlaces) {
  const Applied applied = apply("m.a.x= 12 GB");
  const Mark& mark = applied.tree.find("m")->value.find("a")->value.find("x")->value.mark;
  EXPECT_EQ(mark.source->file, "command line");
  EXPECT_EQ(mark.source->text, "m.a.x= 12 GB");
  EXPECT_EQ(mark.column, 8);
  EXPECT_EQ(mark.length, 5);
}

TEST(Overrides, SayWhatIsWrong) {
  EXPECT_EQ(codes_of(apply("seed").problems), "E0030");
  EXPECT_EQ(codes_of(apply("=1").problems), "E0030");
  EXPECT_EQ(codes_of(apply("m..a=1").problems), "E0030");
  EXPECT_EQ(codes_of(apply("list[x]=1").problems), "E0030");
  EXPECT_EQ(codes_of(apply("list[1=1").problems), "E0030");
  EXPECT_EQ(codes_of(apply("list[1]b=1").problems), "E0030");
  EXPECT_EQ(codes_of(apply("~seed").problems), "E0030");
  EXPECT_EQ(codes_of(apply("list[2].b=1").problems), "E0032");
  EXPECT_EQ(codes_of(apply("list.b=1").problems), "E0032");
  EXPECT_EQ(codes_of(apply("m[0]=1").problems), "E0032");
  EXPECT_EQ(codes_of(apply("seed.x=1").problems), "E0032");
  EXPECT_EQ(codes_of(apply("words=[a").problems), "E0004");
}

TEST(Overrides, AreOneValueAndNoSweep) {
  EXPECT_EQ(codes_of(apply("seed=1,2").problems), "E0031");
  EXPECT_EQ(codes_of(apply("seed=1..8").problems), "E0031");
  EXPECT_EQ(codes_of(apply("seed=1..8:2").problems), "E0031");
  EXPECT_EQ(codes_of(apply("seed=\"1,2\"").problems), "");
  EXPECT_EQ(codes_of(apply("m.include=../a.yaml").problems), "");
  EXPECT_EQ(codes_of(apply("words=[1,2]").problems), "");
}

TEST(Overrides, PointIntoTheirOwnText) {
  EXPECT_EQ(apply("seed=1,2").problems.text(),
            "command line:1:6: error[E0031]: '1,2' is a range for a sweep, and this is one run\n"
            "    1 | seed=1,2\n"
            "      |      ^^^\n"
            "   help: `headrace sweep` takes it; for one run give one value; a list is written [a, b], a "
            "text with a comma needs quotes: 'key=\"a, "
            "b\"'\n");
}

TEST(Overrides, ThatAddToWhatIsNoListSayHowToGiveAValue) {
  const ScenarioRead read =
      read_scenario(small_scenario(), "small.yaml", {"jobs.train.local_storage+=scratch"});
  ASSERT_EQ(read.problems.all().size(), 1u) << read.problems.text();
  EXPECT_EQ(read.problems.all()[0].sentence, "'local_storage' takes a text, not a list");
  EXPECT_EQ(read.problems.all()[0].help, "'+=' makes a list; '=' gives the value");
  const ScenarioRead list = read_scenario(small_scenario(), "small.yaml", {"jobs.train.storage=[scratch]"});
  EXPECT_EQ(list.problems.all()[0].help, "");
}

// A rate with a unit is a number with something behind it.
TEST(Overrides, WithAUnitBehindANumberSaySo) {
  const ScenarioRead read =
      read_scenario(small_scenario(), "small.yaml", {"jobs.train.workload.metric+={au_threshold: 0.9 s}"});
  ASSERT_EQ(codes_of(read.problems), "E0104");
  EXPECT_EQ(read.problems.all()[0].help, "it is written without a unit");
}

TEST(Overrides, OfAFilePointIntoIt) {
  const auto source = std::make_shared<const SourceText>(SourceText{"x.yaml", "a: ['m.a.x=12 GB']\n"});
  Problems problems;
  const Mark quoted{source, 1, 5, 13};
  const auto change = parse_override_at("m.a.x=12 GB", quoted, problems);
  ASSERT_TRUE(change) << problems.text();
  EXPECT_EQ(change->path[0].mark.column, 6);
  EXPECT_EQ(change->path[2].mark.column, 10);
  EXPECT_EQ(change->value.mark.column, 12);
  EXPECT_EQ(change->value.mark.length, 5);
  EXPECT_EQ(change->value.mark.source, source);
  // With escapes or over lines nothing in it can be pointed at.
  const Mark whole{source, 1, 5, 20};
  EXPECT_EQ(parse_override_at("m.a.x=12 GB", whole, problems)->value.mark.column, 5);
  EXPECT_FALSE(parse_override_at("m.a.x", quoted, problems));
  EXPECT_EQ(codes_of(problems), "E0030");
  EXPECT_EQ(problems.all()[0].mark.source, source);
}

}  // namespace
}  // namespace headrace
