#include "analysis/report/page.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "analysis/errors.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTitleMark = "<!--headrace:title-->";
constexpr std::string_view kDataMark = "<!--headrace:data-->";

// Writes a column: numbers as they are; words once each, and for each cell the place of its word.
Json column_tree(const Plot& plot, std::size_t place) {
  Json values = Json::array(), words = Json::array();
  std::map<std::string, std::size_t, std::less<>> places;
  for (const std::vector<Cell>& row : plot.rows) {
    const Cell& cell = row[place];
    if (const auto* text = std::get_if<std::string>(&cell)) {
      const auto [word, fresh] = places.try_emplace(*text, places.size());
      if (fresh) words.push_back(*text);
      values.push_back(word->second);
    } else if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
      values.push_back(*integer);
    } else if (const auto* real = std::get_if<double>(&cell)) {
      // Six digits: more would be no news to a reader, and megabytes to a page.
      values.push_back(std::stod(fmt::format("{:.6g}", *real)));
    } else {
      values.push_back(nullptr);
    }
  }
  const PlotColumn& column = plot.columns[place];
  return {{"name", column.name}, {"unit", column.unit}, {"words", words}, {"values", values}};
}

Json plot_tree(const Plot& plot) {
  Json tree = {{"id", plot.id},           {"title", plot.title},
               {"says", plot.says},       {"kind", kPlotKinds[static_cast<std::size_t>(plot.kind)]},
               {"log", plot.logarithmic}, {"columns", Json::array()}};
  for (std::size_t place = 0; place < plot.columns.size(); ++place)
    tree["columns"].push_back(column_tree(plot, place));
  return tree;
}

Json plots_tree(const std::vector<Plot>& plots) {
  Json list = Json::array();
  for (const Plot& plot : plots) list.push_back(plot_tree(plot));
  return list;
}

Json detail_tree(const ReportDetail& detail) {
  Json tree = {{"name", detail.name}, {"plots", plots_tree(detail.plots)}, {"figures", Json::array()}};
  for (const ReportFigures& figures : detail.figures)
    tree["figures"].push_back({{"job", figures.job}, {"rows", figures.rows}});
  return tree;
}

Json part_tree(const ReportPart& part) {
  Json tree = {{"title", part.title},           {"question", part.question},
               {"answers", Json::array()},      {"plots", plots_tree(part.plots)},
               {"details", Json::array()},      {"provenance", part.provenance},
               {"scenario", part.scenario_text}};
  for (const ReportAnswer& answer : part.answers)
    tree["answers"].push_back({{"job", answer.job}, {"sentence", answer.sentence}, {"notes", answer.notes}});
  for (const ReportDetail& detail : part.details) tree["details"].push_back(detail_tree(detail));
  return tree;
}

// Writes JSON that may stand in a script element: without '<' nothing in it ends the element.
std::string data_text(const Json& tree) {
  const std::string text = tree.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

void put(std::string& page, std::string_view mark, const std::string& text) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) throw InternalError("the shell of the page has no " + std::string(mark));
  page.replace(at, mark.size(), text);
}

}  // namespace

std::string report_page(const Report& report) {
  Json tree = {{"version", report.version}, {"revision", report.revision}, {"parts", Json::array()}};
  for (const ReportPart& part : report.parts) tree["parts"].push_back(part_tree(part));
  std::string title = report.parts.empty() ? "no results" : report.parts.front().title;
  if (report.parts.size() > 1) title += " and " + std::to_string(report.parts.size() - 1) + " more";
  std::string page(page_shell());
  put(page, kTitleMark, in_markup(title));
  put(page, kDataMark, data_text(tree));
  return page;
}

void expect_page(const std::string& file) {
  if (page_shell().empty())
    throw ResourceError(
        "this headrace was built without Node.js, which makes the page; `./headrace.sh build` installs it "
        "and builds again. Figures by themselves need none: report --plot FIGURE");
  expect_writable(file, page_kind());
}

FileKind page_kind() {
  return {"report", [](std::string_view start) {
            return start.find("<meta name=\"generator\" content=\"headrace\">") != std::string_view::npos;
          }};
}

}  // namespace headrace
