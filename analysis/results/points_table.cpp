#include "analysis/results/points_table.h"

#include <map>

#include "analysis/results/schema.h"

namespace headrace {

namespace {

struct Parameter {
  std::string path;
  std::string column;
  bool is_number = false;
};

// Returns the parameters in the order of the axes. A column is of numbers where all of its values are, in one
// unit.
std::vector<Parameter> parameters_of(Database& database) {
  Statement rows = database.prepare(
      "SELECT path, max(unit), count(*) = count(number) AND min(unit) = max(unit) FROM sweep_parameter"
      " WHERE sweep_hash NOT GLOB 'call:*' GROUP BY path ORDER BY min(axis), path");
  std::vector<Parameter> parameters;
  while (rows.step()) {
    const bool number = rows.integer(2) == 1;
    const std::string unit = number ? rows.text(1) : "";
    parameters.push_back({rows.text(0), rows.text(0) + (unit.empty() ? "" : " [" + unit + "]"), number});
  }
  return parameters;
}

std::vector<std::string> figures_of(Database& database) {
  Statement rows = database.prepare("SELECT DISTINCT figure FROM sweep_result ORDER BY figure");
  std::vector<std::string> figures;
  while (rows.step()) figures.push_back(rows.text(0));
  return figures;
}

Cell cell(const Statement& rows, int column) {
  switch (rows.kind(column)) {
    case Statement::Kind::integer: return rows.integer(column);
    case Statement::Kind::real: return rows.real(column);
    case Statement::Kind::text: return rows.text(column);
    case Statement::Kind::null: break;
  }
  return {};
}

class PointRows {
 public:
  PointRows(Database& database, std::vector<Parameter> parameters, const std::vector<std::string>& figures)
      : parameters_(std::move(parameters)),
        points_(database.prepare(
            "SELECT sweep_hash, point, sweep_run.replication, state, message, outcome, seed, run FROM "
            "sweep_point"
            " LEFT JOIN sweep_run USING (sweep_hash, point) LEFT JOIN run ON run.id = sweep_run.run"
            " WHERE sweep_hash NOT GLOB 'call:*' ORDER BY sweep_hash, point, sweep_run.replication")),
        values_(database.prepare(
            "SELECT path, value, number FROM sweep_parameter WHERE sweep_hash = ? AND point = ?")),
        figures_(database.prepare("SELECT figure, value FROM sweep_result WHERE run = ?")) {
    for (const Parameter& parameter : parameters_) place_.emplace(parameter.path, place_.size() + kFixed);
    for (const std::string& figure : figures) place_.emplace(figure, place_.size() + kFixed);
  }

  bool next(std::vector<Cell>& cells) {
    if (!points_.step()) return false;
    cells.assign(kFixed + place_.size(), {});
    for (int column = 0; column < kFixed; ++column)
      cells[static_cast<std::size_t>(column)] = cell(points_, column);
    values_.bind(1, points_.text(0));
    values_.bind(2, points_.integer(1));
    while (values_.step()) {
      const std::size_t place = place_.at(values_.text(0));
      cells[place] = cell(values_, parameters_[place - kFixed].is_number ? 2 : 1);
    }
    values_.reset();
    if (points_.null(7)) return true;
    figures_.bind(1, points_.integer(7));
    while (figures_.step()) cells[place_.at(figures_.text(0))] = cell(figures_, 1);
    figures_.reset();
    return true;
  }

 private:
  static constexpr int kFixed = 8;

  std::vector<Parameter> parameters_;
  Statement points_, values_, figures_;
  std::map<std::string, std::size_t, std::less<>> place_;
};

}  // namespace

void write_points(Database& database, Sink& out, RowForm form) {
  std::vector<std::string> columns = {"sweep",   "point",   "replication", "state",
                                      "message", "outcome", "seed",        "run"};
  if (database.integer("PRAGMA user_version") < kFirstVersionOfSweeps)
    return RowOutput(out, form, columns).finish();
  const std::vector<Parameter> parameters = parameters_of(database);
  const std::vector<std::string> figures = figures_of(database);
  for (const Parameter& parameter : parameters) columns.push_back(parameter.column);
  columns.insert(columns.end(), figures.begin(), figures.end());
  RowOutput output(out, form, columns);
  PointRows rows(database, parameters, figures);
  for (std::vector<Cell> cells; rows.next(cells);) output.row(cells);
  output.finish();
}

}  // namespace headrace
