#include "scenarios/loader/sweep/constraint.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

std::vector<SweepAxis> axes() {
  std::vector<SweepAxis> all(4);
  all[0].path = "jobs.a.loader.threads";
  all[0].values = {"4"};
  all[1].path = "jobs.a.cache.capacity";
  all[1].values = {"64 GiB"};
  all[2].path = "jobs.a.cache.policy";
  all[2].values = {"lru", "none"};
  all[3].path = "jobs.b.loader.threads";
  all[3].values = {"8"};
  for (SweepAxis& axis : all) set_numbers(axis);
  return all;
}

// "true", "false", or the code and the column of what is wrong.
std::string judged(const std::string& text) {
  Problems problems;
  const Mark mark{std::make_shared<const SourceText>(SourceText{"small.yaml", text}), 1, 1,
                  static_cast<int>(text.size())};
  const std::vector<SweepAxis> all = axes();
  const auto constraint = Constraint::parse(text, mark, all, problems);
  if (!constraint) return codes_of(problems) + " " + std::to_string(problems.all()[0].mark.column);
  std::vector<std::string> values;
  for (const SweepAxis& axis : all) values.push_back(axis.values[0]);
  return constraint->holds(values) ? "true" : "false";
}

TEST(Constraint, ComparesSumsAndProducts) {
  EXPECT_EQ(judged("a.loader.threads * 2 <= jobs.b.loader.threads"), "true");
  EXPECT_EQ(judged("a.loader.threads*2 < b.loader.threads"), "false");
  EXPECT_EQ(judged("capacity / 2 == 32 GiB"), "true");
  EXPECT_EQ(judged("1 + 2 * 3 == 7"), "true");
  EXPECT_EQ(judged("(1 + 2) * 3 != 9"), "false");
  EXPECT_EQ(judged("10 - 2 - 3 == 5"), "true");
  EXPECT_EQ(judged("16 / 4 / 2 >= 2.0"), "true");
  EXPECT_EQ(judged("capacity / 5 GB/s > 13 s"), "true");  // 13.7 s.
  EXPECT_EQ(judged("policy != none"), "true");
  EXPECT_EQ(judged("policy == none"), "false");
}

TEST(Constraint, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(judged("capacity <= "), "E0413 12");
  EXPECT_EQ(judged("capacity 4"), "E0413 10");
  EXPECT_EQ(judged("(1 + 2 <= 4"), "E0413 1");
  EXPECT_EQ(judged("1 <= 2 <= 3"), "E0413 10");
  EXPECT_EQ(judged("capacity / 0 <= 3 GiB"), "E0413 12");
  EXPECT_EQ(judged("thread <= 4"), "E0414 1");
  EXPECT_EQ(judged("1 < threads"), "E0414 5");
  EXPECT_EQ(judged("capacity <= 4"), "E0415 10");
  EXPECT_EQ(judged("4 + capacity <= 4"), "E0415 3");
  EXPECT_EQ(judged("4 <= policy"), "E0415 6");
  EXPECT_EQ(judged("policy < none"), "E0415 8");
  EXPECT_EQ(judged("policy == lrv"), "E0414 11");
}

}  // namespace
}  // namespace headrace
