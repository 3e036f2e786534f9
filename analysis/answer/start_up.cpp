#include "analysis/answer/start_up.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/text.h"

namespace headrace {

namespace {

double share_of_start(const JobResult& job) {
  double starting = 0, all = 0;
  for (const TimeBudgetRow& row : job.time_budget) {
    if (row.cause == Cause::idle) continue;
    all += row.spent.in_seconds();
    if (row.cause == Cause::startup) starting += row.spent.in_seconds();
  }
  return all > 0 ? starting / all : 0;
}

}  // namespace

std::string start_up_sentence(const JobResult& job) {
  const double share = share_of_start(job);
  if (!job.startup || share < kLargeStart) return {};
  const StartupResult& start = *job.startup;
  std::string parts;
  const auto add = [&](const char* what, Duration all) {
    const Duration mean = all / std::max<std::int64_t>(1, start.processes);
    if (mean > Duration()) parts += (parts.empty() ? "" : ", ") + std::string(what) + " " + span_text(mean);
  };
  add("names looked up in vain", start.lookups);
  add("opening and closing files", start.opens);
  add("reading them", start.reads);
  add("running modules", start.modules);
  add("listing the data set", start.listing);
  add("reading manifests", start.manifests);
  return fmt::format(
      "The start of the job is {:.0f} % of its ranks' time: the last rank is ready after {}{}.", 100 * share,
      span_text(start.span), parts.empty() ? "" : "; of a process in the mean, " + parts);
}

}  // namespace headrace
