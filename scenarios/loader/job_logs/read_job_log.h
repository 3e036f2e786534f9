// ReadJobLog: the log of a machine's jobs, as how busy the machine was hour by hour.
//
//   TextLines lines("jobs.swf.gz");
//   const JobLog log = read_job_log(lines, JobLogForm::swf, {});
//
// Lines are read one at a time and in any order; what is kept does not grow with the log. A line that cannot
// be read is counted and left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/job_logs/machine_hours.h"
#include "scenarios/loader/text/text_lines.h"

namespace headrace {

enum class JobLogForm : std::uint8_t { swf, sacct };
inline constexpr std::string_view kJobLogForms[] = {"swf", "sacct"};

struct JobLogWishes {
  std::string columns;       // Of an sacct log without a header.
  double machine_nodes = 0;  // Nodes, or processors, of the machine; 0: what the log says.
};

struct JobLog {
  static constexpr std::size_t kShown = 5;

  struct Dropped {
    std::int64_t line = 0;
    std::string why;
  };

  std::string wrong;         // Reason why there is no log; empty where there is one.
  bool is_dated = false;     // True: what is since a Monday is since the one before 1970.
  bool counts_nodes = true;  // False: processors.
  double machine_nodes = 0;  // What is busy when all of it is.
  std::int64_t lines = 0, steps = 0, dropped = 0;
  std::vector<Dropped> first_dropped;  // kShown at most.
  std::vector<std::string> guesses;
  MachineHours hours;

  // Returns the percent of the machine that is busy: of 24 hours, or of 168 from Monday on where the log is
  // two weeks long. An hour that the log does not reach has what all others have in the mean.
  std::vector<double> busy_percent() const;
  // Returns how many of those the log does not reach.
  std::int64_t unseen_hours() const;
};

JobLog read_job_log(TextLines& lines, JobLogForm form, const JobLogWishes& wishes);

}  // namespace headrace
