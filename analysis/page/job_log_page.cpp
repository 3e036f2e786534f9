#include "analysis/page/job_log_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/job_logs/job_record.h"
#include "scenarios/loader/text/date_time.h"

namespace headrace {

namespace {

constexpr std::string_view kLoadFirstWords = "# A background load imported by headrace ";
constexpr std::array<const char*, MachineHours::kDays> kDayNames = {"Mon", "Tue", "Wed", "Thu",
                                                                    "Fri", "Sat", "Sun"};

std::string whole_text(double count) { return fmt::format("{:.0f}", count); }
std::string mean_text(std::optional<double> mean) { return mean ? grouped(*mean) : "-"; }
std::string hour_text(int hour) { return fmt::format("{:02}:00", hour); }
const char* unit_of(const JobLog& log) { return log.counts_nodes ? "nodes" : "processors"; }

// Returns "2021-07-13 00:28:51" of a time since the Monday before 1970.
std::string date_text(double since_monday) {
  return date_time_text(std::llround(since_monday - kMondayBefore1970));
}

std::string days_text(double seconds) {
  constexpr double kHour = 3600, kDay = 24 * kHour;
  return seconds >= 2 * kDay ? fmt::format("{:.1f} days", seconds / kDay)
                             : fmt::format("{:.1f} hours", seconds / kHour);
}

std::string table_of_a_day(const JobLog& log) {
  Table table({"hour", "running jobs", fmt::format("busy {}", unit_of(log)), "busy %"});
  const std::vector<double> percent = log.busy_percent();
  for (int hour = 0; hour < MachineHours::kHours; ++hour) {
    const std::optional<double> busy = log.hours.busy_nodes(hour);
    table.add({hour_text(hour), mean_text(log.hours.running_jobs(hour)), mean_text(busy),
               busy ? fixed(percent[static_cast<std::size_t>(hour)], 1) : "-"});
  }
  return table.text();
}

template <class Mean>
std::string table_of_a_week(const char* heading, Mean mean) {
  std::vector<std::string> headings = {heading};
  headings.insert(headings.end(), kDayNames.begin(), kDayNames.end());
  Table table(headings);
  for (int hour = 0; hour < MachineHours::kHours; ++hour) {
    std::vector<std::string> cells = {hour_text(hour)};
    for (int day = 0; day < MachineHours::kDays; ++day) cells.push_back(mean_text(mean(day, hour)));
    table.add(cells);
  }
  return table.text();
}

std::string tables_of(const JobLog& log) {
  if (!log.hours.has_weekdays()) return table_of_a_day(log);
  return table_of_a_week("running jobs",
                         [&](int day, int hour) { return log.hours.running_jobs(day, hour); }) +
         "\n" + table_of_a_week(log.counts_nodes ? "busy nodes" : "busy processors", [&](int day, int hour) {
           return log.hours.busy_nodes(day, hour);
         });
}

// Says what was guessed, with what the load guesses beyond the log.
std::vector<std::string> guesses_of(const JobLog& log) {
  std::vector<std::string> all = log.guesses;
  if (const std::int64_t unseen = log.unseen_hours(); unseen > 0)
    all.push_back(fmt::format("{} of the {} hours are not in the log: a load has the mean of all of it there",
                              unseen, log.busy_percent().size()));
  return all;
}

std::vector<std::int64_t> percent_taken(const JobLogSource& source, const JobLog& log) {
  std::vector<std::int64_t> taken;
  for (const double busy : log.busy_percent())
    taken.push_back(std::min<std::int64_t>(std::llround(busy * source.peak_percent / 100), 99));
  return taken;
}

// Writes a list of a day, or of a week with a line for each day.
std::string list_text(const std::vector<std::int64_t>& values) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += i % MachineHours::kHours == 0 ? ",\n   " : ", ";
    text += std::to_string(values[i]);
  }
  return text + "]";
}

}  // namespace

