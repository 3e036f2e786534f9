#include "scenarios/loader/measured/measured_figures.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "scenarios/loader/measured/dlio_run.h"
#include "scenarios/loader/measured/measured_rows.h"
#include "scenarios/loader/measured/row_scenario.h"
#include "scenarios/loader/read/assertion.h"
#include "scenarios/loader/text/file_finder.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::array<std::string_view, 5> kFigureColumns = {"role", "run", "overrides", "measured", "source"};

class FigureReader {
 public:
  FigureReader(const CsvTable& table, std::filesystem::path folder, const std::string& scenario,
               Problems& problems)
      : table_(table),
        folder_(std::move(folder)),
        scenario_(scenario),
        problems_(problems),
        cells_(table, kFigureColumns, problems) {}

  std::vector<MeasuredFigure> read() {
    std::vector<MeasuredFigure> figures;
    if (problems_.has_errors()) return figures;
    for (const std::vector<CsvCell>& row : table_.rows) {
      cells_.stand_at(row);
      figures.push_back(read_figure());
    }
    const auto may_be_fitted = [](const MeasuredFigure& row) { return row.role == RowRole::calibration; };
    if (!problems_.has_errors() && std::none_of(figures.begin(), figures.end(), may_be_fitted))
      problems_
          .add(table_.header.front().mark, "E0606", "no row may be fitted: none has the role calibration")
          .with_help("rows of the role validation are held against the fit, and never fitted");
    return figures;
  }

 private:
  MeasuredFigure read_figure() {
    MeasuredFigure row;
    // A row without a number is a forecast by that.
    row.role = cells_.role(std::span(kRowRoles).first(2));
    row.run = cells_.text("run");
    row.source = cells_.text("source");
    row.mark = cells_.cell("overrides").mark;
    row.scenario.path = scenario_;
    std::istringstream words(cells_.cell("overrides").text);
    for (std::string word; words >> word;) row.scenario.overrides.push_back(word);
    const Scenario* const scenario = scenario_of(row.scenario.overrides);
    const Mark& mark = cells_.cell("measured").mark;
    const std::string text = with_number(cells_.text("measured"), mark);
    if (scenario == nullptr || text.empty()) return row;
    const bool is_asked = text.find_first_of("<>=!") == std::string::npos;
    // Any number will do where the figure alone is to be checked.
    const auto measured =
        read_assertion(is_asked ? text + " == 50" : text, mark, *scenario, "measured", problems_);
    if (!measured) return row;
    row.figure = measured->metric;
    if (!is_asked) row.value = measured->bound;
    if (!is_asked && (measured->comparison != "==" || measured->bound <= 0))
      problems_.add(mark, "E0606", in_quotes(text) + " is no measured figure")
          .with_help("write a figure, ==, and a number above zero: jobs.train.au_percent == 94.7");
    if (is_asked && row.role == RowRole::calibration)
      problems_.add(mark, "E0606", "a row that may be fitted has no number: nothing was measured")
          .with_help("rows that are asked for have the role validation");
    return row;
  }

  // Puts the number of DLIO's summary.json in place of its path, where one is named, as in
  // "jobs.train.au_percent == run3/summary.json". Returns nothing, with a problem, where the file has none.
  std::string with_number(const std::string& text, const Mark& mark) {
    const std::size_t equals = text.find("==");
    if (equals == std::string::npos || !text.ends_with(".json")) return text;
    const std::string figure(trimmed(text.substr(0, equals)));
    const std::string path(trimmed(text.substr(equals + 2)));
    MeasuredFigure named;
    named.figure = figure;
    const auto number = figure_of_dlio_run((folder_ / path).string(), named.name(), mark, problems_);
    return number ? figure + " == " + number_text(*number) : "";
  }

  // Returns the scenario of a run; null where there is none. Its problems are told once.
  const Scenario* scenario_of(const std::vector<std::string>& overrides) {
    const auto [found, is_new] = scenarios_.try_emplace(overrides);
    if (is_new) {
      ScenarioRead read = read_scenario_file(scenario_, overrides);
      problems_.absorb(read.problems, "row: line " + std::to_string(cells_.mark().line));
      if (read.scenario && !read.scenario->arms.empty())
        problems_.add(cells_.mark(), "E0609", "the scenario of the row compares several")
            .with_help("put one of its arms into a file of its own");
      else
        found->second = std::move(read.scenario);
    }
    return found->second ? &*found->second : nullptr;
  }

