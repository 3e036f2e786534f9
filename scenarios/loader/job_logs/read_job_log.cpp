#include "scenarios/loader/job_logs/read_job_log.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "scenarios/loader/job_logs/sacct_lines.h"
#include "scenarios/loader/job_logs/swf_lines.h"

namespace headrace {
namespace {

constexpr std::size_t kLongestLine = std::size_t{64} * 1024;  // Bytes.

class JobLogReader {
 public:
  JobLogReader(TextLines& lines, JobLogForm form, const JobLogWishes& wishes)
      : lines_(lines), form_(form), wishes_(wishes), sacct_(wishes.columns) {}

  JobLog read() {
    while (sacct_.wrong().empty() && lines_.next()) {
      std::string_view line = lines_.line();
      if (line.ends_with('\r')) line.remove_suffix(1);
      take(line);
    }
    finish();
    return std::move(log_);
  }

 private:
  void take(std::string_view text) {
    log_.lines = lines_.number();
    const JobLine line = text.size() >= kLongestLine ? JobLine::drop("it is longer than 64 KiB")
                         : form_ == JobLogForm::swf  ? swf_.read(text)
                                                     : sacct_.read(text);
    if (line.is == JobLine::Is::step) ++log_.steps;
    if (line.is == JobLine::Is::dropped) {
      ++log_.dropped;
      if (log_.first_dropped.size() < JobLog::kShown) log_.first_dropped.push_back({log_.lines, line.why});
    }
    if (line.is != JobLine::Is::job) return;
    const double later = form_ == JobLogForm::swf ? swf_.since_monday() : 0;
    log_.hours.add(line.job.start + later, line.job.end + later, line.job.nodes);
    largest_ = std::max(largest_, line.job.nodes);
  }

  void finish() {
    log_.wrong = sacct_.wrong();
    if (log_.wrong.empty() && log_.hours.jobs() == 0) log_.wrong = "the log has not one job that ran";
    if (!log_.wrong.empty()) return;
    const bool is_swf = form_ == JobLogForm::swf;
    log_.guesses = is_swf ? swf_.guesses() : sacct_.guesses();
    log_.is_dated = !is_swf || swf_.is_dated();
    log_.counts_nodes = !is_swf || swf_.counts_nodes();
    if (wishes_.machine_nodes > 0) {
      log_.machine_nodes = wishes_.machine_nodes;
    } else if (is_swf && swf_.machine()) {
      log_.machine_nodes = *swf_.machine();
    } else {
      log_.machine_nodes = std::max(largest_, std::ceil(most_of_an_hour() - kExact));
      log_.guesses.emplace_back(
          "the log does not say how large the machine is: it is taken to be its largest job, or what is busy "
          "in its busiest hour, if that is more (--machine-nodes says it)");
    }
    doubt_size();
  }

  // Says where more is busy than there is, as nodes that jobs share are counted by each.
  void doubt_size() {
    if (most_of_an_hour() <= log_.machine_nodes + kExact) return;
    log_.guesses.emplace_back(
        "jobs of some hour have more than the machine has: nodes that they share, it seems, count for each; "
        "a load has all of the machine then");
  }

  double most_of_an_hour() const {
    double most = 0;
    for (int hour = 0; hour < MachineHours::kHours; ++hour)
      for (int day = 0; day < MachineHours::kDays; ++day)
        most = std::max(most, log_.hours.busy_nodes(day, hour).value_or(0));
    return most;
  }

  static constexpr double kExact = 1e-6;  // Nodes by which rounding may be off.

  TextLines& lines_;
  JobLogForm form_;
  const JobLogWishes& wishes_;
  SwfLines swf_;
  SacctLines sacct_;
  JobLog log_;
  double largest_ = 0;  // Nodes of the largest job.
};

// Calls with the busy nodes of each hour: of 24 of all days, or of 168.
template <class Takes>
void each_hour(const MachineHours& hours, Takes takes) {
  const int days = hours.has_weekdays() ? MachineHours::kDays : 1;
  for (int day = 0; day < days; ++day)
    for (int hour = 0; hour < MachineHours::kHours; ++hour)
      takes(hours.has_weekdays() ? hours.busy_nodes(day, hour) : hours.busy_nodes(hour));
}

}  // namespace

std::vector<double> JobLog::busy_percent() const {
  std::vector<double> all;
  each_hour(hours, [&](std::optional<double> busy) {
    all.push_back(std::min(100.0, 100 * busy.value_or(hours.busy_nodes()) / machine_nodes));
  });
  return all;
}

std::int64_t JobLog::unseen_hours() const {
  std::int64_t unseen = 0;
  each_hour(hours, [&](std::optional<double> busy) { unseen += busy ? 0 : 1; });
  return unseen;
}

JobLog read_job_log(TextLines& lines, JobLogForm form, const JobLogWishes& wishes) {
  return JobLogReader(lines, form, wishes).read();
}

}  // namespace headrace