std::string job_log_file(const JobLogSource& source, const JobLog& log) {
  std::string text = fmt::format("{}{} (revision {}) from {}\n", kLoadFirstWords, source.version,
                                 source.revision, comment_words(source.file, 120));
  text += fmt::format(
      "# Percent of a file system's work that other jobs take: the share of {} {} that are busy "
      "[derived],\n"
      "# times {:g} % where all are [assumed by --peak]. A log of jobs says nothing of bytes.\n",
      whole_text(log.machine_nodes), unit_of(log), source.peak_percent);
  for (const std::string& guess : guesses_of(log)) text += "# guessed: " + comment_words(guess, 300) + "\n";
  text += "# background: {others: {include: THIS FILE, file_system: NAME, ost: 0, count: 8, first: 9}}\n";
  text += "kind: by_hour\n";
  return text + "percent_taken:\n  " + list_text(percent_taken(source, log)) + "\n";
}

std::string job_log_report(const JobLogSource& source, const JobLog& log, const Style& style) {
  std::string text =
      style.bold(fmt::format("{} of {}", count_noun(log.hours.jobs(), "job"), comment_words(source.file))) +
      "\n";
  if (log.is_dated)
    text += fmt::format("from {} to {}\n", date_text(log.hours.begin()), date_text(log.hours.end()));
  text += wrap(fmt::format("over {}; {} of {} {} busy and {} jobs running in the mean",
                           days_text(log.hours.span()), grouped(log.hours.busy_nodes()),
                           whole_text(log.machine_nodes), unit_of(log), grouped(log.hours.running_jobs())));
  text += fmt::format("{} read: {} of steps or parts of jobs, {} dropped\n\n", count_noun(log.lines, "line"),
                      log.steps, log.dropped);
  text += tables_of(log);
  if (log.dropped > 0) text += "\nWhat was dropped:\n";
  for (const JobLog::Dropped& line : log.first_dropped)
    text += wrap(fmt::format("{}:{}: {}", comment_words(source.file, 120), line.line, line.why), "  ", 6);
  if (log.dropped > static_cast<std::int64_t>(log.first_dropped.size()))
    text += fmt::format("  and {} more\n", log.dropped - static_cast<std::int64_t>(log.first_dropped.size()));
  const std::vector<std::string> guesses = guesses_of(log);
  if (!guesses.empty()) text += "\nWhat was guessed:\n";
  for (const std::string& guess : guesses) text += wrap(guess, "  ", 6);
  return text;
}

nlohmann::ordered_json job_log_tree(const JobLogSource& source, const JobLog& log) {
  nlohmann::ordered_json tree = {{"schema", "headrace.job_log/1"},
                                 {"file", source.file},
                                 {"form", source.form},
                                 {"revision", source.revision},
                                 {"jobs", log.hours.jobs()},
                                 {"lines", log.lines},
                                 {"steps", log.steps},
                                 {"dropped", log.dropped},
                                 {"first_dropped", nlohmann::ordered_json::array()},
                                 {"guesses", guesses_of(log)},
                                 {"span_seconds", log.hours.span()},
                                 {"unit", unit_of(log)},
                                 {"machine", log.machine_nodes},
                                 {"running_jobs", log.hours.running_jobs()},
                                 {"busy", log.hours.busy_nodes()},
                                 {"busy_percent", log.busy_percent()}};
  if (log.is_dated) {
    tree["begin"] = date_text(log.hours.begin());
    tree["end"] = date_text(log.hours.end());
  }
  for (const JobLog::Dropped& line : log.first_dropped)
    tree["first_dropped"].push_back({{"line", line.line}, {"why", line.why}});
  if (source.peak_percent > 0) tree["load"] = job_log_file(source, log);
  return tree;
}

FileKind job_log_kind() {
  return {"imported load", [](std::string_view start) { return start.starts_with(kLoadFirstWords); }};
}

}  // namespace headrace
