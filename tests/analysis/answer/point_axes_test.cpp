#include "analysis/answer/point_axes.h"

#include <gtest/gtest.h>

#include "analysis/errors.h"

namespace headrace {
namespace {

constexpr const char* kThreads = "jobs.train.read_threads";
constexpr const char* kPolicy = "jobs.train.cache.policy";
using Names = std::vector<std::string>;

TEST(PointAxes, OfTheSameAxesPairsAgreeInAll) {
  std::vector<AxisValues> a = {{{kThreads, "1"}}, {{kThreads, "2"}}},
                          b = {{{kThreads, "2"}}, {{kThreads, "3"}}};
  const PointAxes axes = align_axes(a, "x: 1", b, "x: 1");
  EXPECT_EQ(axes.shared, Names{kThreads});
  EXPECT_TRUE(axes.differing.empty());
}

// One point against one other: the axis is what is compared.
TEST(PointAxes, OfOneValueASideTheyDiffer) {
  std::vector<AxisValues> a = {{{kThreads, "1"}, {kPolicy, "lru"}}, {{kThreads, "1"}, {kPolicy, "fifo"}}};
  std::vector<AxisValues> b = {{{kThreads, "2"}, {kPolicy, "lru"}}, {{kThreads, "2"}, {kPolicy, "fifo"}}};
  const PointAxes axes = align_axes(a, "x: 1", b, "x: 1");
  EXPECT_EQ(axes.shared, Names{kPolicy});
  EXPECT_EQ(axes.differing, (std::vector<ConfigDifference>{{kThreads, "1", "2"}}));
}

TEST(PointAxes, TakesWhatASideDoesNotVaryFromItsScenario) {
  std::vector<AxisValues> a = {{{kThreads, "1"}}, {{kThreads, "2"}}}, b = {{}};
  const PointAxes axes = align_axes(a, "x: 1", b, "jobs: {train: {read_threads: 2}}");
  EXPECT_EQ(axes.shared, Names{kThreads});
  EXPECT_EQ(b[0].at(kThreads), "2");
}

TEST(PointAxes, RefusesWhereOnePairWouldHideOthers) {
  std::vector<AxisValues> a = {{{kThreads, "1"}}, {{kThreads, "2"}}}, b = {{}};
  try {
    align_axes(a, "x: 1", b, "x: 1");
    FAIL() << "taken";
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "A has runs with jobs.train.read_threads = 1, 2, and B does not say its own: each would meet "
        "the same run. Name one, as FILE:jobs.train.read_threads=1");
  }
  std::vector<AxisValues> c = {{}};
  EXPECT_THROW(align_axes(c, "x: 1", a, "x: 1"), InputError);
}

// A value that only one side has, and only one of it, hides nothing.
TEST(PointAxes, ShowsAnAxisThatOneSideDoesNotHave) {
  std::vector<AxisValues> a = {{{kPolicy, "lru"}}}, b = {{}};
  EXPECT_EQ(align_axes(a, "x: 1", b, "x: 1").differing,
            (std::vector<ConfigDifference>{{kPolicy, "lru", ""}}));
}

TEST(PointAxes, KeysAreOfQuantities) {
  EXPECT_EQ(axis_key("1 MiB"), axis_key("1024 KiB"));
  EXPECT_LT(axis_key("9"), axis_key("10"));
  EXPECT_LT(axis_key("10"), axis_key("lru"));
  EXPECT_NE(axis_key("1 s"), axis_key("1"));
}

TEST(PointAxes, NamesAreTheShortestEndings) {
  EXPECT_EQ(short_names({"a.cache.policy", "a.shuffle.policy", "a.threads"}),
            (Names{"cache.policy", "shuffle.policy", "threads"}));
  EXPECT_EQ(short_names({"a.b", "x.a.b"}), (Names{"a.b", "x.a.b"}));
  EXPECT_EQ(short_names({"a.cache.policy", "a.shuffle.policy", "threads"}, 2),
            (Names{"cache.policy", "shuffle.policy", "threads"}));
  EXPECT_EQ(short_names({"x.a.cache.policy", "x.b.cache.policy"}, 2),
            (Names{"a.cache.policy", "b.cache.policy"}));
}

}  // namespace
}  // namespace headrace
