#include "scenarios/loader/job_logs/sacct_lines.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/text/date_time.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/numbers.h"
#include "scenarios/loader/text/plain_text.h"

namespace headrace {
namespace {

constexpr double kMostNodes = 1e9;

bool is_of_a_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// Returns what stands between the first two names of a header.
std::string delimiter_of_header(std::string_view line) {
  const auto begin = std::find_if_not(line.begin(), line.end(), is_of_a_name);
  const auto end = std::find_if(begin, line.end(), is_of_a_name);
  return {begin, end};
}

// Returns the character behind the number of a job, with its array's task or its step: "20872560_7.batch".
std::string delimiter_of_job(std::string_view line) {
  const std::size_t end =
      line.find_first_not_of("0123456789_.+[]-%,abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  if (end == std::string_view::npos) return {};
  return std::string(line.substr(end, std::max<std::size_t>(1, character_length(line.substr(end)))));
}

// Returns a time as seconds since a Monday, 0:00; nothing where it is none, as of "Unknown".
std::optional<double> monday_seconds(std::string_view text) {
  const auto time = since_1970(text);
  return time ? std::optional(time->in_seconds() + kMondayBefore1970) : std::nullopt;
}

}  // namespace

std::optional<double> slurm_seconds(std::string_view text) {
  double days = 0;
  if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
    const auto whole = finite_number(text.substr(0, dash));
    if (!whole || *whole < 0 || *whole > 1e6) return std::nullopt;
    days = *whole;
    text.remove_prefix(dash + 1);
  }
  double seconds = 0;
  int parts = 0;
  for (; parts < 3; ++parts) {
    const std::size_t colon = text.find(':');
    const auto part = finite_number(text.substr(0, colon));
    if (!part || *part < 0 || *part > 1e6) return std::nullopt;
    seconds = 60 * seconds + *part;
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
  }
  if (parts == 0 || parts == 3) return std::nullopt;
  return days * 86'400 + seconds;
}

SacctLines::SacctLines(std::string_view columns) {
  if (columns.empty()) return;
  std::vector<std::string> names;
  while (!columns.empty()) {
    const std::size_t comma = std::min(columns.find(','), columns.size());
    names.emplace_back(trimmed(columns.substr(0, comma)));
    columns.remove_prefix(std::min(comma + 1, columns.size()));
  }
  set_columns(names);
}

void SacctLines::set_columns(const std::vector<std::string>& names) {
  has_columns_ = true;
  columns_ = names.size();
  std::size_t requested = kNone;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string name = names[i].substr(0, names[i].find('%'));
    std::transform(name.begin(), name.end(), name.begin(), lower);
    if (name == "jobid" || (name == "jobidraw" && id_ == kNone)) id_ = i;
    if (name == "start") start_ = i;
    if (name == "end") end_ = i;
    if (name == "elapsed") elapsed_ = i;
    if (name == "nnodes" || name == "allocnodes") nodes_ = i;
    if (name == "reqnodes") requested = i;
  }
  nodes_requested_ = nodes_ == kNone && requested != kNone;
  if (nodes_requested_) nodes_ = requested;
  if (id_ == kNone || start_ == kNone || nodes_ == kNone || (end_ == kNone && elapsed_ == kNone))
    wrong_ =
        "the log needs the columns JobID, Start, End or Elapsed, and NNodes or AllocNodes, by a header or "
        "by --columns, which takes the list of sacct's --format";
}

std::vector<std::string_view> SacctLines::cells_of(std::string_view line) const {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t end = delimiter_.empty() ? std::string_view::npos : line.find(delimiter_);
    cells.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + delimiter_.size());
  }
}

JobLine SacctLines::read(std::string_view line) {
  if (trimmed(line).empty() || !wrong_.empty()) return {};
  if (!has_columns_) {
    delimiter_ = delimiter_of_header(line);
    std::vector<std::string> names;
    for (const std::string_view name : cells_of(line)) names.emplace_back(name);
    set_columns(names);
    return {};
  }
  if (delimiter_.empty()) delimiter_ = delimiter_of_job(line);
  const std::vector<std::string_view> cells = cells_of(line);
  // --parsable ends each line with a delimiter.
  const bool ends_empty = cells.size() == columns_ + 1 && cells.back().empty();
  if (cells.size() != columns_ && !ends_empty)
    return JobLine::drop("it has " + std::to_string(cells.size()) + " columns of " +
                         std::to_string(columns_));
  if (cell(cells, id_).find('.') != std::string_view::npos) return JobLine::of(JobLine::Is::step);
  return job_of(cells);
}

JobLine SacctLines::job_of(const std::vector<std::string_view>& cells) {
  const auto start = monday_seconds(cell(cells, start_));
  if (!start) return JobLine::drop("it has not begun");
  auto end = monday_seconds(cell(cells, end_));
  const bool is_running = !end;
  if (!end)
    if (const auto elapsed = slurm_seconds(cell(cells, elapsed_))) end = *start + *elapsed;
  if (!end) return JobLine::drop("it has no end, and no time that it has run for");
  if (*end <= *start) return JobLine::drop("it ran for no time");
  const auto nodes = finite_number(cell(cells, nodes_));
  if (!nodes || *nodes <= 0 || *nodes > kMostNodes)
    return JobLine::drop("it had no nodes, or an unknown number");
  running_ += is_running && end_ != kNone ? 1 : 0;
  return {JobLine::Is::job, {*start, *end, *nodes}, {}};
}

std::vector<std::string> SacctLines::guesses() const {
  std::vector<std::string> all;
  if (running_ > 0)
    all.push_back("jobs without an end, " + std::to_string(running_) +
                  " of them, are taken to end after the time that they had run for");
  if (nodes_requested_)
    all.emplace_back("the log says how many nodes were asked for, which is taken for what was had");
  return all;
}

}  // namespace headrace
