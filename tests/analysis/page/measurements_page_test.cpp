#include "analysis/page/measurements_page.h"

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"
#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

const MeasurementsSource kWeir{"fio", "probe", {"output.txt"}, "0.1.0", "abc"};

Measurements measured(std::string_view form, const std::string& text) {
  Measurements found;
  found.absorb(read_output(form, text));
  found.rows = probe_rows(found.outputs, "probe");
  return found;
}

TEST(MeasurementsPage, OpensTheRowsWithTheirSource) {
  const std::string text = measurements_file(kWeir, measured("fio", fio_text(fio_job({}))));
  EXPECT_TRUE(
      text.starts_with("# Figures of benchmarks imported by headrace 0.1.0 (revision abc) from the output "
                       "of fio, for a scenario whose job 'probe' is a probe.\n"))
      << text;
  EXPECT_TRUE(measurements_kind().is_one(text));
  EXPECT_FALSE(measurements_kind().is_one("role,run,overrides,measured,source\n"));
}

TEST(MeasurementsPage, ReportsDoubtsGuessesAndTheFirstPlaces) {
  std::string text = fio_text(fio_job({}) + ",\n7,\n7,\n7,\n7,\n7,\n7");
  text.replace(text.find("\"error\": 0"), 10, "\"error\": 5");
  const std::string report = in_one_line(measurements_report(kWeir, measured("fio", text), Style(false)));
  EXPECT_NE(report.find("3 rows: 0 may be fitted, 3 held against the fit"), std::string::npos) << report;
  EXPECT_NE(report.find("weir: read of 4 KiB, 1 x 1 x 8, random, direct 5.0 - 10,000 0.8 2"),
            std::string::npos)
      << report;
  EXPECT_NE(report.find("Doubted, and so not fitted: weir: 'weir' ended with error 5"), std::string::npos)
      << report;
  EXPECT_NE(report.find("weir: its row runs for 2 s"), std::string::npos) << report;
  EXPECT_NE(report.find("Dropped, as it cannot be read (6 records): output.txt:"), std::string::npos)
      << report;
  EXPECT_NE(report.find("and 1 more"), std::string::npos) << report;
}

TEST(MeasurementsPage, TellsProgramsTheSame) {
  const Measurements found = measured("mdtest", kMdtestText);
  const auto tree = measurements_tree(kWeir, found);
  ASSERT_EQ(tree["runs"].size(), 3u);
  EXPECT_EQ(tree["runs"][0]["figures"][0]["value"], 2000);
  EXPECT_EQ(tree["runs"][0]["line"], 8);
  EXPECT_EQ(tree["left"]["count"], 1);
  EXPECT_EQ(tree["left"]["first"][0]["line"], 12);
  EXPECT_EQ(tree["rows"], measurements_file(kWeir, found));
}

// The places of several files stand together, and no more than five.
TEST(MeasurementsPage, AddsFilesUp) {
  Measurements found;
  for (int i = 0; i < 4; ++i) found.absorb(read_output("fio", fio_text(fio_job({}) + ",\n7,\n7")));
  EXPECT_EQ(found.outputs.size(), 4u);
  EXPECT_EQ(found.dropped.count, 8u);
  EXPECT_EQ(found.dropped.first.size(), OutputPlaces::kKept);
}

}  // namespace
}  // namespace headrace
