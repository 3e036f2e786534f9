#include "scenarios/loader/measured/row_cells.h"

#include <algorithm>
#include <charconv>

#include "models/quotes.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {

RowCells::RowCells(const CsvTable& table, std::span<const std::string_view> columns, Problems& problems,
                   std::span<const std::string_view> optional)
    : problems_(problems) {
  std::vector<std::string_view> all(columns.begin(), columns.end());
  all.insert(all.end(), optional.begin(), optional.end());
  const Mark& top = table.header.front().mark;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    const CsvCell& cell = table.header[i];
    if (std::find(all.begin(), all.end(), cell.text) == all.end())
      problems_.add(cell.mark, "E0604", in_quotes(cell.text) + " is no column of a table of measured rows")
          .hint(did_you_mean(nearest_word(cell.text, all)))
          .with_help("columns: " + joined(all));
    else if (!columns_.emplace(cell.text, i).second)
      problems_.add(cell.mark, "E0604", "the table has the column " + in_quotes(cell.text) + " twice");
  }
  for (const std::string_view column : columns)
    if (!columns_.contains(column))
      problems_.add(top, "E0604", "the column " + in_quotes(column) + " is missing");
  if (table.rows.empty() && !problems_.has_errors()) problems_.add(top, "E0604", "the table has no row");
}

const std::string& RowCells::text(std::string_view column) {
  const CsvCell& found = cell(column);
  if (found.text.empty())
    problems_.add(found.mark, "E0605", "the row has no " + std::string(column))
        .with_help(column == "source" ? "a figure without a source proves nothing" : "");
  return found.text;
}

template <class Number>
Number RowCells::above_zero(std::string_view column, Number most, const char* kind) {
  const std::string& word = text(column);
  if (word.empty()) return 0;
  Number value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc() && end == word.data() + word.size() && value > 0 && value <= most) return value;
  problems_
      .add(cell(column).mark, "E0606",
           in_quotes(word) + " is no " + std::string(column) + ", which is " + kind)
      .with_help("above 0, at most " + number_text(static_cast<double>(most)) +
                 "; the unit is part of the column's name");
  return 0;
}

std::int64_t RowCells::count(std::string_view column, std::int64_t most) {
  return above_zero<std::int64_t>(column, most, "a whole number");
}

double RowCells::number(std::string_view column, double most) {
  return above_zero<double>(column, most, "a number");
}

void RowCells::expect_blind(std::initializer_list<std::string_view> columns) {
  for (const std::string_view column : columns)
    if (!is_empty(column))
      problems_.add(cell(column).mark, "E0606", "a forecast has no " + std::string(column))
          .with_help("a row whose result was seen has the role validation");
}

void RowCells::expect_one_of(std::string_view scenario, std::string_view why_not) {
  if (is_empty(scenario) != is_empty(why_not)) return;
  problems_.add(cell(is_empty(scenario) ? why_not : scenario).mark, "E0607",
                is_empty(scenario) ? "the row has neither a scenario nor a reason why not"
                                   : "the row has a scenario, and a reason why it has none");
}

void RowCells::expect_new(const std::string& name) {
  const auto [first, added] = lines_.emplace(name, mark().line);
  if (!added)
    problems_.add(mark(), "E0608",
                  in_quotes(name) + " stands in line " + std::to_string(first->second) + ", too");
}

RowRole RowCells::role(std::span<const std::string_view> roles) {
  const std::string& word = text("role");
  const auto found = std::find(roles.begin(), roles.end(), word);
  if (found != roles.end()) return static_cast<RowRole>(found - roles.begin());
  if (!word.empty())
    problems_.add(cell("role").mark, "E0606", in_quotes(word) + " is no role of a row")
        .hint(did_you_mean(nearest_word(word, roles)))
        .with_help("roles: " + joined(roles));
  return RowRole::validation;
}

}  // namespace headrace
