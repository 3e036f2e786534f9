// JobRecord: a job of a log: when it ran, and on how many nodes. JobLine: what a line of a log turned out
// to be.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace headrace {

// Times are seconds on the log's own clock.
struct JobRecord {
  double start = 0, end = 0;
  double nodes = 0;
};

struct JobLine {
  enum class Is { job, step, nothing, dropped };

  static JobLine of(Is is) { return {is, {}, {}}; }
  static JobLine drop(std::string why) { return {Is::dropped, {}, std::move(why)}; }

  Is is = Is::nothing;
  JobRecord job;
  std::string why;  // Reason why it was dropped.
};

inline constexpr double kMondayBefore1970 = 3 * 86'400.0;  // Seconds: 1970 began on a Thursday.

}  // namespace headrace
