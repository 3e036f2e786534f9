#include "scenarios/loader/recordings/import_report.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/errors.h"

namespace headrace {
namespace {

TEST(ImportReport, KeepsTheFirstFivePlaces) {
  ImportReport report;
  for (std::int64_t line = 1; line <= 9; ++line) report.drop("no row", "a.txt", line);
  EXPECT_EQ(report.dropped.at("no row").count, 9);
  EXPECT_EQ(report.dropped.at("no row").places.size(), 5u);
  EXPECT_EQ(report.dropped.at("no row").places.back(), "a.txt:5");
}

TEST(ImportReport, OfAStrictImportEndsAtTheFirst) {
  ImportReport report;
  report.strict = true;
  EXPECT_THROW(report.drop("no row", "a.txt", 3), InputError);
}

}  // namespace
}  // namespace headrace
