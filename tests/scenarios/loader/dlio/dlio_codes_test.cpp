#include "scenarios/loader/dlio/dlio_codes.h"

#include <gtest/gtest.h>

#include <string>

namespace headrace {
namespace {

TEST(DlioCodes, AreNumberedInOrderAndExplained) {
  int number = 201;
  for (const DlioCode& code : dlio_codes()) {
    EXPECT_EQ(code.code, "E0" + std::to_string(number++));
    EXPECT_GT(code.meaning.size(), 30u) << code.code;
    EXPECT_NE(code.meaning.back(), '.') << code.code;
  }
  EXPECT_EQ(number, 213);
}

}  // namespace
}  // namespace headrace
