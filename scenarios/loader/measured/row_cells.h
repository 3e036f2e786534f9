// RowCells: the cells of a table of measured rows, by the names of its columns.
//
//   RowCells cells(table, kColumns, problems);
//   cells.stand_at(table.rows[0]);
//   row.role = cells.role();
//   row.hosts = cells.count("hosts", 1'000'000);
//   row.source = cells.text("source");
//
// Every table has the columns `role` and `source`. A problem is added at the cell that has it.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/text/csv.h"

namespace headrace {

// Rows of the role calibration may be fitted; those of the role validation may only be predicted; of a
// forecast nobody here had seen the result when it was predicted.
enum class RowRole : std::uint8_t { calibration, validation, forecast };
inline constexpr std::array<std::string_view, 3> kRowRoles = {"calibration", "validation", "forecast"};

class RowCells {
 public:
  // Adds a problem for each column that is unknown, missing or there twice, and where there is no row: no
  // cell may be asked for then. Columns that are `optional` may be missing.
  RowCells(const CsvTable& table, std::span<const std::string_view> columns, Problems& problems,
           std::span<const std::string_view> optional = {});

  void stand_at(const std::vector<CsvCell>& row) { row_ = &row; }

  bool has(std::string_view column) const { return columns_.contains(column); }
  // Expects a column that the table has.
  const CsvCell& cell(std::string_view column) const { return (*row_)[columns_.find(column)->second]; }
  // Returns the text of a cell that may not be empty.
  const std::string& text(std::string_view column);
  bool is_empty(std::string_view column) const { return !has(column) || cell(column).text.empty(); }
  // Read a number above zero; 0 where there is a problem.
  std::int64_t count(std::string_view column, std::int64_t most);
  double number(std::string_view column, double most);
  // Returns the role of the row, one of those that the table has.
  RowRole role(std::span<const std::string_view> roles = kRowRoles);
  // Expects of a row whose result nobody had seen that these columns have none.
  void expect_blind(std::initializer_list<std::string_view> columns);
  // Expects a scenario or a reason why there is none.
  void expect_one_of(std::string_view scenario, std::string_view why_not);
  // Expects that no row before had this name.
  void expect_new(const std::string& name);
  const Mark& mark() const { return row_->front().mark; }  // Place of the row.

 private:
  template <class Number>
  Number above_zero(std::string_view column, Number most, const char* kind);

  Problems& problems_;
  const std::vector<CsvCell>* row_ = nullptr;
  std::map<std::string, std::size_t, std::less<>> columns_;
  std::map<std::string, int> lines_;  // Line of each row, by its name.
};

// Reads every row of a table, whose cells these are; read_row() reads the one at which they stand. Returns
// nothing where the table itself was refused.
template <class ReadRow>
auto read_rows(const CsvTable& table, RowCells& cells, const Problems& problems, ReadRow read_row) {
  std::vector<decltype(read_row())> rows;
  if (problems.has_errors()) return rows;
  for (const std::vector<CsvCell>& row : table.rows) {
    cells.stand_at(row);
    rows.push_back(read_row());
    cells.expect_new(rows.back().name());
  }
  return rows;
}

}  // namespace headrace
