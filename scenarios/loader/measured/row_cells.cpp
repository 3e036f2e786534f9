#include "scenarios/loader/measured/row_cells.h"

#include <algorithm>

#include "scenarios/loader/text/words.h"

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
