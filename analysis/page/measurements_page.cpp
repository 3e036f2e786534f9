#include "analysis/page/measurements_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/results/row_output.h"
#include "scenarios/loader/import/description_part.h"

namespace headrace {

namespace {

constexpr std::string_view kMeasurementsFirstWords = "# Figures of benchmarks imported by headrace ";

std::string place_of(const Mark& mark) { return fmt::format("{}:{}", mark.source->file, mark.line); }

std::string cell_of(const MeasuredOutput& output, std::string_view figure) {
  for (const OutputFigure& found : output.figures)
    if (found.name == figure)
      return found.value < 100 ? fmt::format("{:.4g}", found.value) : grouped(found.value);
  return "-";
}

std::string table_of(const Measurements& found) {
  Table table({"run", "s", "GB/s", "operations/s", "median ms", "p99 ms"});
  for (const MeasuredOutput& output : found.outputs)
    table.add({comment_words(output.name, 30) + ": " + shape_of(output),
               output.seconds > 0 ? fixed(output.seconds, 1) : "-", cell_of(output, "probe.gb_per_second"),
               cell_of(output, "probe.operations_per_second"), cell_of(output, "probe.latency_ms.p50"),
               cell_of(output, "probe.latency_ms.p99")});
  return table.text();
}

// Returns lines of what is said of outputs; equal lines stand once.
template <class Said>
std::string said_text(std::string_view heading, const Measurements& found, Said said) {
  std::vector<std::string> lines;
  for (const MeasuredOutput& output : found.outputs)
    for (const std::string& sentence : said(output)) {
      const std::string line =
          wrap(comment_words(output.name, 40) + ": " + comment_words(sentence, 300), "  ", 6);
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
  if (lines.empty()) return "";
  std::string text = fmt::format("\n{}\n", heading);
  for (const std::string& line : lines) text += line;
  return text;
}

void merge(OutputPlaces& into, OutputPlaces&& other) {
  into.count += other.count;
  for (OutputPlace& place : other.first)
    if (into.first.size() < OutputPlaces::kKept) into.first.push_back(std::move(place));
}

nlohmann::ordered_json tree_of_output(const MeasuredOutput& output) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::array();
  for (const OutputFigure& figure : output.figures)
    figures.push_back({{"figure", figure.name},
                       {"value", figure.value},
                       {"line", figure.mark.line},
                       {"words", figure.words},
                       {"may_be_fitted", figure.may_be_fitted && output.doubts.empty()}});
  return {{"run", output.name},       {"program", output.program}, {"file", output.mark.source->file},
          {"line", output.mark.line}, {"shape", shape_of(output)}, {"seconds", output.seconds},
          {"figures", figures},       {"guesses", output.guesses}, {"doubts", output.doubts}};
}

}  // namespace

std::string roles_text(std::span<const ProbeRow> rows) {
  const auto all = static_cast<std::int64_t>(rows.size());
  const std::int64_t fitted = std::count_if(
      rows.begin(), rows.end(), [](const ProbeRow& row) { return row.role == RowRole::calibration; });
  return fmt::format("{}: {} may be fitted, {} held against the fit\n", count_noun(all, "row"), fitted,
                     all - fitted);
}

std::string places_text(std::string_view heading, const OutputPlaces& places) {
  if (places.count == 0) return "";
  std::string text =
      fmt::format("\n{} ({}):\n", heading, count_noun(static_cast<std::int64_t>(places.count), "record"));
  for (const OutputPlace& place : places.first)
    text += wrap(place_of(place.mark) + ": " + comment_words(place.why, 200), "  ", 6);
  if (places.count > places.first.size())
    text += fmt::format("  and {} more\n", places.count - places.first.size());
  return text;
}

nlohmann::ordered_json tree_of_places(const OutputPlaces& places) {
  nlohmann::ordered_json first = nlohmann::ordered_json::array();
  for (const OutputPlace& place : places.first)
    first.push_back({{"file", place.mark.source->file}, {"line", place.mark.line}, {"why", place.why}});
  return {{"count", places.count}, {"first", first}};
}

void Measurements::absorb(BenchmarkRead read) {
  for (MeasuredOutput& output : read.outputs) outputs.push_back(std::move(output));
  merge(dropped, std::move(read.dropped));
  merge(left, std::move(read.left));
}

std::string measurements_file(const MeasurementsSource& source, const Measurements& found) {
  std::string text = measurements_head(source, "is a probe");
  text +=
      "# [measured] by it. Rows of the role validation are doubted, or of a tail: they are never fitted.\n";
  return text + rows_text(found.rows);
}

std::string measurements_head(const MeasurementsSource& source, std::string_view job_is) {
  return fmt::format("{}{} (revision {}) from the output of {}, for a scenario whose job '{}' {}.\n",
                     kMeasurementsFirstWords, source.version, source.revision, source.form, source.job,
                     job_is);
}

std::string rows_text(std::span<const ProbeRow> table) {
  StringSink sink;
  RowOutput rows(sink, RowForm::csv, {"role", "run", "overrides", "measured", "source"});
  for (const ProbeRow& row : table)
    rows.row({std::string(kRowRoles[static_cast<std::size_t>(row.role)]), row.run, row.overrides,
              row.measured, row.source});
  rows.finish();
  return sink.text();
}

std::string measurements_report(const MeasurementsSource& source, const Measurements& found,
                                const Style& style) {
  std::string text =
      style.bold(fmt::format("{}: {} of {}", source.form,
                             count_noun(static_cast<std::int64_t>(found.outputs.size()), "run"),
                             count_noun(static_cast<std::int64_t>(source.files.size()), "file"))) +
      "\n";
  text += roles_text(found.rows) + "\n";
  text += table_of(found);
  text += "  (run: nodes x processes of a node x operations under way of each)\n";
  text += said_text("Doubted, and so not fitted:", found, [](const MeasuredOutput& of) { return of.doubts; });
  text += said_text("Guessed, as the output does not say it, or a probe has it otherwise:", found,
                    [](const MeasuredOutput& of) { return of.guesses; });
  text += places_text("Understood and not taken", found.left);
  text += places_text("Dropped, as it cannot be read", found.dropped);
  return text;
}

nlohmann::ordered_json measurements_tree(const MeasurementsSource& source, const Measurements& found) {
  nlohmann::ordered_json outputs = nlohmann::ordered_json::array();
  for (const MeasuredOutput& output : found.outputs) outputs.push_back(tree_of_output(output));
  return {{"schema", "headrace.measurements/1"},
          {"form", source.form},
          {"files", source.files},
          {"revision", source.revision},
          {"runs", outputs},
          {"left", tree_of_places(found.left)},
          {"dropped", tree_of_places(found.dropped)},
          {"rows", measurements_file(source, found)}};
}

FileKind measurements_kind() {
  return {"table of imported figures",
          [](std::string_view start) { return start.starts_with(kMeasurementsFirstWords); }};
}

}  // namespace headrace
