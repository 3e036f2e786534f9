// Any bytes as a log of jobs: how busy a machine was, of no more than all of it, or a reason. The first byte
// chooses the form, and whether columns are told.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "scenarios/loader/job_logs/read_job_log.h"
#include "sim/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  if (size == 0) return 0;
  TextLines lines = TextLines::of_text({reinterpret_cast<const char*>(data) + 1, size - 1});
  JobLogWishes wishes;
  if ((data[0] & 2) != 0) wishes.columns = "JobID,NNodes,Start,End,Elapsed";
  if ((data[0] & 4) != 0) wishes.machine_nodes = 7;
  const JobLog log = read_job_log(lines, (data[0] & 1) != 0 ? JobLogForm::sacct : JobLogForm::swf, wishes);
  HEADRACE_CHECK(log.first_dropped.size() <= JobLog::kShown);
  HEADRACE_CHECK(log.hours.jobs() + log.steps + log.dropped <= log.lines);
  if (!log.wrong.empty()) return 0;
  HEADRACE_CHECK(log.machine_nodes > 0);
  const std::vector<double> busy = log.busy_percent();
  HEADRACE_CHECK(busy.size() == (log.hours.has_weekdays() ? 168 : 24));
  for (const double percent : busy) HEADRACE_CHECK(percent >= 0 && percent <= 100);
  return 0;
}