  const CsvTable& table_;
  std::filesystem::path folder_;  // Of the table.
  const std::string& scenario_;
  Problems& problems_;
  RowCells cells_;
  std::map<std::vector<std::string>, std::optional<Scenario>> scenarios_;  // By overrides.
};

bool has_column(const CsvTable& table, std::string_view column) {
  return std::any_of(table.header.begin(), table.header.end(),
                     [&](const CsvCell& cell) { return cell.text == column; });
}

// Returns the header of a table of one machine's figures, which wants its scenario; nothing of another table.
std::optional<Mark> header_of_figures(const std::string& text, const std::string& name) {
  Problems nobodys;
  const std::optional<CsvTable> table = read_csv(text, name, nobodys);
  if (!table || !has_column(*table, "measured") || has_column(*table, "system")) return std::nullopt;
  return table->header.front().mark;
}

// Returns what was measured of a row.
std::string figure_of(const MeasuredRow&) { return "samples_per_second"; }
std::string figure_of(const CheckpointRow& row) {
  return "checkpoint_" + std::string(row.operation_word()) + "_seconds";
}
double value_of(const MeasuredRow& row) { return row.samples_per_second; }
double value_of(const CheckpointRow& row) { return row.seconds; }

// Returns the figures of the rows that may be fitted and have a scenario.
template <class Row>
std::vector<MeasuredFigure> fitted_figures(const std::vector<Row>& rows, const std::string& folder,
                                           Problems& problems) {
  std::vector<MeasuredFigure> figures;
  for (const Row& row : rows) {
    if (row.role != RowRole::calibration || row.scenario.empty() || !row.is_measured()) continue;
    const ScenarioRead found = scenario_of(row, folder);
    problems.absorb(found.problems, "");
    if (!found.scenario) continue;
    figures.push_back({row.role, row.name(), file_of(row, folder, *found.scenario),
                       "jobs." + found.scenario->jobs.front().first + "." + figure_of(row), value_of(row),
                       row.source, row.mark, row.system});
  }
  return figures;
}

// Returns the place of the first row; a table that was read has one.
const Mark& first_row(const MeasuredRows& table) {
  return table.checkpoints ? table.checkpoints->front().mark : table.rows->front().mark;
}

}  // namespace

MeasuredFigures read_measured_figures(const std::string& table, const std::string& scenario) {
  MeasuredFigures read;
  const auto file = FileFinder::read(table, read.problems);
  if (!file) return read;
  read.text = file->text;
  const std::optional<CsvTable> cells = read_csv(file->text, file->name, read.problems);
  if (!cells) return read;
  if (has_column(*cells, "system") && !has_column(*cells, "measured")) {
    read.problems
        .add(cells->header.front().mark, "E0604", "the rows of this table have scenarios of their own")
        .with_help("leave the scenario out: headrace calibrate --data " + table);
    return read;
  }
  std::vector<MeasuredFigure> figures =
      FigureReader(*cells, std::filesystem::path(file->path).parent_path(), scenario, read.problems).read();
  if (!read.problems.has_errors()) read.figures = std::move(figures);
  return read;
}

MeasuredFigures read_measured_systems(const std::string& word) {
  MeasuredFigures read;
  MeasuredRows table = read_measured_set(word);
  read.text = std::move(table.text);
  if (const auto header = header_of_figures(read.text, word)) {
    read.problems.add(*header, "E0604", "this table has the figures of one machine, and no scenario is given")
        .with_help("headrace calibrate SCENARIO --data " + word);
    return read;
  }
  read.problems.absorb(table.problems, "");
  if (read.problems.has_errors()) return read;
  std::vector<MeasuredFigure> figures;
  if (table.rows) figures = fitted_figures(*table.rows, table.folder, read.problems);
  if (table.checkpoints) figures = fitted_figures(*table.checkpoints, table.folder, read.problems);
  if (figures.empty() && !read.problems.has_errors())
    read.problems
        .add(first_row(table), "E0606",
             "no row of " + word + " may be fitted: none has the role calibration, a result and a scenario")
        .with_help("'headrace validate " + word + "' predicts those that it has");
  if (!read.problems.has_errors()) read.figures = std::move(figures);
  return read;
}

}  // namespace headrace
