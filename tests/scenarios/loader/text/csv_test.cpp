#include "scenarios/loader/text/csv.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// "CODE line:column sentence" of each problem.
std::string said_of(std::string_view text) {
  Problems problems;
  const auto table = read_csv(text, "rows.csv", problems);
  EXPECT_EQ(table.has_value(), !problems.has_errors());
  std::string out;
  for (const Problem& problem : problems.all())
    out += problem.code + " " + std::to_string(problem.mark.line) + ":" +
           std::to_string(problem.mark.column) + " " + problem.sentence + "\n";
  return out;
}

CsvTable table_of(std::string_view text) {
  Problems problems;
  const auto table = read_csv(text, "rows.csv", problems);
  EXPECT_TRUE(table) << problems.text();
  return table.value_or(CsvTable());
}

TEST(Csv, HasCellsWithTheirPlaces) {
  const CsvTable table = table_of("# what it is\n\na,b\n 1 , two words \n,3");
  ASSERT_EQ(table.header.size(), 2u);
  EXPECT_EQ(table.header[1].text, "b");
  EXPECT_EQ(table.header[1].mark.line, 3);
  EXPECT_EQ(table.header[1].mark.column, 3);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0][0].text, "1");
  EXPECT_EQ(table.rows[0][1].text, "two words");
  EXPECT_EQ(table.rows[0][1].mark.column, 6);
  EXPECT_EQ(table.rows[0][1].mark.length, 9);
  EXPECT_EQ(table.rows[1][0].text, "");
  EXPECT_EQ(table.rows[1][1].text, "3");
  EXPECT_EQ(table.rows[1][1].mark.line, 5);
}

TEST(Csv, QuotesHoldCommasAndDoubledQuotes) {
  const CsvTable table = table_of("a,b,c\n\"1,2\", \"say \"\"so\"\"\" ,\"\"\r\n");
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0][0].text, "1,2");
  EXPECT_EQ(table.rows[0][1].text, "say \"so\"");
  EXPECT_EQ(table.rows[0][1].mark.column, 8);
  EXPECT_EQ(table.rows[0][2].text, "");
}

TEST(Csv, ARowIsAsLongAsTheHeader) {
  EXPECT_EQ(said_of("a,b\n1\n1,2,3\n"),
            "E0602 2:1 the row has 1 cells, and the table 2 columns\n"
            "E0602 3:5 the row has 3 cells, and the table 2 columns\n");
}

TEST(Csv, AQuoteIsClosedInItsLine) {
  EXPECT_EQ(said_of("a,b\n1,\"2\n\"1\"2,3\n"),
            "E0603 2:3 the quote that opens here is not closed in its line\n"
            "E0603 3:4 a comma should follow the closed quote\n");
}

TEST(Csv, NeedsColumnsAndPlainText) {
  EXPECT_EQ(said_of("# nothing but a comment\n"), "E0601 0:0 the table has no line that names its columns\n");
  EXPECT_EQ(said_of("a,b\n\xff,1\n"), "E0002 2:1 the byte 0xFF is not UTF-8\n");
}

}  // namespace
}  // namespace headrace
