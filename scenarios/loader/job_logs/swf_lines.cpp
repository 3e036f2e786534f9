#include "scenarios/loader/job_logs/swf_lines.h"

#include <array>
#include <cmath>

#include "scenarios/loader/job_logs/machine_hours.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/numbers.h"

namespace headrace {
namespace {

constexpr std::size_t kFields = 18;
// Places of fields in a line, from 0.
constexpr std::size_t kSubmit = 1, kWait = 2, kRun = 3, kProcessors = 4, kRequested = 7, kStatus = 10;
constexpr double kMostProcessors = 1e9;

}  // namespace

JobLine SwfLines::read(std::string_view line) {
  line = trimmed(line);
  if (line.empty()) return {};
  if (line.front() == ';') return read_header(line.substr(1));
  std::array<double, kFields> fields{};
  std::size_t count = 0;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    if (count == kFields) return JobLine::drop("it has more than 18 fields");
    const auto number = finite_number(word);
    if (!number) return JobLine::drop("field " + std::to_string(count + 1) + " is no number");
    fields[count++] = *number;
  }
  if (count < kFields) return JobLine::drop("it has " + std::to_string(count) + " of 18 fields");
  if (fields[kStatus] >= 2 && fields[kStatus] <= 4) return JobLine::of(JobLine::Is::step);
  if (fields[kSubmit] < 0) return JobLine::drop("it was submitted at no known time");
  if (fields[kRun] <= 0) return JobLine::drop("it ran for no time, or for an unknown one");
  const bool is_known = fields[kProcessors] > 0;
  const double processors = is_known ? fields[kProcessors] : fields[kRequested];
  if (processors <= 0) return JobLine::drop("it had no processors, or an unknown number");
  const double start = fields[kSubmit] + std::max(fields[kWait], 0.0);
  if (start + fields[kRun] > MachineHours::kLatest / 2 || processors > kMostProcessors)
    return JobLine::drop("its numbers cannot be meant");
  begun_ = true;
  as_requested_ += is_known ? 0 : 1;
  without_wait_ += fields[kWait] < 0 ? 1 : 0;
  const double nodes = counts_nodes() ? processors * *max_nodes_ / *max_procs_ : processors;
  return {JobLine::Is::job, {start, start + fields[kRun], nodes}, {}};
}

JobLine SwfLines::read_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (begun_ || colon == std::string_view::npos) return {};
  const std::string_view key = trimmed(line.substr(0, colon));
  std::string_view rest = line.substr(colon + 1);
  const auto value = finite_number(take_word(rest));
  if (!value) return {};
  const bool is_count = *value > 0 && *value <= kMostProcessors;
  if (key == "MaxNodes" && is_count) max_nodes_ = value;
  if (key == "MaxProcs" && is_count) max_procs_ = value;
  if (key == "UnixStartTime" && *value > 0 && *value < MachineHours::kLatest / 4) unix_start_ = value;
  if (key == "TimeZone" && std::abs(*value) <= 86'400) time_zone_ = value;
  return {};
}

double SwfLines::since_monday() const {
  return unix_start_ ? *unix_start_ + kMondayBefore1970 + time_zone_.value_or(0) : 0;
}

std::vector<std::string> SwfLines::guesses() const {
  std::vector<std::string> all;
  if (!unix_start_)
    all.emplace_back("the log does not say when it begins: its second 0 is taken for a Monday, 0:00");
  else if (!time_zone_)
    all.emplace_back("the log does not say its time zone: hours are those of UTC");
  if (!counts_nodes()) all.emplace_back("the log counts processors: each is taken for a node");
  if (without_wait_ > 0)
    all.push_back("unknown waits, of " + std::to_string(without_wait_) + " jobs, are taken for none");
  if (as_requested_ > 0)
    all.push_back("unknown numbers of processors, of " + std::to_string(as_requested_) +
                  " jobs, are taken for what they asked for");
  return all;
}

}  // namespace headrace
