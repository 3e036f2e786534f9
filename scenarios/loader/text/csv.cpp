#include "scenarios/loader/text/csv.h"

#include <algorithm>
#include <memory>

#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/plain_text.h"

namespace headrace {
namespace {

class CsvReader {
 public:
  CsvReader(std::shared_ptr<const SourceText> source, Problems& problems)
      : source_(std::move(source)), problems_(problems) {}

  CsvTable read() {
    std::string_view rest = source_->text;
    while (!rest.empty() && !problems_.is_full()) {
      ++line_;
      read_line(take_line(rest));
    }
    if (table_.header.empty())
      problems_.add(Mark{source_}, "E0601", "the table has no line that names its columns");
    return std::move(table_);
  }

 private:
  void read_line(std::string_view line) {
    if (trimmed(line).empty() || line.front() == '#') return;
    std::vector<CsvCell> cells;
    std::size_t at = 0;
    do {
      const std::optional<CsvCell> cell = read_cell(line, at);
      if (!cell) return;
      cells.push_back(*cell);
    } while (at++ < line.size());
    if (table_.header.empty()) {
      table_.header = std::move(cells);
    } else if (cells.size() == table_.header.size()) {
      table_.rows.push_back(std::move(cells));
    } else {
      const bool more = cells.size() > table_.header.size();
      problems_
          .add(more ? cells[table_.header.size()].mark : cells.back().mark, "E0602",
               "the row has " + std::to_string(cells.size()) + " cells, and the table " +
                   std::to_string(table_.header.size()) + " columns")
          .with_help("put a cell with a comma in quotes; an empty cell has its comma too");
    }
  }

  // Reads the cell that begins at `at`, which is then at the comma behind it, or at the end.
  std::optional<CsvCell> read_cell(std::string_view line, std::size_t& at) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t", at), line.size());
    if (begin < line.size() && line[begin] == '"') return read_quoted(line, begin, at);
    at = std::min(line.find(',', begin), line.size());
    const std::string_view word = trimmed(line.substr(begin, at - begin));
    return CsvCell{std::string(word), mark(begin, word.size())};
  }

  std::optional<CsvCell> read_quoted(std::string_view line, std::size_t begin, std::size_t& at) {
    CsvCell cell;
    std::size_t end = begin + 1;
    for (; end < line.size(); ++end) {
      if (line[end] == '"' && (end + 1 == line.size() || line[end + 1] != '"')) break;
      if (line[end] == '"') ++end;
      cell.text += line[end];
    }
    at = std::min(line.find_first_not_of(" \t", std::min(end + 1, line.size())), line.size());
    if (end >= line.size()) {
      problems_.add(mark(begin, 1), "E0603", "the quote that opens here is not closed in its line");
      return std::nullopt;
    }
    if (at < line.size() && line[at] != ',') {
      problems_.add(mark(at, 1), "E0603", "a comma should follow the closed quote")
          .with_help("double a quote that is part of the cell: \"\"");
      return std::nullopt;
    }
    cell.mark = mark(begin, end + 1 - begin);
    return cell;
  }

  Mark mark(std::size_t column, std::size_t length) const {
    return {source_, line_, static_cast<int>(column) + 1, static_cast<int>(std::max<std::size_t>(1, length))};
  }

  std::shared_ptr<const SourceText> source_;
  Problems& problems_;
  CsvTable table_;
  int line_ = 0;
};

}  // namespace

std::optional<CsvTable> read_csv(std::string_view text, const std::string& file, Problems& problems) {
  const std::size_t before = problems.errors();
  auto source = plain_text(text, file, problems);
  if (source == nullptr) return std::nullopt;
  CsvTable table = CsvReader(std::move(source), problems).read();
  if (problems.errors() > before) return std::nullopt;
  return table;
}

}  // namespace headrace
