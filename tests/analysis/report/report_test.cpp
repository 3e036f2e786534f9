#include "analysis/report/report.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Report, HasEachIdOnce) {
  Report report;
  Plot plot;
  plot.id = "use";
  report.parts.resize(2);
  report.parts[0].plots = {plot};
  report.parts[0].details = {{"", {plot}, {}}};
  report.parts[1].details = {{"", {plot}, {}}};
  make_ids_unique(report);
  std::vector<std::string> ids;
  for (const Plot* one : plots_of(report)) ids.push_back(one->id);
  EXPECT_EQ(ids, (std::vector<std::string>{"use", "use-2", "use-3"}));
}

}  // namespace
}  // namespace headrace
