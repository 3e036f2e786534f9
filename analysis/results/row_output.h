// RowOutput: rows of a question as text: a table to look at, CSV or JSON.
//
//   pandas.read_csv("points.csv")      pandas.read_json("points.json")
//
// CSV is that of RFC 4180 with a line of headings; JSON is a list of objects.
// Numbers have all the digits that bring them back. NULL is an empty cell or null.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "analysis/output.h"

namespace headrace {

using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

enum class RowForm { table, csv, json };

class RowOutput {
 public:
  RowOutput(Sink& out, RowForm form, std::vector<std::string> columns);

  void row(const std::vector<Cell>& cells);
  void finish();

 private:
  Sink& out_;
  RowForm form_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> table_;  // Widths are known at the end.
  bool first_ = true;
};

}  // namespace headrace
