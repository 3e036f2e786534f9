#include "analysis/page/lustre_page.h"

#include <nlohmann/json.hpp>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/one_line.h"
#include "tests/scenarios/loader/benchmarks/lustre_support.h"

namespace headrace {
namespace {

const MeasurementsSource kDump{"lctl", "", {"dump.txt"}, "0.1.0", "abc"};

LustreFound found_in(const std::string& text) {
  LustreFound found;
  found.all = statistics_of(text);
  found.values = lustre_values(found.all, found.left);
  return found;
}

TEST(LustrePage, WritesLinesForAPlatform) {
  const std::string text = lustre_file(kDump, found_in(std::string(kServerDump) + kClientDump));
  EXPECT_TRUE(text.starts_with("# Values of a Lustre imported by headrace 0.1.0 (revision abc)")) << text;
  EXPECT_TRUE(lustre_kind().is_one(text));
  EXPECT_NE(text.find("lustre:\n  ost:\n    count: 3  # [read]"), std::string::npos) << text;
  EXPECT_NE(text.find("    max_rpcs_in_flight: 16  # [read] dump.txt:"), std::string::npos) << text;
  EXPECT_NE(text.find("#   stripe_count: 4  # [read]"), std::string::npos) << text;
  EXPECT_NE(lustre_file(kDump, found_in("snapshot_time: 1\n")).find("has no value"), std::string::npos);
}

// The lines are those of a file system: a scenario that has them is read.
TEST(LustrePage, WritesLinesThatAScenarioTakes) {
  std::string indented =
      "schema: headrace/1\nname: pasted\nplatform:\n  nodes: {host: {count: 1}}\n  file_systems:\n"
      "    weir:\n";
  std::string text = lustre_file(kDump, found_in(std::string(kServerDump) + kClientDump));
  while (!text.empty()) {
    const std::string line = text.substr(0, text.find('\n'));
    indented += "      " + line + "\n" + (line == "lustre:" ? "        oss: {count: 1}\n" : "");
    text.erase(0, line.size() + 1);
  }
  indented += "jobs:\n  probe: {probe: {operation: read}, nodes: {group: host}, storage: weir}\n";
  const ScenarioRead read = read_scenario(indented, "pasted.yaml");
  EXPECT_TRUE(read.scenario.has_value()) << read.problems.text() << indented;
}

// Large reads, 4 of 1 MiB, have nearly all bytes beside 4 of 4 KiB.
TEST(LustrePage, ReportsSizesJobsAndOperations) {
  const std::string report =
      in_one_line(lustre_report(kDump, found_in(std::string(kServerDump) + kClientDump), Style(false)));
  EXPECT_NE(report.find("weir: 3 OSTs, 1 MDT; the space of 2 OSTs is told"), std::string::npos) << report;
  EXPECT_NE(report.find("8 reads, 32 writes"), std::string::npos) << report;
  EXPECT_NE(report.find("1.0 MiB 4 99.6 32 100.0"), std::string::npos) << report;
  EXPECT_NE(report.find("Jobs with most bytes, of 2 that moved any"), std::string::npos) << report;
  EXPECT_NE(report.find("train.17 16.0 MiB 8.0 MiB"), std::string::npos) << report;
  EXPECT_NE(
      report.find("Operations of llite, the most frequent of 2 operation times mean unit open 10 50.0 usecs"),
      std::string::npos)
      << report;
  EXPECT_NE(report.find("Not looked at: "), std::string::npos) << report;
}

TEST(LustrePage, TellsProgramsTheSame) {
  const auto tree = lustre_tree(kDump, found_in(kServerDump));
  EXPECT_EQ(tree["schema"], "headrace.lustre/1");
  EXPECT_EQ(tree["systems"]["weir"]["osts"], 3);
  EXPECT_EQ(tree["histograms"]["disk I/O size"][1]["writes"], 32);
  EXPECT_EQ(tree["jobs"]["train.17"]["read_bytes"], 16781312);
  EXPECT_EQ(tree["values"][0]["field"], "count");
}

}  // namespace
}  // namespace headrace
