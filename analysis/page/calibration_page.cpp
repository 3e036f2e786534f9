#include "analysis/page/calibration_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/answer/point_axes.h"
#include "analysis/page/json.h"
#include "sim/units_text.h"

namespace headrace {

namespace {

constexpr std::string_view kFirstWords = "# Calibration ";

std::string human(Duration value, double times) {
  return human_text(Duration::nanoseconds(std::llround(static_cast<double>(value.ns()) * times)));
}
std::string human(Bandwidth value, double times) {
  return human_text(Bandwidth::bytes_per_second(value.in_bytes_per_second() * times));
}
std::string human(const Distribution& value, double times) { return human(value.mean(), times); }
std::string human(double value, double times) { return fmt::format("{:.3g}", value * times); }
std::string human(WholeNumber value, double times) { return scaled_text(value, times); }

// Writes so many times a field's value for people; of a distribution its mean.
std::string human(const Prior& prior, double times) {
  return std::visit([&](const auto& value) { return human(value, times); }, prior.value);
}

// Writes what lies between two multiples of the value: "10 ms to 90 ms".
std::string human_range(const Prior& prior, double low, double high) {
  return human(prior, low) + " to " + human(prior, high);
}

std::string percent_text(double share) { return fmt::format("{:+.1f}", 100 * share); }

std::string error_cell(const CalibratedRow& row, const std::optional<double>& figure) {
  return figure && row.row.value ? percent_text(row.error(figure)) : "-";
}

// Names the fields: "pytorch.handover".
std::vector<std::string> names_of(const std::vector<CalibratedField>& fields) {
  std::vector<std::string> paths;
  for (const CalibratedField& field : fields) paths.push_back(field.prior.path);
  return short_names(paths, 2);
}

bool has_one_figure(const Calibration& found) {
  return std::all_of(found.rows.begin(), found.rows.end(), [&](const CalibratedRow& row) {
    return row.row.figure == found.rows.front().row.figure;
  });
}

// "c 4 ranks, au_percent": the role's letter, the run, and the figure where rows have several.
std::string label_of(const MeasuredFigure& row, bool one_figure) {
  return (row.role == RowRole::calibration ? "c " : "v ") + row.run +
         (one_figure ? "" : ", " + std::string(row.name()));
}

std::string field_table(const Calibration& found) {
  Table table({"field", "thought to be", "found", "nine in ten", "learnt"});
  const std::vector<std::string> names = names_of(found.fields);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const CalibratedField& field = found.fields[i];
    table.add({names[i], human_range(field.prior, 1 / field.prior.factor, field.prior.factor),
               human(field.prior, field.times), human_range(field.prior, field.low, field.high),
               fmt::format("{:.0f} %", 100 * field.learnt)});
  }
  return table.text();
}

// Says what stands in the way of taking the fields as they were found.
std::string reservations(const Calibration& found) {
  std::string text;
  const std::vector<std::string> names = names_of(found.fields);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const CalibratedField& field = found.fields[i];
    if (field.is_silent())
      text +=
          wrap("The rows say next to nothing of " + names[i] + ": it stays about what it was thought to be.",
               "  ", 4);
    if (field.at_the_end)
      text += wrap(names[i] +
                       " is at the end of what was tried: its range is too narrow, or what the rows show has "
                       "another cause.",
                   "  ", 4);
  }
  for (const auto& [one, other] : found.alike)
    text +=
        wrap("The rows know " + names[one] + " and " + names[other] +
                 " together, and hardly each: what one has more the other has less. A run in which one of "
                 "them counts for more would tell them apart.",
             "  ", 4);
  if (!found.is_settled)
    text += wrap("The search was given up before it had settled: another step would still help.", "  ", 4);
  if (found.is_off())
    text += wrap(
        fmt::format(
            "The fitted rows stay off by {:.1f} % in AU or rate, and most runs that are repeated differ by "
            "less than 1 %: something else than these fields is at work, or their ranges are "
            "too narrow.",
            100 * found.rate_spread()),
        "  ", 4);
  return text.empty() ? "" : text + "\n";
}

std::string row_table(const Calibration& found) {
  const bool one_figure = has_one_figure(found);
  Table table({"row, error in %", "measured", "before", "found", "left out", "nine in ten"});
  for (const CalibratedRow& row : found.rows)
    table.add({label_of(row.row, one_figure), row.row.value ? grouped(*row.row.value) : "?",
               error_cell(row, row.before), row.is_asked() ? grouped(*row.found) : error_cell(row, row.found),
               error_cell(row, row.without),
               row.low ? grouped(*row.low) + " to " + grouped(*row.high) : "-"});
  return table.text();
}

std::string next_measurement(const Calibration& found) {
  if (!found.next) return "";
  return wrap(
      fmt::format("To know better what was not measured, measure first: {}. The intervals of the other "
                  "rows without a number would be narrower by {:.0f} % in the mean.",
                  found.rows[found.next->row].row.run, 100 * found.next->narrower));
}

