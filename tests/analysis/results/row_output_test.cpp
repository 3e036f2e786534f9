#include "analysis/results/row_output.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

std::string printed(RowForm form, bool rows = true) {
  StringSink out;
  RowOutput output(out, form, {"a", "b\"c"});
  if (rows) {
    output.row({std::int64_t{7}, std::string("x,\"y\"\nz")});
    output.row({0.1, {}});
  }
  output.finish();
  return out.text();
}

TEST(RowOutput, Csv) { EXPECT_EQ(printed(RowForm::csv), "a,\"b\"\"c\"\n7,\"x,\"\"y\"\"\nz\"\n0.1,\n"); }

TEST(RowOutput, Json) {
  EXPECT_EQ(printed(RowForm::json),
            "[\n {\"a\": 7, \"b\\\"c\": \"x,\\\"y\\\"\\nz\"},\n {\"a\": 0.1, \"b\\\"c\": null}\n]\n");
  EXPECT_EQ(printed(RowForm::json, false), "[]\n");
}

TEST(RowOutput, Table) { EXPECT_EQ(printed(RowForm::table), "a    b\"c\n7    x,\"y\" z\n0.1\n"); }

}  // namespace
}  // namespace headrace
