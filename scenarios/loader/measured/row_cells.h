// RowCells: the cells of a table of measured rows, by the names of its columns.
//
//   RowCells cells(table, kColumns, problems);
//   cells.stand_at(table.rows[0]);
//   row.role = cells.role();
//   row.source = cells.text("source");
//
// Every table has the columns `role` and `source`. A problem is added at the cell that has it.
#pragma once

#include <array>
#include <cstdint>
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
  // Returns the role of the row, one of those that the table has.
  RowRole role(std::span<const std::string_view> roles = kRowRoles);
  const Mark& mark() const { return row_->front().mark; }  // Place of the row.

 private:
  Problems& problems_;
  const std::vector<CsvCell>* row_ = nullptr;
  std::map<std::string, std::size_t, std::less<>> columns_;
};

}  // namespace headrace