// Says how far off systems are, and how far they differ beside what their rows do.
std::string system_table(const Calibration& found) {
  if (found.systems.empty()) return "";
  const bool one_figure = found.spreads.size() == 1;
  Table table({"system", "rows", "off together, %"});
  for (const CalibratedSystem& system : found.systems)
    table.add({system.name + (one_figure ? "" : ", " + system.figure), std::to_string(system.rows),
               percent_text(system.error)});
  std::string text = table.text();
  for (const FigureSpread& spread : found.spreads) {
    const double within = std::sqrt(spread.whole * spread.whole - spread.between * spread.between);
    text +=
        wrap(fmt::format("{} system is off by {:.1f} % as a whole, and each of its rows by {:.1f} % beside "
                         "that (standard deviations).",
                         one_figure ? "A" : spread.figure + ": a", 100 * spread.between, 100 * within));
  }
  return text + "\n";
}

std::string score_line(const CalibrationScore& score, bool one_figure, bool of_systems) {
  const bool fitted = score.role == RowRole::calibration;
  std::string text =
      fmt::format("{}{} {}: median error {:.1f} % before and {:.1f} % as found, worst {:.1f} and {:.1f} %",
                  one_figure ? "" : score.figure + ", ", score.rows,
                  fitted ? (score.rows == 1 ? "fitted row" : "fitted rows")
                         : (score.rows == 1 ? "row held against them" : "rows held against them"),
                  100 * score.before, 100 * score.found, 100 * score.worst_before, 100 * score.worst_found);
  if (fitted)
    text += fmt::format("; of a {} that is left out {:.1f} %, worst {:.1f} %", of_systems ? "system" : "row",
                        100 * score.without, 100 * score.worst_without);
  else if (score.bounded > 0)
    text += fmt::format("; {} in {} interval", score.held, score.rows == 1 ? "its" : "their");
  return wrap(text + ".");
}

std::string score_lines(const Calibration& found) {
  std::string text;
  for (const CalibrationScore& score : scores_of(found))
    text += score_line(score, has_one_figure(found), !found.systems.empty());
  return text;
}

nlohmann::ordered_json field_tree(const CalibratedField& field) {
  return {{"path", field.prior.path},
          {"source", field.prior.source},
          {"before", field.prior.text()},
          {"before_low", field.prior.text(1 / field.prior.factor)},
          {"before_high", field.prior.text(field.prior.factor)},
          {"found", field.text()},
          {"low", field.prior.text(field.low)},
          {"high", field.prior.text(field.high)},
          {"factor", field.factor()},
          {"learnt", field.learnt},
          {"at_the_end", field.at_the_end}};
}

nlohmann::ordered_json row_tree(const CalibratedRow& row) {
  return {{"role", kRowRoles[static_cast<std::size_t>(row.row.role)]},
          {"run", row.row.run},
          {"system", row.row.system},
          {"scenario", row.row.scenario.path},
          {"overrides", row.row.scenario.overrides},
          {"figure", row.row.figure},
          {"measured", value_or_null(row.row.value)},
          {"before", value_or_null(row.before)},
          {"found", value_or_null(row.found)},
          {"left_out", value_or_null(row.without)},
          {"low", value_or_null(row.low)},
          {"high", value_or_null(row.high)},
          {"source", row.row.source}};
}

nlohmann::ordered_json score_trees(const Calibration& found) {
  nlohmann::ordered_json trees = nlohmann::ordered_json::array();
  for (const CalibrationScore& score : scores_of(found))
    trees.push_back({{"role", kRowRoles[static_cast<std::size_t>(score.role)]},
                     {"figure", score.figure},
                     {"rows", score.rows},
                     {"median_before", score.before},
                     {"median_found", score.found},
                     {"worst_before", score.worst_before},
                     {"worst_found", score.worst_found},
                     {"median_left_out", score.without},
                     {"worst_left_out", score.worst_without},
                     {"with_interval", score.bounded},
                     {"in_interval", score.held}});
  return trees;
}

std::string rows_are_of(const CalibrationSource& source, const Calibration& found) {
  std::set<std::string> systems;
  for (const CalibratedSystem& system : found.systems) systems.insert(system.name);
  return systems.empty() ? source.table : count_noun(static_cast<std::int64_t>(systems.size()), "system");
}

// Says how far off a field may be, as `doubt` reads it in a file.
std::string range_words(const CalibratedField& field) {
  if (field.prior.is_whole() && field.low == field.high) return "no other whole number (nine in ten)";
  const std::string words =
      fmt::format("within a factor of {:.3g} (nine in ten", std::max(field.factor(), 1.001));
  return words + (field.prior.is_whole() ? ": " + human_range(field.prior, field.low, field.high) : "") + ")";
}

