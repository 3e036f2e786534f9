// SwfLines: lines of a log in the Standard Workload Format 2.2: 18 numbers a job, -1 where one is not known.
//
// A job runs from its submission and its wait on, for its run time. Lines of the parts of a job that was
// stopped and went on (status 2 to 4) are steps: a line of their own tells the whole. A header is `; key:
// value` before the first job; without one the machine and the date are not known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/job_logs/job_record.h"

namespace headrace {

class SwfLines {
 public:
  JobLine read(std::string_view line);

  // Returns the nodes of the machine, or its processors where it counts those; nothing: the log does not say.
  std::optional<double> machine() const { return max_nodes_ && counts_nodes() ? max_nodes_ : max_procs_; }
  // Tells whether the header gives both nodes and processors, so that jobs are counted by nodes.
  bool counts_nodes() const { return max_nodes_ && max_procs_; }
  bool is_dated() const { return unix_start_.has_value(); }
  // Returns the seconds to be added to a time of the log for one since a Monday, 0:00.
  double since_monday() const;
  // Says what was guessed, in sentences.
  std::vector<std::string> guesses() const;

 private:
  JobLine read_header(std::string_view line);

  std::optional<double> max_nodes_, max_procs_, unix_start_, time_zone_;
  bool begun_ = false;  // A job was read.
  std::int64_t without_wait_ = 0, as_requested_ = 0;
};

}  // namespace headrace
