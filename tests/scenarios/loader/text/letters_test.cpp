#include "scenarios/loader/text/letters.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(TakeLine, TakesLineByLine) {
  std::string_view rest = "a\n\nbc\r\nd";
  EXPECT_EQ(take_line(rest), "a");
  EXPECT_EQ(take_line(rest), "");
  EXPECT_EQ(take_line(rest), "bc\r");
  EXPECT_EQ(take_line(rest), "d");
  EXPECT_TRUE(rest.empty());
  rest = "end\n";
  EXPECT_EQ(take_line(rest), "end");
  EXPECT_TRUE(rest.empty());
}

}  // namespace
}  // namespace headrace