// Lines of a map of which each level is indented below its name, in the order of the paths.
std::string nested(const std::map<std::string, std::string>& lines) {
  std::string text;
  std::vector<std::string> open;  // Names of the levels that the last line is in.
  for (const auto& [path, line] : lines) {
    std::vector<std::string> names;
    for (std::size_t begin = 0, dot = 0; dot != std::string::npos; begin = dot + 1) {
      dot = path.find('.', begin);
      names.push_back(path.substr(begin, dot - begin));
    }
    std::size_t level = 0;
    while (level < open.size() && level + 1 < names.size() && open[level] == names[level]) ++level;
    open.resize(level);
    for (; level + 1 < names.size(); ++level) {
      text += std::string(2 * level, ' ') + names[level] + ":\n";
      open.push_back(names[level]);
    }
    text += std::string(2 * level, ' ') + names.back() + ": " + line + "\n";
  }
  return text;
}

}  // namespace

std::string calibration_text(const CalibrationSource& source, const Calibration& found, const Style& style,
                             bool with_sources) {
  std::string text = style.bold(source.scenario.empty() ? source.table : source.scenario) +
                     fmt::format(": {} found from {} of {}, calibration {}\n\n",
                                 count_noun(static_cast<std::int64_t>(found.fields.size()), "field"),
                                 count_noun(static_cast<std::int64_t>(found.rows.size()), "row"),
                                 rows_are_of(source, found), source.id);
  text += field_table(found) + "\n" + reservations(found);
  if (has_one_figure(found)) text += "Rows of " + found.rows.front().row.figure + ":\n\n";
  text += row_table(found) + "\n" + system_table(found);
  text += score_lines(found);
  text += next_measurement(found);
  text += wrap(
      "c: fitted, v: held against the fit; ?: not measured, found is what is predicted. before: with the "
      "fields in the middle of what they were thought to be; left out: if " +
      std::string(found.systems.empty() ? "the row had not" : "no row of its system had") +
      " been fitted. learnt: share of what was not known of the field's logarithm. nine in ten: of such "
      "values, "
      "or of measurements of the row.");
  if (with_sources)
    for (const CalibratedRow& row : found.rows)
      text += wrap(row.row.source, "  " + label_of(row.row, has_one_figure(found)) + ": ", 4);
  return text;
}

nlohmann::ordered_json calibration_tree(const CalibrationSource& source, const Calibration& found) {
  nlohmann::ordered_json fields = nlohmann::ordered_json::array(), rows = fields, alike = fields,
                         systems = fields, spreads = fields;
  for (const CalibratedSystem& system : found.systems)
    systems.push_back(
        {{"name", system.name}, {"figure", system.figure}, {"rows", system.rows}, {"error", system.error}});
  for (const FigureSpread& spread : found.spreads)
    spreads.push_back({{"figure", spread.figure}, {"spread", spread.whole}, {"between", spread.between}});
  for (const CalibratedField& field : found.fields) fields.push_back(field_tree(field));
  for (const CalibratedRow& row : found.rows) rows.push_back(row_tree(row));
  nlohmann::ordered_json next;
  if (found.next) next = {{"run", found.rows[found.next->row].row.run}, {"narrower", found.next->narrower}};
  for (const auto& [one, other] : found.alike)
    alike.push_back({found.fields[one].prior.path, found.fields[other].prior.path});
  return {{"schema", "headrace.calibration/2"},
          {"revision", source.revision},
          {"id", source.id},
          {"scenario", source.scenario},
          {"table", source.table},
          {"points", found.points},
          {"settled", found.is_settled},
          {"spreads", std::move(spreads)},
          {"systems", std::move(systems)},
          {"fields", std::move(fields)},
          {"not_told_apart", std::move(alike)},
          {"rows", std::move(rows)},
          {"measure_next", std::move(next)},
          {"scores", score_trees(found)}};
}

std::string calibrated_overrides(const Calibration& found) {
  std::string text;
  for (const CalibratedField& field : found.fields) text += field.prior.path + "=" + field.text() + "\n";
  return text;
}

std::string calibrated_scenario(const CalibrationSource& source, const std::string& path,
                                const Calibration& found) {
  std::map<std::string, std::string> lines;
  for (const CalibratedField& field : found.fields)
    lines[field.prior.path] =
        fmt::format("{}   # [fitted] {}, to {}", field.text(), range_words(field), source.table);
  std::string text =
      fmt::format("{}{}{} by {}, headrace {}\n", kFirstWords, source.id,
                  source.scenario.empty() ? "" : " of " + source.scenario, source.table, source.revision);
  for (const CalibrationScore& score : scores_of(found))
    if (score.role == RowRole::calibration)
      text += fmt::format(
          "# Errors of fitted rows of {}, median: {:.1f} % before, {:.1f} % now, {:.1f} % of one left out.\n",
          score.figure, 100 * score.before, 100 * score.found, 100 * score.without);
  text += "schema: headrace/1\n";
  if (!path.empty()) text += "include: " + nlohmann::json(path).dump() + "\n";
  return text + "calibration: {id: " + nlohmann::json(source.id).dump() +
         ", revision: " + nlohmann::json(source.revision).dump() + "}\n" + nested(lines);
}

FileKind calibration_kind() {
  return {"calibration", [](std::string_view start) { return start.starts_with(kFirstWords); }};
}

}  // namespace headrace
