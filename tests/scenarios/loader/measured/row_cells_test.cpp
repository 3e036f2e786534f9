#include "scenarios/loader/measured/row_cells.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

constexpr std::array<std::string_view, 3> kSome = {"role", "rate", "source"};

TEST(RowCells, AreToldByTheirColumn) {
  Problems problems;
  const auto table =
      read_csv("source,role,rate\na page,validation,7\nours,calibration,\n", "t.csv", problems);
  ASSERT_TRUE(table);
  RowCells cells(*table, kSome, problems);
  cells.stand_at(table->rows[0]);
  EXPECT_EQ(cells.role(), RowRole::validation);
  EXPECT_EQ(cells.text("rate"), "7");
  EXPECT_EQ(cells.text("source"), "a page");
  cells.stand_at(table->rows[1]);
  EXPECT_EQ(cells.role(), RowRole::calibration);
  EXPECT_EQ(cells.mark().line, 3);
  EXPECT_FALSE(problems.has_errors()) << problems.text();
  EXPECT_EQ(cells.text("rate"), "");
  EXPECT_NE(problems.text().find("the row has no rate"), std::string::npos) << problems.text();
}

TEST(RowCells, HaveARoleOfThoseThatTheTableHas) {
  Problems problems;
  const auto table = read_csv("source,role,rate\na page,forecast,7\n", "t.csv", problems);
  ASSERT_TRUE(table);
  RowCells cells(*table, kSome, problems);
  cells.stand_at(table->rows[0]);
  EXPECT_EQ(cells.role(), RowRole::forecast);
  EXPECT_FALSE(problems.has_errors());
  cells.role(std::span(kRowRoles).first(2));
  EXPECT_NE(problems.text().find("'forecast' is no role of a row"), std::string::npos) << problems.text();
}

TEST(RowCells, MayLackAColumn) {
  constexpr std::array<std::string_view, 1> kMore = {"wait"};
  Problems problems;
  const auto without = read_csv("source,role,rate\na page,validation,7\n", "t.csv", problems);
  EXPECT_FALSE(RowCells(*without, kSome, problems, kMore).has("wait"));
  const auto with = read_csv("source,role,rate,wait\na page,validation,7,2\n", "t.csv", problems);
  RowCells cells(*with, kSome, problems, kMore);
  cells.stand_at(with->rows[0]);
  EXPECT_FALSE(problems.has_errors()) << problems.text();
  ASSERT_TRUE(cells.has("wait"));
  EXPECT_EQ(cells.text("wait"), "2");
  EXPECT_FALSE(RowCells(*with, kSome, problems).has("wait"));
  EXPECT_NE(problems.text().find("'wait' is no column"), std::string::npos) << problems.text();
}

TEST(RowCells, AreNumbersAboveZero) {
  Problems problems;
  const auto table = read_csv(
      "source,role,rate\na,validation,7\na,validation,0\na,validation,7 s\n"
      "a,validation,1e9\na,validation,\na,validation,nan\n",
      "t.csv", problems);
  ASSERT_TRUE(table);
  RowCells cells(*table, kSome, problems);
  std::vector<double> values;
  for (const auto& row : table->rows) {
    cells.stand_at(row);
    values.push_back(cells.number("rate", 1e6));
    EXPECT_EQ(cells.is_empty("rate"), row[2].text.empty());
  }
  EXPECT_EQ(values, (std::vector<double>{7, 0, 0, 0, 0, 0}));
  EXPECT_EQ(problems.all().size(), 5U) << problems.text();
  cells.stand_at(table->rows[0]);
  EXPECT_EQ(cells.count("rate", 10), 7);
  EXPECT_EQ(cells.count("rate", 6), 0);
}

TEST(RowCells, NeedTheColumnsAndARow) {
  Problems problems;
  const auto table = read_csv("role,rates,role\n", "t.csv", problems);
  ASSERT_TRUE(table);
  const RowCells cells(*table, kSome, problems);
  const std::string told = problems.text();
  EXPECT_NE(told.find("'rates' is no column of a table of measured rows"), std::string::npos) << told;
  EXPECT_NE(told.find("did you mean 'rate'?"), std::string::npos) << told;
  EXPECT_NE(told.find("the table has the column 'role' twice"), std::string::npos) << told;
  EXPECT_NE(told.find("the column 'source' is missing"), std::string::npos) << told;
}

}  // namespace
}  // namespace headrace
