#include "analysis/page/recording_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace headrace {

namespace {

double as_number(Bytes size) { return static_cast<double>(size.count()); }

std::string layers_text(const ImportReport& report) {
  constexpr std::string_view kNames[] = {"POSIX", "STDIO", "MPI-IO"};
  std::string text;
  for (std::size_t l = 0; l < report.layers.size(); ++l)
    if (report.layers[l] > 0)
      text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", report.layers[l], kNames[l]);
  return text;
}

std::string times_text(std::int64_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

}  // namespace

std::string recording_report(const ImportReport& report, const Style& style) {
  std::string text =
      style.bold(fmt::format("{}: {} of {} on {}", report.form, count_noun(report.operations, "operation"),
                             count_noun(report.processes, "process"), count_noun(report.hosts, "host"))) +
      "\n";
  text += wrap(
      fmt::format(
          "{}, {}, {} of files by name, {}; read {} and wrote {} of {} in {}; {}",
          count_noun(report.reads, "read"), count_noun(report.writes, "write"),
          count_noun(report.opens + report.others, "call"), layers_text(report),
          gibibytes_text(as_number(report.bytes_read)), gibibytes_text(as_number(report.bytes_written)),
          count_noun(report.files, "file"), span_text(report.span),
          report.threads == 0 ? std::string("no threads are told") : count_noun(report.threads, "thread")),
      "  ", 2);
  text += fmt::format("  the clock's step is {}\n", span_text(report.resolution));
  if (report.is_anonymous)
    text += wrap(
        "names of files, folders, processes and hosts were replaced; endings, and the last number in "
        "a name, are those of the trace, and so are its times. This report names the trace itself",
        "  ", 4);
  for (const std::string& told : report.told) text += wrap(told, "  ", 4);
  if (!report.dropped.empty()) text += "\nWhat was left out:\n";
  for (const auto& [why, dropped] : report.dropped) {
    std::string places;
    for (const std::string& place : dropped.places) places += (places.empty() ? "" : ", ") + place;
    text += wrap(fmt::format("{} {} ({}{})", times_text(dropped.count), why, places,
                             dropped.count > static_cast<std::int64_t>(dropped.places.size()) ? ", ..." : ""),
                 "  ", 4);
  }
  if (!report.guessed.empty()) text += "\nWhat was guessed:\n";
  for (const auto& [what, count] : report.guessed)
    text += wrap(fmt::format("{} {}", times_text(count), what), "  ", 4);
  return text;
}

nlohmann::ordered_json recording_tree(const ImportReport& report, const std::string& output) {
  nlohmann::ordered_json tree = {{"schema", "headrace.recording/1"},
                                 {"recording", output},
                                 {"form", report.form},
                                 {"lines", report.lines},
                                 {"bytes", report.bytes},
                                 {"operations", report.operations},
                                 {"reads", report.reads},
                                 {"writes", report.writes},
                                 {"opens", report.opens},
                                 {"others", report.others},
                                 {"bytes_read", report.bytes_read.count()},
                                 {"bytes_written", report.bytes_written.count()},
                                 {"processes", report.processes},
                                 {"hosts", report.hosts},
                                 {"threads", report.threads},
                                 {"files", report.files},
                                 {"seconds", report.span.in_seconds()},
                                 {"resolution_seconds", report.resolution.in_seconds()},
                                 {"anonymous", report.is_anonymous},
                                 {"told", report.told},
                                 {"dropped", nlohmann::ordered_json::array()},
                                 {"guessed", nlohmann::ordered_json::array()}};
  for (const auto& [why, dropped] : report.dropped)
    tree["dropped"].push_back({{"why", why}, {"count", dropped.count}, {"places", dropped.places}});
  for (const auto& [what, count] : report.guessed)
    tree["guessed"].push_back({{"what", what}, {"count", count}});
  return tree;
}

}  // namespace headrace
