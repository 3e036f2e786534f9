// CsvTable: a text of comma-separated values, each cell with its place.
//
//   std::optional<CsvTable> table = read_csv(text, "rates.csv", problems);
//   table->rows[0][2].text   // A cell; every row has as many as the header.
//
// The form is that of RFC 4180: quotes around a cell that holds a comma, doubled where they are meant. The
// first line names the columns. Empty lines, and lines that begin with '#', are left out. A cell holds no
// end of line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/text/problems.h"

namespace headrace {

struct CsvCell {
  std::string text;  // Without quotes and the blanks around it.
  Mark mark;
};

struct CsvTable {
  std::vector<CsvCell> header;
  std::vector<std::vector<CsvCell>> rows;
};

// Adds every problem of the text; returns nothing where there is one.
std::optional<CsvTable> read_csv(std::string_view text, const std::string& file, Problems& problems);

}  // namespace headrace
