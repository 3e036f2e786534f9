#include "analysis/report/report.h"

#include <set>

namespace headrace {

namespace {

template <class Take>
void for_each_plot(Report& report, Take take) {
  for (ReportPart& part : report.parts) {
    for (Plot& plot : part.plots) take(plot);
    for (ReportDetail& detail : part.details)
      for (Plot& plot : detail.plots) take(plot);
  }
}

}  // namespace

std::vector<const Plot*> plots_of(const Report& report) {
  std::vector<const Plot*> plots;
  for_each_plot(const_cast<Report&>(report), [&](const Plot& plot) { plots.push_back(&plot); });
  return plots;
}

void make_ids_unique(Report& report) {
  std::set<std::string> taken;
  for_each_plot(report, [&](Plot& plot) {
    const std::string id = plot.id;
    for (int number = 2; !taken.insert(plot.id).second; ++number) plot.id = id + "-" + std::to_string(number);
  });
}

}  // namespace headrace
