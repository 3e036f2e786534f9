#include "scenarios/loader/benchmarks/probe_rows.h"

#include <algorithm>
#include <cmath>

#include "sim/units_text.h"

namespace headrace {
namespace {

template <class Quantity>
std::string word_of(Quantity value) {
  std::string text = text_of(value);
  std::erase(text, ' ');
  return text;
}

std::string flag_of(bool value) { return value ? "true" : "false"; }

std::string overrides_of(const MeasuredOutput& output, std::string_view job) {
  const ProbeSpec& probe = output.probe;
  const std::string of_job = "jobs." + std::string(job) + ".";
  std::string words = of_job + "nodes.count=" + std::to_string(output.nodes);
  const auto set = [&](std::string_view field, std::string_view value) {
    words += " " + of_job + "probe." + std::string(field) + "=" + std::string(value);
  };
  set("operation", kProbeOperations[static_cast<std::size_t>(probe.operation)]);
  set("processes_per_node", std::to_string(probe.processes_per_node));
  set("queue_depth", std::to_string(probe.queue_depth));
  set("files_per_process", std::to_string(probe.files_per_process));
  set("file_size", word_of(probe.file_size));
  set("transfer_size", word_of(probe.transfer_size));
  set("order", kProbeOrders[static_cast<std::size_t>(probe.order)]);
  set("direct", flag_of(probe.direct));
  set("direct_writes", flag_of(probe.direct_writes));
  set("sync", flag_of(probe.sync));
  set("shared_file", flag_of(probe.shared_file));
  set("shared_directory", flag_of(probe.shared_directory));
  set("duration", word_of(probe.duration));
  return words;
}

}  // namespace

std::string six_digits(double value) {
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(value)));
  const double rounded = std::round(value * scale) / scale;
  return number_text(std::isfinite(rounded) && rounded > 0 ? rounded : value);
}

std::string shape_of(const MeasuredOutput& output) {
  const ProbeSpec& probe = output.probe;
  std::string text(kProbeOperations[static_cast<std::size_t>(probe.operation)]);
  if (probe.moves_bytes()) text += " of " + human_text(probe.transfer_size);
  text += ", " + std::to_string(output.nodes) + " x " + std::to_string(probe.processes_per_node) + " x " +
          std::to_string(probe.queue_depth);
  if (!probe.is_bulk()) return text + ", " + std::to_string(probe.files_per_process) + " files each";
  text += probe.order == ProbeOrder::random ? ", random" : ", sequential";
  const bool is_direct = probe.operation == ProbeOperation::read ? probe.direct : probe.direct_writes;
  return text + (is_direct ? ", direct" : ", buffered") + (probe.shared_file ? ", one file" : "");
}

ProbeRow row_of_figure(const OutputFigure& figure, bool is_doubted, std::string_view job,
                       std::string_view program) {
  ProbeRow row;
  row.role = figure.may_be_fitted && !is_doubted ? RowRole::calibration : RowRole::validation;
  row.measured =
      "jobs." + std::string(job) + "." + std::string(figure.name) + " == " + six_digits(figure.value);
  row.source = std::string(program) + ", " + figure.mark.source->file + ":" +
               std::to_string(figure.mark.line) + ": " + figure.words;
  return row;
}

std::vector<ProbeRow> probe_rows(std::span<const MeasuredOutput> outputs, std::string_view job) {
  std::vector<ProbeRow> rows;
  for (const MeasuredOutput& output : outputs)
    for (const OutputFigure& figure : output.figures) {
      ProbeRow row = row_of_figure(figure, !output.doubts.empty(), job, output.program);
      row.run = output.name + ": " + shape_of(output);
      row.overrides = overrides_of(output, job);
      rows.push_back(std::move(row));
    }
  return rows;
}

}  // namespace headrace
