#include "analysis/results/row_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/errors.h"
#include "analysis/terminal.h"

namespace headrace {

namespace {

constexpr std::size_t kMostRows = 1'000'000;  // Of a table, whose widths are known at its end.

std::string plain(const Cell& cell) {
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&cell))
    return std::isfinite(*real) ? fmt::format("{}", *real) : "";
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  return "";
}

std::string csv(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string json_of(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return json_of(*text);
  const std::string number = plain(cell);
  return number.empty() ? "null" : number;
}

// Puts a text on one line: a line feed within a cell would break the table.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

RowOutput::RowOutput(Sink& out, RowForm form, std::vector<std::string> columns)
    : out_(out), form_(form), columns_(std::move(columns)) {
  if (form_ == RowForm::table) table_.push_back(columns_);
  if (form_ == RowForm::json) out_.write("[");
  if (form_ != RowForm::csv) return;
  std::string line;
  for (const std::string& column : columns_) line += (line.empty() ? "" : ",") + csv(column);
  out_.write_exact(line + "\n");
}

void RowOutput::row(const std::vector<Cell>& cells) {
  std::string line;
  if (form_ == RowForm::table) {
    if (table_.size() > kMostRows)
      throw UsageError(fmt::format(
          "a table of more than {} rows is not shown; --csv and --json write any number", kMostRows));
    auto& row = table_.emplace_back();
    for (const Cell& cell : cells) row.push_back(terminal_text(one_line(plain(cell))));
    return;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += form_ == RowForm::csv ? "," : ", ";
    line += form_ == RowForm::csv ? csv(plain(cells[i])) : json_of(columns_[i]) + ": " + json(cells[i]);
  }
  if (form_ == RowForm::csv)
    out_.write_exact(line + "\n");
  else
    out_.write((first_ ? "\n {" : ",\n {") + line + "}");
  first_ = false;
}

void RowOutput::finish() {
  if (form_ == RowForm::json) out_.write(first_ ? "]\n" : "\n]\n");
  if (form_ != RowForm::table) return;
  std::vector<std::size_t> widths(columns_.size());
  for (const auto& row : table_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  for (const auto& row : table_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line.append(widths[i] - row[i].size() + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out_.write(line + "\n");
  }
}

}  // namespace headrace
