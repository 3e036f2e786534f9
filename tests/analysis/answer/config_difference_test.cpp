#include "analysis/answer/config_difference.h"

#include <gtest/gtest.h>

#include "analysis/errors.h"

namespace headrace {
namespace {

using Differences = std::vector<ConfigDifference>;

TEST(ConfigDifference, IsOfValuesByTheirPath) {
  const char* first = "a: {b: 1, c: 2}\nlist:\n  - x\n  - y\ngone: 3\n";
  const char* second = "a:\n  c: 4\n  b: 1\nlist: [x, z]\nnew: {d: []}\n";
  EXPECT_EQ(config_differences(first, second),
            (Differences{{"a.c", "2", "4"}, {"list[1]", "y", "z"}, {"gone", "3", ""}, {"new.d", "", "[]"}}));
}

TEST(ConfigDifference, IsNotOfOriginsAndOrder) {
  EXPECT_EQ(config_differences("a: 1  # one.yaml:3\nb: 2\n", "b: 2\na: 1  # command line\n"), Differences{});
}

TEST(ConfigDifference, LeavesAreTextsByTheirPath) {
  EXPECT_EQ(config_leaves("a: {b: 1}\nlist: [x]\n"),
            (std::map<std::string, std::string>{{"a.b", "1"}, {"list[0]", "x"}}));
}

TEST(ConfigDifference, SaysWhenATextIsDamaged) {
  EXPECT_THROW(config_differences("a: [1", "a: 1"), InputError);
}

}  // namespace
}  // namespace headrace
