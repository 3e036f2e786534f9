#include "scenarios/loader/measured/measured_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>

#include "models/quotes.h"
#include "scenarios/loader/text/csv.h"
#include "scenarios/loader/text/file_finder.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::array<std::string_view, 15> kColumns = {"role",
                                                       "system",
                                                       "workload",
                                                       "accelerator",
                                                       "hosts",
                                                       "accelerators",
                                                       "cores_per_host",
                                                       "batch_size",
                                                       "computation_time_s",
                                                       "samples_per_second",
                                                       "au_percent",
                                                       "scenario",
                                                       "overrides",
                                                       "why_not",
                                                       "source"};

constexpr std::array<std::string_view, 1> kOptionalColumns = {"first_batch_s"};

class RowReader {
 public:
  RowReader(const CsvTable& table, Problems& problems)
      : table_(table), problems_(problems), cells_(table, kColumns, problems, kOptionalColumns) {}

  std::vector<MeasuredRow> read() {
    std::vector<MeasuredRow> rows;
    if (problems_.has_errors()) return rows;
    for (const std::vector<CsvCell>& row : table_.rows) {
      cells_.stand_at(row);
      rows.push_back(read_row());
      expect_new(rows);
    }
    return rows;
  }

 private:
  MeasuredRow read_row() {
    MeasuredRow row;
    row.mark = cells_.mark();
    row.role = cells_.role();
    row.system = text("system");
    row.workload = text("workload");
    row.accelerator = text("accelerator");
    row.hosts = count("hosts", 1'000'000);
    row.accelerators = count("accelerators", 100'000'000);
    row.cores_per_host = count("cores_per_host", 100'000);
    row.batch_size = count("batch_size", 1'000'000'000);
    row.computation_seconds = number("computation_time_s", 1e6);
    if (row.is_measured()) row.samples_per_second = number("samples_per_second", 1e18);
    if (!row.is_measured())
      expect_blind();
    else if (!cell("au_percent").text.empty())
      row.au_percent = number("au_percent", 100);
    if (row.is_measured() && cells_.has("first_batch_s") && !cell("first_batch_s").text.empty())
      row.first_batch_seconds = number("first_batch_s", 1e6);
    row.scenario = cell("scenario").text;
    row.overrides = cell("overrides").text;
    row.why_not = cell("why_not").text;
    row.source = text("source");
    check(row);
    return row;
  }

  void expect_blind() {
    for (const std::string_view column : {"samples_per_second", "au_percent", "first_batch_s"})
      if (cells_.has(column) && !cell(column).text.empty())
        problems_.add(cell(column).mark, "E0606", "a forecast has no " + std::string(column))
            .with_help("a row whose result was seen has the role validation");
  }

  void check(const MeasuredRow& row) {
    if (row.scenario.empty() == row.why_not.empty())
      problems_.add(cell(row.scenario.empty() ? "why_not" : "scenario").mark, "E0607",
                    row.scenario.empty() ? "the row has neither a scenario nor a reason why not"
                                         : "the row has a scenario, and a reason why it has none");
    if (row.hosts > 0 && row.accelerators % row.hosts != 0)
      problems_.add(cell("accelerators").mark, "E0606",
                    std::to_string(row.accelerators) + " accelerators are not shared evenly by " +
                        std::to_string(row.hosts) + " hosts");
    if (row.samples_per_second > 1.005 * row.most_samples_per_second() && row.most_samples_per_second() > 0)
      problems_
          .add(cell("samples_per_second").mark, "E0606",
               cell("samples_per_second").text + " samples a second are more than " +
                   number_text(std::round(row.most_samples_per_second())) +
                   ", which the accelerators compute at most")
          .with_help("at most: accelerators x batch_size / computation_time_s; 0.5 % above that is allowed");
  }

  // Says of the last row whether one above it has the same name.
  void expect_new(const std::vector<MeasuredRow>& rows) {
    const auto [first, added] = lines_.emplace(rows.back().name(), rows.back().mark.line);
    if (!added)
      problems_.add(
          rows.back().mark, "E0608",
          in_quotes(rows.back().name()) + " stands in line " + std::to_string(first->second) + ", too");
  }

  const CsvCell& cell(std::string_view column) const { return cells_.cell(column); }
  const std::string& text(std::string_view column) { return cells_.text(column); }

  // Reads a number above zero; 0 where there is a problem.
  template <class Number>
  Number above_zero(std::string_view column, Number most, const char* kind) {
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

  std::int64_t count(std::string_view column, std::int64_t most) {
    return above_zero<std::int64_t>(column, most, "a whole number");
  }
  double number(std::string_view column, double most) { return above_zero<double>(column, most, "a number"); }

  const CsvTable& table_;
  Problems& problems_;
  RowCells cells_;
  std::map<std::string, int> lines_;  // Line of each row, by its name.
};

}  // namespace

std::string MeasuredRow::name() const {
  const std::string on = hosts > 1 ? " on " + std::to_string(hosts) + " hosts" : "";
  return system + " " + workload + " " + accelerator + " x " + std::to_string(accelerators) + on;
}

double MeasuredRow::most_samples_per_second() const {
  return computation_seconds > 0
             ? static_cast<double>(accelerators) * static_cast<double>(batch_size) / computation_seconds
             : 0;
}

MeasuredRows read_measured_rows(std::string_view text, const std::string& file) {
  MeasuredRows read;
  read.text = std::string(text);
  const std::optional<CsvTable> table = read_csv(text, file, read.problems);
  if (!table) return read;
  std::vector<MeasuredRow> rows = RowReader(*table, read.problems).read();
  read.problems.sort_by_position();
  if (!read.problems.has_errors()) read.rows = std::move(rows);
  return read;
}

MeasuredRows read_measured_set(const std::string& word) {
  const bool is_file = word.find('/') != std::string::npos || word.ends_with(".csv");
  const FileFinder files(FileFinder::Disk::yes);
  const Mark named{std::make_shared<const SourceText>(SourceText{"command line", word}), 1, 1};
  MeasuredRows read;
  const auto file = files.find(is_file ? word : "validation/" + word + ".csv", named, read.problems);
  if (!file) return read;
  read = read_measured_rows(file->text, file->name);
  read.name = std::filesystem::path(file->path).stem().string();
  read.folder = std::filesystem::path(file->path).parent_path().string();
  return read;
}

}  // namespace headrace
